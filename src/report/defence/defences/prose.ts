/** What the page says in words: question, answer, methods, limits and provenance. */
import { type DefenceEvaluation, type DefenceRecords, defences, learnersAmong } from '../../../defence/index.ts';
import { groupNames } from '../../audit/prose.ts';
import { cautionTexts, failedTexts } from '../../common/cautionWords.ts';
import { detectableSentence } from '../../common/detectable.ts';
import { capital, counted, listed, percent, setAside, withInterval } from '../../common/format.ts';
import { bounded, easiestGroupText, leakShown } from '../../common/leakShown.ts';
import { leakOf, possibleLeakOf } from '../../common/leakWords.ts';
import { keyFigure } from '../../page/attackersAnswer.ts';
import { foldsPoint, intervalsPoint, measuredFacts, provenanceOf, solverName } from '../../page/howMeasured.ts';
import { type Html, html } from '../../page/html.ts';
import type { KeyFigure } from '../../page/pageDocument.ts';
import { qualityCost } from './costs.ts';
import { attacksOn, knowingAuc, largestStrengths, rmseOf, undefendedAuc, worstCase } from './lookup.ts';
import { attackerName, describedAs, knownBy, labelOf, verdictWords } from './words.ts';

export function questionText({ data, spec }: DefenceRecords): Html {
  const names = listed(spec.attackers.map(attackerName));
  return html`<p>Ratings give away ${data.attribute} (${groupNames(data.labels)}) to a recommender that was never told. Can
people hide it by sending other ratings than their own, and still get good recommendations?</p>
<p>To find out, ${counted(data.users, 'person', 'people')} of <span style="overflow-wrap:anywhere">“${data.source}”</span> defended themselves in ${counted(spec.defences.length, 'way')},
each at several strengths, and attackers (${names}) tried to tell their ${data.attribute}: attackers who do not know of the defence, attackers who
were trained on people who use the same defence, and attackers who run it themselves on histories they know.</p>`;
}

export function answerText(records: DefenceRecords): string {
  const without = undefendedAuc(records);
  const { attribute } = records.data;
  const attacks = attacksOn(records, {});
  const leak = leakShown(records.verdict, attacks);
  const easiest = easiestGroupText(attacks, records.spec.level);
  const cautions = [...cautionTexts(records.data), ...failedTexts(records)].map((text) => `${text} `).join('');
  if (leak === 'none') {
    return `${cautions}${capital(leakOf('none', attribute))}, even without a defence: the strongest attacker reaches an AUC of ${withInterval(without)}, which was not shown to beat guessing (0.5). That is no proof of safety. ${detectableSentence(attacks[0]!.detectable!)} What each defence leaves at its largest strength, in the worst case:`;
  }
  const found = `the strongest attacker reaches an AUC of ${withInterval(without)}.${easiest && ` ${easiest}`}`;
  const shown =
    leak === 'possible'
      ? `${possibleLeakOf(attribute)} Without a defence, ${found}`
      : `${capital(leakOf(leak, attribute))} without a defence: ${found}`;
  return `${cautions}${shown} What each defence leaves at its largest strength, in the worst case:`;
}

/** Each defence, that which leaves least first: what the strongest attacker finds, the verdict, and what it costs. */
export function worstCases(records: DefenceRecords): Html {
  const left = largestStrengths(records).map((evaluation) => ({ evaluation, worst: worstCase(records, evaluation) }));
  const rows = left
    .toSorted((a, b) => a.worst.auc.value - b.worst.auc.value)
    .map(({ evaluation, worst }) => {
      const { defence, strength, verdict } = evaluation;
      const who = `${attackerName(worst.attacker!)} ${knownBy(worst.situation)}`;
      return html`<li><strong>${labelOf(defence)}, ${strength}: ${withInterval(bounded(worst.auc))}</strong> for ${who}. Verdict: ${verdictWords(verdict)}. The cost: ${qualityCost(records, evaluation)}.</li>`;
    });
  return html`<ul>${rows}</ul>`;
}

/** That nothing was found is worth as much as could have been found. */
export function hiddenText(records: DefenceRecords): string | undefined {
  if (!largestStrengths(records).some(({ verdict }) => verdict === 'hides')) return undefined;
  return `Where a defence hides it, no leak was shown. ${detectableSentence(attacksOn(records, {})[0]!.detectable!)}`;
}

/** The least that is left to the strongest attacker who knows of the defence. */
export function leastLeft(
  records: DefenceRecords,
  among: readonly DefenceEvaluation[] = records.evaluations,
): DefenceEvaluation | undefined {
  const left = new Map(among.map((one) => [one, knowingAuc(records, one).value]));
  return among.toSorted((a, b) => left.get(a)! - left.get(b)!)[0];
}

export function keyFigures(records: DefenceRecords): KeyFigure[] {
  const best = leastLeft(records);
  if (best === undefined) return [];
  const name = `${labelOf(best.defence)} at strength ${best.strength}`;
  const [without, left] = [undefendedAuc(records), knowingAuc(records, best)];
  return [
    keyFigure(without, 'AUC of the strongest attacker, no defence'),
    keyFigure(left, `the least left to an attacker who knows of the defence: ${name}`),
    keyFigure(rmseOf(records, best), `what that costs: ${qualityCost(records, best)}`),
  ];
}

export function defencesText({ spec }: DefenceRecords): Html {
  const rows = spec.defences.map(({ name }) => {
    const { label, summary, means, needsType, reference } = describedAs(name);
    return html`<li><strong>${label}:</strong> ${summary}. Strength: ${means}.${needsType ? ' People must say which group they are in.' : ''}${reference === undefined ? '' : ` From ${reference}.`}</li>`;
  });
  return html`<ul>${rows}</ul>
<p>All of them send ratings that the scale allows, and nothing else. They know what is public: a model of the items, and those of the literature
histories of some people, from whom attackers do not learn.</p>`;
}

export function methodsText({ spec }: DefenceRecords): Html {
  const { training } = spec;
  const made = `public model, attackers and recommenders of a fold were trained on the others (matrix factorization with a bias for each group, ${solverName(training)}, ${training.dimension} dimensions)`;
  return html`<ul>
${foldsPoint(spec.folds, made)}<li><strong>The oblivious attacker</strong> was trained on people without a defence. Many defences are tested against this attacker only. That is
not enough: whoever runs a recommender sees what people send, and can find out that they use a defence.</li>
<li><strong>The retrained attacker</strong> was trained on people who use the same defence at the same strength with the same public model, each with their own
random draws.</li>
<li><strong>The simulating attacker</strong> has true histories of the people that the retrained one learned from, and their groups. The defence is public, so this attacker
runs it on those histories, ${counted(spec.copies, 'time')}, each time with other random draws, learns from each copy, and takes the mean.</li>
<li><strong>An attacker who knows of the defence</strong> takes the best of these, and reads a reversed guess the other way: an AUC of 0.2 is then one of 0.8. A
defence that pushes the AUC below 0.5 is judged by that.</li>
<li><strong>Attackers see everything</strong> that people send.</li>
<li><strong>Use</strong> is measured on ${setAside(spec, 'true rating')}, set aside before anything was defended: for this, and only for this, people send
again without them. A profile is fitted by a ridge of ${spec.predictionRidge} to what the person then sent, and predicts them.</li>
<li><strong>Bounds</strong> hold with ${percent(spec.level)} probability for all attacks at once (max-t): every attacker, defence and strength, without a defence, and with more than two groups
each group against the rest. Picking the best of many defences flatters it.</li>
<li><strong>The verdict</strong> is computed from these bounds: a defence helps where the largest upper end with it, of any attacker or group, is below the largest lower end without it.
Where they overlap, no difference is claimed. When in doubt, a defence does not help.</li>
<li><strong>The control</strong> repeats every attacker on labels shuffled among the people, without a defence and behind ${listed(spec.shuffled.map(labelOf)) || 'none'}.</li>
${intervalsPoint(spec, 'they hold for each figure by itself', {
  widened: 'those of attacks widened, at most to one and a half times, because folds learn from one another’s people',
})}</ul>`;
}

export function limitsText({ data, spec }: DefenceRecords): Html {
  const some = spec.adoption?.length > 0;
  return html`<ul>
<li>A better attacker than these may find more, above all one that was built to undo a certain defence. No figure here proves safety; only
randomised response comes with a proof, and only for single ratings.</li>
<li>Attackers learned from about ${counted(learnersOf(data.users, spec), 'person', 'people')} in each fold. Anyone with more people of known ${data.attribute} finds more, with a defence or without, and above all
behind a defence with a public model that was learned from fewer.</li>
${itemsPoints(spec)}
<li>${some ? 'Verdicts and most figures are for people of whom all use the defence' : 'Here everyone uses the defence, or no one does'}. A single person who uses one also stands out by it.</li>
<li>The defences know the classifier they hide from (its model and its ridge). Against others they help as far as those resemble it.</li>
<li>The figures hold for these people and items; ${data.attribute} is richer than ${counted(data.labels.length, 'group')}.</li>
</ul>
<p><strong>Responsible use.</strong> This report measures what protects people. Do not use it to choose what defeats their protection.</p>`;
}

/** In a fold. Of a defence of a plug-in that is not loaded it is not known whether some people are left to a public model. */
function learnersOf(users: number, spec: DefenceRecords['spec']): number {
  const known = spec.defences.filter(({ name }) => defences.some((one) => one.name === name));
  return learnersAmong(users - Math.round(users / spec.folds), { ...spec, defences: known });
}

/** What becomes of the choice of items, which gives much away by itself. Of a plug-in that is not loaded nothing is known. */
function itemsPoints({ defences }: Pick<DefenceRecords['spec'], 'defences'>): Html[] {
  const named = (changes: boolean) =>
    defences.map(({ name }) => describedAs(name)).filter(({ changesItems }) => changesItems === changes);
  const [same, others] = [named(false), named(true)];
  const labels = (list: typeof same) => listed(list.map(({ label }) => label));
  const one = (list: typeof same, singular: string, plural: string) => (list.length === 1 ? singular : plural);
  return [
    ...(same.length === 0
      ? []
      : [
          html`<li>${labels(same)} ${one(same, 'changes', 'change')} ratings, but not which items people rate. That choice gives much away by itself, and
logistic regression reads it.</li>`,
        ]),
    ...(others.length === 0
      ? []
      : [
          html`<li>${labels(others)} ${one(others, 'changes', 'change')} which items are sent: some are withheld, or made up. What the remaining choice still
gives away is in the figures of attackers who were trained on people who use the defence.</li>`,
        ]),
  ];
}

export function provenanceText(records: DefenceRecords): Html {
  const { spec } = records;
  const { training } = spec;
  return provenanceOf([
    ...measuredFacts(records),
    [
      'Training',
      `${training.solver}, dimension ${training.dimension}, ${training.iterations} iterations, step ${training.step}, profile ridge ` +
        `${training.profileRidge}, bias ridge ${training.biasRidge} (${training.ridgeForm}), centring ${training.centring}`,
    ],
    ['Classifier', `ridge ${spec.ridge}, prior ${spec.prior}, prediction ridge ${spec.predictionRidge}`],
  ]);
}
