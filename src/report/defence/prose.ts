/** What the page says in words: question, answer, methods, limits and provenance. */
import { type DefenceEvaluation, type DefenceRecords, defenceNamed } from '../../defence/index.ts';
import { count, counted, decimal, listed, percent, setAside, withInterval } from '../format.ts';
import type { KeyFigure } from '../page/answer.ts';
import { type Html, html } from '../page/html.ts';
import { knowingAuc, largestStrengths, rmseOf, undefendedAuc } from './lookup.ts';
import { attackerNames, capital, labelOf, verdicts, verdictWords } from './words.ts';

export function questionText({ data, spec }: DefenceRecords): Html {
  const names = listed(spec.attackers.map((attacker) => attackerNames[attacker]));
  return html`<p>Ratings give away ${data.attribute} (${listed(data.labels.map(({ label }) => label))}) to a recommender that was never told. Can
people hide it by sending something else than what they would have rated, and still get good recommendations?</p>
<p>To find out, ${counted(data.users, 'person', 'people')} of <span style="overflow-wrap:anywhere">“${data.source}”</span> defended themselves in ${counted(spec.defences.length, 'way')},
each at several strengths, and attackers (${names}) tried to tell their ${data.attribute}: attackers who do not know of the defence, and attackers who
were trained on people who defend themselves in the same way.</p>`;
}

export function answerText(records: DefenceRecords): string {
  const without = undefendedAuc(records);
  return without.low > 0.5
    ? `Without a defence the strongest attacker tells people apart with an AUC of ${withInterval(without)}. What each defence is worth at its largest strength, against the strongest attacker:`
    : `Already without a defence no attacker stands clear of guessing (${withInterval(without)}): there is little to hide. What each defence does at its largest strength:`;
}

/** Each verdict that was passed, with the defences it was passed on, the best first. */
export function verdictList(records: DefenceRecords): Html {
  const rows = verdicts.flatMap((verdict) => {
    const own = largestStrengths(records).filter((evaluation) => evaluation.verdict === verdict);
    if (own.length === 0) return [];
    return [
      html`<li><strong>${capital(verdictWords(verdict))}:</strong> ${listed(own.map(({ defence }) => labelOf(defence)))}.</li>`,
    ];
  });
  return html`<ul>${rows}</ul>`;
}

/** The least that is left to the strongest attacker who knows of the defence. */
export function bestOf(records: DefenceRecords): DefenceEvaluation {
  return records.evaluations.reduce((best, one) => (knowingAuc(one).value < knowingAuc(best).value ? one : best));
}

export function keyFigures(records: DefenceRecords): KeyFigure[] {
  const best = bestOf(records);
  const key = ({ value, low, high }: { value: number; low: number; high: number }, meaning: string) => ({
    value: decimal(value),
    interval: `[${decimal(low)}, ${decimal(high)}]`,
    meaning,
  });
  const name = `${labelOf(best.defence)} at strength ${best.strength}`;
  return [
    key(undefendedAuc(records), 'AUC of the strongest attacker, no defence'),
    key(knowingAuc(best), `the least left to an attacker who knows of the defence: ${name}`),
    key(rmseOf(best), `error of predicted ratings then; ${withInterval(rmseOf(records.undefended))} without a defence`),
  ];
}

export function defencesText({ spec }: DefenceRecords): Html {
  const rows = spec.defences.map(({ name }) => {
    const { label, summary, strength, needsType } = defenceNamed(name);
    return html`<li><strong>${label}:</strong> ${summary}. Strength: ${strength.means}.${needsType ? ' The person must know the own type.' : ''}</li>`;
  });
  return html`<ul>${rows}</ul>
<p>All of them send ratings of the scale, whole steps, and nothing else. They know a public model of the items, never the ratings of other people.</p>`;
}

export function methodsText({ spec }: DefenceRecords): Html {
  const { training } = spec;
  const solver = training.solver === 'als' ? 'alternating least squares' : 'stochastic gradient descent';
  return html`<ul>
<li><strong>Nobody is judged by a model that has seen them.</strong> People were split into ${spec.folds} folds; public model, attackers and recommenders
of a fold were trained on the others (matrix factorization with type biases, ${solver}, ${training.dimension} dimensions).</li>
<li><strong>The oblivious attacker</strong> was trained on people without a defence. That is the only attacker many defences are tested against, and it is
not enough: whoever runs a recommender sees what people send, and can find out that they use a defence.</li>
<li><strong>The retrained attacker</strong> was trained on people who use the same defence at the same strength with the same public model, each with chance of
their own.</li>
<li><strong>An attacker who knows of the defence</strong> takes the better of the two, and turns a ranking round that is reversed: an AUC of 0.2 is then one of 0.8.</li>
<li><strong>Use</strong> is measured on ${setAside(spec, 'true rating')}, put aside before anything was defended. A profile is fitted by a ridge of
${spec.predictionRidge} to what the person sent, and predicts them.</li>
<li><strong>The verdict</strong> is computed: it compares the intervals of the strongest attacker with and without the defence. What overlaps does not count
as a difference.</li>
<li><strong>Intervals</strong> cover ${percent(spec.level)} and come from ${count(spec.resamples)} resamples of the people. On shuffled labels they are widened by √2, because folds
that train on each other repeat each other’s luck.</li>
</ul>`;
}

export function limitsText({ data }: DefenceRecords): Html {
  return html`<ul>
<li>A better attacker than these may find more, above all one that was built to undo a certain defence. No figure here is a proof of safety; only
randomised response has a proof, and only for single ratings.</li>
<li>Nearly all of these defences change how items are rated. Which items somebody rates gives much away by itself, and stays as it is: logistic regression
lives on it.</li>
<li>Everybody defends themselves here, or nobody. Somebody who is alone with a defence also stands out by using one.</li>
<li>The defences know the classifier they hide from (its model and its ridge). Against others they help as far as those resemble it.</li>
<li>The figures hold for these people and items; ${data.attribute} is richer than ${counted(data.labels.length, 'category', 'categories')}.</li>
</ul>
<p><strong>Responsible use.</strong> This report measures what protects people. Do not use it to choose what defeats their protection.</p>`;
}

export function provenanceText({ data, spec, provenance, version }: DefenceRecords): Html {
  const { training } = spec;
  const facts: readonly (readonly [string, string])[] = [
    ['Data', data.source],
    ['Fingerprint', data.fingerprint],
    ['Software', `ulterior ${provenance.version}, records version ${version}`],
    ['Finished', provenance.finished],
    ['Seed', `${spec.seed} (training ${training.seed})`],
    ['Folds, resamples', `${spec.folds}, ${count(spec.resamples)}`],
    [
      'Training',
      `${training.solver}, dimension ${training.dimension}, ${training.iterations} iterations, step ${training.step}, profile ridge ` +
        `${training.profileRidge}, bias ridge ${training.biasRidge} (${training.ridgeForm}), centring ${training.centring}`,
    ],
    ['Classifier', `ridge ${spec.ridge}, prior ${spec.prior}, prediction ridge ${spec.predictionRidge}`],
  ];
  return html`<p>With the same data, seed and parameters the same figures come out again, whatever the number of threads.</p>
<dl class="facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${name === 'Fingerprint' ? html`<code>${value}</code>` : value}</dd>`)}</dl>`;
}
