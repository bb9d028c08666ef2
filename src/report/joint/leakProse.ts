/** What the page of a leak matrix says in words. */
import { count, counted, decimal, listed, percent, withInterval } from '../format.ts';
import type { LeakMatrixRecords } from '../input.ts';
import type { KeyFigure } from '../page/answer.ts';
import { type Html, html, unbroken } from '../page/html.ts';
import { leakAt, leakHeadline, type OffTarget, offTargets, rowName } from './leakLookup.ts';

export function leakQuestion({ data, spec }: LeakMatrixRecords): Html {
  const names = listed(spec.attributes);
  return html`<p>Somebody asks people about items in order to learn one thing about them that nobody told. The answers do not stop
there: they may tell other things too. Of ${names}: if the questions are chosen to learn one, how much becomes known of the others?</p>
<p>To find out, interviews were simulated with ${counted(data.users, 'person', 'people')} of “${data.source}”: ${counted(spec.questions, 'question')}
each, about any of ${count(data.items)} items, answered with the ratings they really gave, or with “haven’t seen it”. One
model infers ${names} together; the questions aim at one of them at a time.</p>`;
}

/** What who knew the one for certain would know of the other. */
function associationSentence({ data }: LeakMatrixRecords, { aim, watched }: OffTarget): string {
  const association = data.associations.find(({ from, to }) => from === aim && to === watched);
  if (association === undefined) return '';
  return ` Somebody who knew ${aim} for certain, and no answers, would tell ${watched} with an AUC of ${decimal(association.auc)}.`;
}

/** One sentence for a pair of attributes; no claim that its control does not carry. */
export function offTargetSentence(records: LeakMatrixRecords, pair: OffTarget): string {
  const { aim, watched, auc, control, tells } = pair;
  const questions = leakHeadline(records);
  const asked = `${counted(questions, 'question')} chosen to learn ${aim}`;
  const figure =
    `an AUC of ${decimal(auc.value)} (${percent(records.spec.level)} interval ${decimal(auc.low)} to ${decimal(auc.high)}, ` +
    `${counted(records.data.users, 'person', 'people')})`;
  const others = [
    [`questions chosen for ${watched}`, `target:${watched}`],
    ['popular items, which aim at nothing,', 'popularity'],
  ].flatMap(([name, row]) => {
    const reached = leakAt(records, row!, watched, questions);
    return reached === undefined ? [] : [`${name} reach ${withInterval(reached)}`];
  });
  const aimed = others.length === 0 ? '' : ` In comparison, ${listed(others)}.`;
  const controlled = control === undefined ? '' : ` The control reaches ${withInterval(control)}.`;
  if (tells === undefined) {
    return `${asked} reach ${figure} for ${watched}. No control was run, so this report cannot say what the method finds by itself.${aimed}`;
  }
  return tells
    ? `${asked} also tell ${watched} with ${figure}.${aimed}${controlled}`
    : `${asked} could not be shown to tell ${watched}: ${figure} does not stand clear of guessing (0.5) and of the control.${aimed}${controlled}`;
}

export function leakAnswer(records: LeakMatrixRecords): Html {
  const [worst, ...others] = offTargets(records);
  if (worst === undefined) return html`<p>The records hold no figures, so there is no answer to give.</p>`;
  const rest = others.map((pair) => html`<li>${unbroken(offTargetSentence(records, pair))}</li>\n`);
  const sentence = offTargetSentence(records, worst) + associationSentence(records, worst);
  return html`<p class="answer">${unbroken(sentence)}</p>
${rest.length === 0 ? '' : html`<ul>${rest}</ul>`}`;
}

/** What stands in large figures under the answer, first the main one. */
export function leakKeys(records: LeakMatrixRecords): KeyFigure[] {
  const [worst] = offTargets(records);
  if (worst === undefined) return [];
  const { aim, watched, auc, control } = worst;
  const questions = leakHeadline(records);
  const key = (figure: { value: number; low: number; high: number } | undefined, meaning: string): KeyFigure[] =>
    figure === undefined
      ? []
      : [{ value: decimal(figure.value), interval: `[${decimal(figure.low)}, ${decimal(figure.high)}]`, meaning }];
  const aimed = leakAt(records, `target:${watched}`, watched, questions);
  return [
    ...key(auc, `AUC of ${watched} after ${counted(questions, 'question')} ${rowName(records, `target:${aim}`)}`),
    ...key(aimed, `the same, asked for ${watched}`),
    ...key(control, 'control: attributes shuffled'),
  ];
}

export function leakMethods({ spec, data, rows }: LeakMatrixRecords): Html {
  const { training } = spec;
  const baselines = rows.filter(({ kind }) => kind === 'baseline').map(({ strategy }) => strategy);
  return html`<ul>
<li><strong>Nobody is judged by a model that has seen them.</strong> People were split into ${spec.folds} folds, alike in their
combinations of attributes; the model that asks a fold was trained on the others.</li>
<li><strong>The model</strong> observes two things about every answer: whether the item was seen, and how it was rated (${training.dimension}
dimensions). What it expects depends on ${listed(spec.attributes)} by effects that add up, so that rare combinations borrow
from all others. It keeps a probability for every combination; those of one attribute are sums over the rest.</li>
<li><strong>Questions that aim</strong> are those after which the attribute would least often be guessed wrongly, on average over the answers to be
expected, whatever becomes known of the others.</li>
${baselines.length === 0 ? '' : html`<li><strong>Questions that aim at nothing</strong> (${listed(baselines)}) are judged by the same model.</li>`}
<li><strong>A model of one attribute alone</strong>, with questions chosen for it, shows what an attacker who cares for nothing else would reach.</li>
<li><strong>AUC</strong> is the probability that of two people who differ in the attribute the attacker ranks them rightly: 0.5 is guessing, 1 is certainty.
With more than two values it is the mean over each value against the rest.</li>
<li><strong>The control</strong> repeats the questions that aim with the attributes dealt out anew among the people, all of a person’s together.
Whatever is found there is due to the method or to chance.</li>
<li><strong>Who goes with whom:</strong> where attributes go together among the people, telling one tells the other. The table of associations
says how far that alone would lead.</li>
<li><strong>Intervals</strong> cover ${percent(spec.level)} and come from ${count(spec.resamples)} resamples of the people; they hold for each figure by itself.
Of ${count(data.users + data.leftOut)} people, ${count(data.leftOut)} were left out because an attribute of theirs is not known.</li>
</ul>`;
}

export function leakLimits({ asked, spec }: LeakMatrixRecords): Html {
  const shares = asked.map(({ seen }) => seen);
  return html`<ul>
<li>That somebody rated an item is taken for having seen it. Real people forget, fib, and notice what is going on.</li>
<li>Between ${percent(Math.min(...shares))} and ${percent(Math.max(...shares))} of the questions, depending on how they were chosen, could be answered with a
rating; the rest were answered with “haven’t seen it”, which tells something too.</li>
<li>Effects of the attributes add up in this model. What only one combination does (young women, say) is not learned.</li>
<li>A low figure is no proof of safety: a better attacker may find more. A high figure says that groups can be told apart on average, not
that a single guess about one person is right.</li>
<li>The figures hold for these people and items. Labels in data are often self-declared, incomplete or coarse, and ${listed(spec.attributes)} are
richer than these categories.</li>
</ul>
<p><strong>Responsible use.</strong> This report measures a risk so that it can be reduced. Use it on data you are allowed to use. Do not
infer about a person what they chose not to tell: in many places that is unlawful, and everywhere it is a breach of trust.</p>`;
}

export function leakProvenance({ data, spec, provenance, version }: LeakMatrixRecords): Html {
  const { training } = spec;
  const facts: readonly (readonly [string, string])[] = [
    ['Data', data.source],
    ['Fingerprint', data.fingerprint],
    ['Software', `ulterior ${provenance.version}, records version ${version}`],
    ['Finished', provenance.finished],
    ['Seed', `${spec.seed} (training ${training.seed})`],
    ['Folds, resamples', `${spec.folds}, ${count(spec.resamples)}`],
    ['Protocol', `${spec.protocol}, ${counted(spec.questions, 'question')}`],
    [
      'Training',
      `${training.channels.join(' and ')}, dimension ${training.dimension}, noise floor ${training.noiseFloor}, at most ${training.iterations} steps`,
    ],
    ['Belief', `ridge ${spec.ridge}, prior ${spec.prior}`],
  ];
  const rows = facts.map(([name, value]) =>
    name === 'Fingerprint'
      ? html`<dt>${name}</dt><dd><code>${value}</code></dd>`
      : html`<dt>${name}</dt><dd>${value}</dd>`,
  );
  return html`<p>With the same data, seed and parameters the same figures come out again, whatever the number of threads.</p>
<dl class="facts">${rows}</dl>`;
}
