/** The answer in words: a figure never without its bounds and people, and no claim that they do not carry. */
import { capital, count, counted, decimal, listed, percent, pValue, withInterval } from '../common/format.ts';
import type { AttackerFigure, AuditRecords, Estimate, Headline } from '../common/input.ts';
import { controlCaution, leakOf, leakSize, leakWords, wrongWayText } from '../common/leakWords.ts';
import { baselineOf, controlOf, curveOf, headlineQuestions, largestGroup, nameOf, pointAt } from '../common/lookup.ts';

/** What an audit answers, in sentences. */
export interface AuditAnswer {
  /** One sentence. */
  readonly verdict: string;
  /** Who found what, and how sure that is. */
  readonly found: string;
  /** What it means for people. */
  readonly meaning: string;
  /** What stands behind it: random questions, the permutation test, the control, and who was left out. */
  readonly behind: string;
}

/** The answer of an audit, part by part. */
export function answerOf(records: AuditRecords): AuditAnswer {
  const { verdict, headlines } = records;
  if (headlines.length === 0)
    return {
      verdict: 'The records have no figures, so there is no answer to give.',
      found: '',
      meaning: '',
      behind: '',
    };
  const found = capital(headlines.map((headline) => findingText(records, headline)).join('; '));
  const behind = joined([
    verdict.leak ? againstText(records) : '',
    testText(records),
    controlText(records),
    ...vectorTexts(records),
    ...costTexts(records),
  ]);
  if (verdict.leak) {
    const meaning = joined([peopleText(records), meaningText(records)]);
    return { verdict: `${capital(leakText(records))}.`, found: `${found}.`, meaning, behind };
  }
  const wrong = wrongWayText(
    headlines.flatMap((headline) =>
      headline.attackers.map((attacker) => ({
        who: attackerName(records, headline, attacker),
        value: attacker.auc.value,
        ...attacker.bounds,
      })),
    ),
  );
  return {
    verdict: `${capital(leakOf('none', records.data.attribute))}. That is no proof of safety: other questions, more people or a better attacker may find more.`,
    found: joined([
      wrong === '' ? `${found}, and that cannot be told from guessing (0.5).` : `${found}. ${wrong}`,
      detectableText(records),
    ]),
    meaning: peopleText(records),
    behind,
  };
}

/** All of it in one piece. */
export function answerText(records: AuditRecords): string {
  const { verdict, found, meaning, behind } = answerOf(records);
  return joined([verdict, found, meaning, behind]);
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');

/** How large the leak is, by the attacker with the highest lower bound. */
function leakText({ headlines, data }: AuditRecords): string {
  const low = Math.max(...headlines.flatMap(({ attackers }) => attackers.map(({ bounds }) => bounds.low)));
  const size = leakSize(low);
  if (size === 'none') return `a leak of ${data.attribute}, of a size that these attackers could not measure`;
  return leakOf(size, data.attribute);
}

function findingText(records: AuditRecords, headline: Headline): string {
  const strongest = headline.attackers[0]!;
  const where =
    headline.kind === 'questions'
      ? `after ${counted(headline.questions!, 'question')}`
      : 'from everything a person ever rated';
  const name = attackerName(records, headline, strongest);
  const among =
    headline.attackers.length > 1 ? `the strongest of ${headline.attackers.length} attackers (${name})` : name;
  return `${where} ${among} reaches an AUC of ${figureText(strongest, records)}, ${counted(headline.users, 'person', 'people')}`;
}

function figureText({ auc, bounds }: AttackerFigure, { spec }: AuditRecords): string {
  return `${decimal(auc.value)} (${percent(spec.level)} bounds ${decimal(bounds.low)} to ${decimal(bounds.high)})`;
}

function attackerName(records: AuditRecords, { kind }: Headline, { id, label }: AttackerFigure): string {
  return kind === 'questions' ? nameOf(records, id) : label;
}

/**
 * What the figures mean for 1,000 people, beside what anybody gets who names the largest group. An attacker who takes
 * all groups for equally likely names the largest too seldom to be right most often, so that fewer hits are no all-clear.
 */
function peopleText(records: AuditRecords): string {
  const { label, share } = largestGroup(records.data.labels);
  const hits = records.headlines.flatMap((headline) => {
    const accuracy = accuracyOf(records, headline);
    if (accuracy === undefined || !Number.isFinite(accuracy.value)) return [];
    const { value, low, high } = accuracy;
    return [
      { low, text: `for ${inThousand(value)} (${inThousand(low)} to ${inThousand(high)}) ${fromText(headline)}` },
    ];
  });
  if (hits.length === 0 || !Number.isFinite(share)) return '';
  const caution = hits.some(({ low }) => low <= share)
    ? ' Being right no more often than that is no all-clear: the attacker does not try to be right as often as possible, and the AUC says how well it tells people apart.'
    : '';
  return (
    `Of 1,000 people, guessing the largest group (“${label}”) for everybody is right for ${inThousand(share)}; the attacker is right ` +
    `${listed(hits.map(({ text }) => text))}.${caution}`
  );
}

const inThousand = (share: number) => count(1000 * share);

const fromText = ({ kind, questions }: Headline) =>
  kind === 'questions' ? `after ${counted(questions!, 'question')}` : 'from everything they ever rated';

/** How often the strongest attacker is right. */
function accuracyOf(records: AuditRecords, { kind, questions, attackers }: Headline): Estimate | undefined {
  const { id } = attackers[0]!;
  return kind === 'questions'
    ? pointAt(curveOf(records, id), questions!)?.accuracy
    : records.fullHistory.find(({ classifier, variant }) => classifier === id && variant === 'real')?.accuracy;
}

function meaningText(records: AuditRecords): string {
  const { headlines, data } = records;
  const best = Math.max(...headlines.map(({ attackers }) => attackers[0]!.auc.value));
  // Rounded, a figure close to certainty would read as certainty.
  const times = best > 0.995 ? 'more than 99' : String(Math.round(100 * best));
  return data.labels.length === 2
    ? `An AUC of ${decimal(best)} means: of two people who differ in ${data.attribute}, the attacker tells which is which ${times} times in 100.`
    : `An AUC of ${decimal(best)} means: of one person in a group and one outside it, the attacker picks the right one ${times} times in 100, on average over the groups.`;
}

function againstText(records: AuditRecords): string {
  const questions = headlineQuestions(records);
  const baseline = baselineOf(records);
  const other = baseline && pointAt(curveOf(records, baseline.id), questions);
  if (!baseline || !other) return '';
  const chosen =
    baseline.strategy === 'random' ? 'random questions' : `questions chosen by ${nameOf(records, baseline.id)}`;
  return `The same number of ${chosen} reaches ${withInterval(other.auc)}.`;
}

/** What a leak would have had to be to be found. */
export function detectableText({ headlines }: AuditRecords): string {
  const smallest = headlines.map(({ kind, detectable }) =>
    kind === 'questions' ? `${decimal(detectable)} after questions` : `${decimal(detectable)} from whole histories`,
  );
  return `With this many people, the smallest leak that would have been found with 80% probability is an AUC of ${listed(smallest)}; a smaller one can hide.`;
}

function testText({ permutation, verdict, spec }: AuditRecords): string {
  if (permutation === undefined) return '';
  const corrected = verdict.tests.find(({ name }) => name === 'permutation')!.corrected;
  const shows = corrected <= 1 - spec.level ? 'can tell' : 'cannot tell';
  return `A ridge regression ${shows} the real labels from ${count(permutation.shuffles)} shuffles of them (p = ${pValue(corrected, permutation.shuffles)}, corrected).`;
}

function controlText(records: AuditRecords): string {
  const control = pointAt(controlOf(records), headlineQuestions(records));
  if (control === undefined) return 'No control with shuffled labels was run.';
  const shuffles = counted(records.spec.controls, 'shuffle');
  return `The control, with the labels shuffled among the people (mean of ${shuffles}), reaches ${withInterval(control.auc)}.${controlCaution(control.auc)}`;
}

/** A recommender that learned from the people who are judged knows more of them than a stranger would. */
function vectorTexts({ itemVectorsFrom }: AuditRecords): string[] {
  if (itemVectorsFrom === undefined) return [];
  return [
    `Questions were chosen and judged with the item vectors in “${itemVectorsFrom}”. If the ratings of the people in this audit went into them, strangers may be a little harder to tell.`,
  ];
}

/** Attackers that were left out, or took a shorter way: a figure without them says less. */
function costTexts({ costNotes = [] }: AuditRecords): string[] {
  return costNotes.map(({ label, form, people, limit, landmarks = 0 }) =>
    form === 'leftOut'
      ? `One attacker on whole histories was left out because of its cost: “${label}” is for up to ${count(limit)} training people, and there are ${count(people)}. It may find more.`
      : `Beyond ${count(limit)} training people (here ${count(people)}), the attacker “${label}” compares everybody with ${count(landmarks)} of them instead of with all; in full it may find a little more.`,
  );
}

/** A figure that stands in large type under the answer. */
export interface KeyFigure {
  readonly value: string;
  readonly interval: string;
  readonly meaning: string;
}

/** What stands in large figures under the answer, first the main one. */
export function keyFigures(records: AuditRecords): KeyFigure[] {
  const interval = ({ low, high }: { low: number; high: number }) => `[${decimal(low)}, ${decimal(high)}]`;
  const strongest = (headline: Headline): KeyFigure => {
    const attacker = headline.attackers[0]!;
    const name = attackerName(records, headline, attacker);
    const where =
      headline.kind === 'questions' ? `after ${counted(headline.questions!, 'question')}` : 'from whole histories';
    return {
      value: decimal(attacker.auc.value),
      interval: interval(attacker.bounds),
      meaning: `AUC ${where}: ${name}, ${leakWords[leakSize(attacker.bounds.low)]}; ${counted(headline.users, 'person', 'people')}`,
    };
  };
  const questions = headlineQuestions(records);
  const baseline = baselineOf(records);
  const other = baseline && pointAt(curveOf(records, baseline.id), questions);
  const control = pointAt(controlOf(records), questions);
  const key = (auc: { value: number; low: number; high: number }, meaning: string) => ({
    value: decimal(auc.value),
    interval: interval(auc),
    meaning,
  });
  return [
    ...records.headlines.map(strongest),
    ...(other && baseline ? [key(other.auc, `${nameOf(records, baseline.id)}, the same number of questions`)] : []),
    ...(control ? [key(control.auc, 'control: shuffled labels')] : []),
  ];
}
