/** The answer in words: a figure never without its bounds and people, and no claim that they do not carry. */

import { cautionTexts } from '../common/cautionWords.ts';
import { capital, count, counted, decimal, listed, percent, pValue, withInterval } from '../common/format.ts';
import type { AttackerFigure, AttackerNote, AuditRecords, Estimate, Headline } from '../common/input.ts';
import { easiestGroup, easiestGroupText, leakOfAudit, leakSentence } from '../common/leakShown.ts';
import { controlCaution, leakOf, leakSize, leakWords, wrongWayText } from '../common/leakWords.ts';
import { baselineOf, controlOf, curveOf, headlineQuestions, largestGroup, nameOf, pointAt } from '../common/lookup.ts';
import type { KeyFigure } from '../page/pageDocument.ts';

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
  const answer = answerFromFigures(records);
  return { ...answer, found: joined([...cautionTexts(records.data), answer.found]) };
}

function answerFromFigures(records: AuditRecords): AuditAnswer {
  const { headlines, data } = records;
  const leak = leakOfAudit(records);
  if (headlines.length === 0)
    return {
      verdict: 'The records have no figures, so there is no answer to give.',
      found: '',
      meaning: '',
      behind: '',
    };
  const found = capital(headlines.map((headline) => findingText(records, headline)).join('; '));
  const behind = joined([
    leak === 'none' ? '' : againstText(records),
    testText(records),
    ...itemTexts(records),
    controlText(records),
    ...vectorTexts(records),
    ...(records.attackerNotes ?? []).map(noteText),
  ]);
  if (leak !== 'none') {
    const meaning = joined([peopleText(records), meaningText(records)]);
    const easiest = easiestGroupText(
      headlines.flatMap(({ attackers }) => attackers),
      records.spec.level,
    );
    return {
      verdict: leakSentence(leak, data.attribute),
      found: joined([`${found}.`, easiest]),
      meaning,
      behind,
    };
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
    verdict: `${capital(leakOf('none', data.attribute))}. That is no proof of safety: other questions, more people or a better attacker may find more.`,
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

function testText({ permutation, verdict }: AuditRecords): string {
  if (permutation === undefined) return '';
  const test = verdict.tests.find(({ name }) => name === 'permutation')!;
  const found = `p = ${pValue(permutation.pValue, permutation.shuffles + 1)}, ${count(permutation.shuffles)} shuffles of the labels`;
  if (permutation.pValue <= test.level) return `This is unlikely to be chance (${found}).`;
  return verdict.leak
    ? `Simple tests do not see it (${found}); it takes an attacker that combines answers.`
    : `Shuffled labels look much the same to simple tests (${found}).`;
}

/** Items that give people away by themselves, beyond what looking at all items explains. */
function itemTexts({ permutation, verdict, data }: AuditRecords): string[] {
  const level = verdict.tests.find(({ name }) => name === 'permutation')?.level ?? 0;
  const telling = permutation?.items.filter((item) => item.pValue <= level) ?? [];
  return telling.map(({ by, title, group, raters, ofGroup }) => {
    if (by === 'rating') return `“${title}” stands out: people in “${group}” rate it differently from everyone else.`;
    const { users } = data.labels.find(({ label }) => label === group)!;
    return `“${title}” stands out: of the ${counted(raters, 'person', 'people')} who rated it, ${count(ofGroup)} are in “${group}” (${percent(ofGroup / raters)}; in total it is ${percent(users / data.users)}).`;
  });
}

/** The same attackers with labels in which there is nothing to find; of each headline the strongest, where it has a control. */
function controlText(records: AuditRecords): string {
  const controls = records.headlines.flatMap((headline) => controlOfHeadline(records, headline) ?? []);
  if (controls.length === 0) return 'No control with shuffled labels was run.';
  return joined(
    controls.map(({ who, where, auc, shuffles }, n) => {
      const run = shuffles === 1 ? 'one shuffle' : `mean of ${counted(shuffles, 'shuffle')}`;
      const start = n === 0 ? 'In the control, with the labels shuffled among the people, ' : 'There, ';
      return `${start}${who} reaches ${withInterval(auc)} ${where} (${run}).${controlCaution(auc)}`;
    }),
  );
}

function controlOfHeadline(records: AuditRecords, headline: Headline) {
  const where = fromText(headline);
  if (headline.kind === 'questions') {
    const curve = controlOf(records);
    const auc = pointAt(curve, headline.questions!)?.auc;
    if (curve === undefined || auc === undefined) return undefined;
    return { who: nameOf(records, curve.contender), where, auc, shuffles: records.spec.controls };
  }
  const { id, label } = headline.attackers[0]!;
  const control = records.fullHistory.find(({ classifier, variant }) => classifier === id && variant === 'shuffled');
  return control && { who: label, where, auc: control.auc, shuffles: control.shuffles ?? records.spec.controls };
}

/** A recommender that learned from the people who are judged knows more of them than a stranger would. */
function vectorTexts({ itemVectorsFrom }: AuditRecords): string[] {
  if (itemVectorsFrom === undefined) return [];
  return [
    `Questions were chosen and judged with the item vectors in “${itemVectorsFrom}”. If the ratings of the people in this audit went into them, strangers may be a little harder to tell.`,
  ];
}

/** Attackers that did not run, or not in full: a figure without them says less. */
function noteText(note: AttackerNote): string {
  const { label } = note;
  switch (note.form) {
    case 'leftOut':
      return `One attacker on whole histories was left out because of its cost: “${label}” is for up to ${count(note.limit)} training people, and there are ${count(note.people)}. It may find more.`;
    case 'landmarks':
      return `Beyond ${count(note.limit)} training people (here ${count(note.people)}), the attacker “${label}” compares everybody with ${count(note.landmarks ?? 0)} of them instead of with all; in full it may find a little more.`;
    case 'failed':
      return `The attacker “${label}” could not run on these data and was left out of every figure (${note.reason}). It might have found more.`;
    case 'withoutPresence': {
      const { missing, people, items } = note;
      const all =
        missing === 0
          ? 'Everyone answered everything, so which items people answered tells nothing'
          : `Almost everyone answered everything (${count(missing)} of ${count(people * items)} answers are missing), so which items people answered tells next to nothing`;
      return `${all}; the attacker “${label}” went without latent factors of it.`;
    }
  }
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
  const group = easiestGroup(records.headlines.flatMap(({ attackers }) => attackers));
  const groupFigure = group && {
    value: decimal(group.auc.value),
    interval: interval(group.bounds),
    meaning: `AUC of “${group.label}” against everyone else, ${leakWords[leakSize(group.bounds.low)]}`,
  };
  // The verdict goes by the largest lower bound, and so does the largest figure.
  const groupFirst =
    group && records.headlines.every(({ attackers }) => attackers.every(({ bounds }) => bounds.low < group.bounds.low));
  return [
    ...(groupFigure && groupFirst ? [groupFigure] : []),
    ...records.headlines.map(strongest),
    ...(groupFigure && !groupFirst ? [groupFigure] : []),
    ...(other && baseline ? [key(other.auc, `${nameOf(records, baseline.id)}, the same number of questions`)] : []),
    ...(control ? [key(control.auc, 'control: shuffled labels')] : []),
  ];
}
