/** What the page says in words: the question, methods, limits and provenance. */
import { count, counted, decimal, listed, percent, setAside } from '../common/format.ts';
import type { AuditRecords } from '../common/input.ts';
import { contendersOf, headlineOf, headlineQuestions, nameOf } from '../common/lookup.ts';
import {
  aucPoint,
  controlPoint,
  foldsPoint,
  intervalsPoint,
  measuredFacts,
  NO_PROOF,
  provenanceOf,
  responsibleUse,
  solverName,
  whoIsCounted,
} from '../page/howMeasured.ts';
import { type Html, html } from '../page/html.ts';
import { detectableText } from './answer.ts';

export function questionText(records: AuditRecords): Html {
  const { data, spec } = records;
  const contenders = contendersOf(records);
  const names = listed(contenders.map(({ id }) => nameOf(records, id)));
  return html`<p>A recommender asks people to rate items in order to learn their taste. Suppose that it also wants to know
their ${data.attribute} (${groupNames(data.labels)}), which they never told it. How much do the answers give away, how fast, and does the
choice of questions matter?</p>
<p>To find out, we simulated interviews with ${counted(data.users, 'person', 'people')} of “${data.source}”. Their
${data.attribute} is known, but the attacker did not see it. Each was asked up to ${counted(spec.maxQuestions, 'question')}, chosen in
${counted(contenders.length, 'way')} (${names}), and answered with the ratings they really gave.</p>`;
}

/** Of few groups all names; of many their number, and where all names are found. */
export function groupNames(labels: readonly { readonly label: string }[]): string {
  return labels.length > 8
    ? `${count(labels.length)} groups, named in “The data”`
    : listed(labels.map(({ label }) => label));
}

export function methodsText(records: AuditRecords): Html {
  const { spec, permutation } = records;
  const open = headlineOf(records, 'openQuestions');
  const attackers = [...headlineOf(records, 'questions'), ...open, ...headlineOf(records, 'histories')].length;
  const { training } = spec;
  return html`<ul>
${foldsPoint(spec.folds)}<li><strong>The model</strong> is a matrix factorization (${solverName(training)}, ${training.dimension} dimensions) in which every item
has, besides its profile, one bias for each group. An item whose biases lie far apart tells the groups apart.</li>
<li><strong>The attacker</strong> keeps a probability for each group and updates it after every answer. At the start it assumes
${spec.prior === 'uniform' ? 'that all groups are equally likely' : 'the shares of the groups in the training data'}.</li>
${aucPoint}<li><strong>Accuracy</strong> is the share of people whose group the attacker names correctly. Compare it with guessing the largest group for
everyone, which is right for many people where groups are uneven.</li>
<li><strong>${open.length === 0 ? 'Two' : 'Three'} headlines, each the strongest attacker’s:</strong> after ${counted(headlineQuestions(records), 'question')}, a number
fixed beforehand${open.length === 0 ? '' : ', about what a person is known to have rated and about anything'}, and from whole histories. Their bounds hold for all ${counted(attackers, 'attacker')} at once, so that
choosing the largest figure does not flatter it.</li>
${controlPoint(
  `repeats the audit with the labels shuffled among the people, ${spec.controls === 1 ? 'once' : `${spec.controls} times`}, and shows the mean; attackers on whole histories that cost much are repeated once`,
  'Its grey band covers the whole curve at once.',
)}${permutation === undefined ? '' : permutationText(permutation, records)}
${intervalsPoint(spec, 'they hold at each number of questions by itself', {
  widened: 'widened because folds learn from one another’s people',
  more: 'Shares of people have Wilson’s intervals. Biases and gaps are means over the folds and have no interval. What an answer is worth is a mean over the people asked.',
})}${spec.protocol === 'open' ? openText(records) : ratedText(records)}
${spec.contenders.some(({ calibrated }) => calibrated) ? CALIBRATED : ''}
</ul>`;
}

const CALIBRATED = html`<li><strong>Calibrated</strong> contenders correct their confidence with the help of interviews with a fifth of the training
users, by a model that has not seen them.</li>`;

function ratedText({ spec }: AuditRecords): Html {
  const open =
    spec.openLists.length === 0
      ? ''
      : ' An outsider does not know which those are, so the same number of questions is also asked about anything: a list chosen in the training folds, where “not seen” is an answer.';
  return html`<li><strong>What may be asked:</strong> items that the person is known to have rated.${open}</li>
${whoIsCounted}${ratingErrorText(spec, 'which were never asked')}`;
}

function openText({ spec }: AuditRecords): Html {
  return html`<li><strong>What may be asked:</strong> any item. “Haven’t seen it” is an answer and costs a question; attackers that read two channels
learn from it. Everyone is counted until the end.</li>
${ratingErrorText(spec, 'and what was asked in the meantime is no longer predicted')}`;
}

function ratingErrorText(spec: AuditRecords['spec'], which: string): Html | '' {
  if (spec.heldOut === 0) return '';
  const ridge = spec.predictionRidge === 'tuned' ? ', chosen in each fold on training users' : '';
  return html`<li><strong>Rating error</strong> is measured on ${setAside(spec)}, ${which}. They are predicted from a profile with a ridge of its
own${ridge}. The item means are those of the training users: all that a recommender knows without asking.</li>`;
}

function permutationText(
  { shuffles, features, dimensions }: NonNullable<AuditRecords['permutation']>,
  { verdict, spec }: AuditRecords,
): Html {
  const levelOf = (wanted: 'attackers' | 'permutation') =>
    percent(verdict.tests.find(({ name }) => name === wanted)?.level ?? Number.NaN);
  const read = features === 'ratings' ? 'every item' : `${dimensions} leading directions of all items`;
  return html`<li><strong>Is there any leak?</strong> Simple statistics of the labels are compared with the same statistics of ${count(shuffles)}
shuffles of the labels: a ridge regression on whole histories (${read}: what was rated, and how), and for every item who rated it and how.
One p-value stands for all of them. A leak is shown if it is at most ${levelOf('permutation')}, or if that of the strongest attacker,
corrected for all attackers, is at most ${levelOf('attackers')}: together what a level of ${percent(spec.level)} leaves.</li>`;
}

export function limitsText(records: AuditRecords): Html {
  const { data, spec } = records;
  const asked =
    spec.protocol === 'open'
      ? 'The answers are ratings that people once gave by themselves, and what they never rated counts as not seen, which is not the same.'
      : 'The answers are ratings that people once gave by themselves, so only items they had rated could be asked.';
  return html`<ul>
<li>${asked} Real people may answer differently, skip questions, or notice what is going on.</li>
<li>${NO_PROOF} A high figure says that a group can be told
apart on average, not that a single guess about one person is right.</li>
<li>${detectableText(records)}</li>
<li>The figures hold for these people and items. Labels in data are often self-declared, incomplete or coarse, and ${data.attribute}
is richer than ${counted(data.labels.length, 'group')}.</li>
<li>The items that leak most were picked as the largest of many, so their figures are somewhat overstated.</li>
</ul>
${responsibleUse()}`;
}

export function provenanceText(records: AuditRecords): Html {
  const { spec, provenance } = records;
  const { training } = spec;
  const noise = provenance.noiseVariances.filter(Number.isFinite);
  const mean = noise.reduce((sum, value) => sum + value, 0) / noise.length;
  const ridges = spec.predictionRidge === 'tuned' ? provenance.predictionRidges : undefined;
  const predictionRidge = ridges ? `tuned (${ridges.join(', ')})` : spec.predictionRidge;
  return provenanceOf([
    ...measuredFacts(records),
    [
      'Training',
      `${training.solver}, dimension ${training.dimension}, ${training.iterations} iterations, step ${training.step}, profile ridge ` +
        `${training.profileRidge}, bias ridge ${training.biasRidge} (${training.ridgeForm}), centring ${training.centring}, ` +
        `initial scale ${training.initialScale}, noise hold-out ${training.noiseHoldOut}`,
    ],
    ['Classifier', `ridge ${spec.ridge}, prior ${spec.prior}, prediction ridge ${predictionRidge}`],
    ['Noise variance', noise.length === 0 ? '–' : `${decimal(mean, 4)} (mean of ${counted(noise.length, 'model')})`],
    [
      'Contenders',
      spec.contenders.map(({ id, strategy, classifier }) => `${id} (${strategy}, ${classifier})`).join('; '),
    ],
  ]);
}
