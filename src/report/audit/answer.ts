/** The answer of an audit, in words. */

import { cautionTexts, failedText, smallGroupsText } from '../common/cautionWords.ts';
import { count, counted, decimal, listed, percent, pValue, withInterval } from '../common/format.ts';
import type { AttackerNote, AuditRecords, Headline } from '../common/input.ts';
import { easiestGroup, leakOfAudit } from '../common/leakShown.ts';
import { leakSize, leakWords } from '../common/leakWords.ts';
import { baselineOf, controlOf, curveOf, headlineQuestions, nameOf, pointAt } from '../common/lookup.ts';
import {
  type AuditAnswer,
  attackersAnswer,
  controlText,
  joined,
  keyFigure,
  type Place,
  placeKey,
} from '../page/attackersAnswer.ts';
import type { KeyFigure } from '../page/pageDocument.ts';

/** The answer of an audit, part by part. */
export function answerOf(records: AuditRecords): AuditAnswer {
  const { headlines, data, spec } = records;
  const cautions = cautionTexts(data);
  if (headlines.length === 0) {
    const verdict = 'The records have no figures, so there is no answer to give.';
    return { verdict, found: joined(cautions), meaning: '', behind: '' };
  }
  const leak = leakOfAudit(records);
  const places = headlines.map((headline) => placeOf(records, headline));
  const answer = attackersAnswer({
    leak,
    data,
    level: spec.level,
    places,
    others: 'other questions, more people',
    detectable: detectableText(records),
    behind: joined([
      leak === 'none' ? '' : againstText(records),
      testText(records),
      ...itemTexts(records),
      controlText(places),
      ...vectorTexts(records),
      ...(records.attackerNotes ?? []).map(noteText),
      smallGroupsText(records),
    ]),
  });
  return { ...answer, found: joined([...cautions, answer.found]) };
}

/** All of it in one piece. */
export function answerText(records: AuditRecords): string {
  const { verdict, found, meaning, behind } = answerOf(records);
  return joined([verdict, found, meaning, behind]);
}

function placeOf(records: AuditRecords, { kind, questions = 0, users: people, attackers }: Headline): Place {
  const { id, label } = attackers[0]!;
  if (kind === 'questions') {
    const control = controlOf(records);
    const auc = pointAt(control, questions)?.auc;
    return {
      where: `after ${counted(questions, 'question')}`,
      attackers: attackers.map((attacker) => ({ ...attacker, label: nameOf(records, attacker.id) })),
      people,
      accuracy: pointAt(curveOf(records, id), questions)?.accuracy,
      control: control && auc && { who: nameOf(records, control.contender), auc, shuffles: records.spec.controls },
    };
  }
  const figuresOf = (wanted: 'real' | 'shuffled') =>
    records.fullHistory.find(({ classifier, variant }) => classifier === id && variant === wanted);
  const control = figuresOf('shuffled');
  return {
    where: 'from everything a person ever rated',
    theirs: 'from everything they ever rated',
    short: 'from whole histories',
    attackers,
    people,
    accuracy: figuresOf('real')?.accuracy,
    control: control && { who: label, auc: control.auc, shuffles: control.shuffles ?? records.spec.controls },
  };
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
      return failedText(note);
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
  const questions = headlineQuestions(records);
  const baseline = baselineOf(records);
  const other = baseline && pointAt(curveOf(records, baseline.id), questions);
  const control = pointAt(controlOf(records), questions);
  const attackers = records.headlines.flatMap((headline) => headline.attackers);
  const group = easiestGroup(attackers);
  const words = group && leakWords[leakSize(group.bounds.low)];
  const groupKeys = group
    ? [keyFigure(group.auc, group.bounds, `AUC of “${group.label}” against everyone else, ${words}`)]
    : [];
  // The verdict goes by the largest lower bound, and so does the largest figure.
  const groupFirst = group !== undefined && attackers.every(({ bounds }) => bounds.low < group.bounds.low);
  return [
    ...(groupFirst ? groupKeys : []),
    ...records.headlines.map((headline) => placeKey(placeOf(records, headline))),
    ...(groupFirst ? [] : groupKeys),
    ...(other && baseline
      ? [keyFigure(other.auc, other.auc, `${nameOf(records, baseline.id)}, the same number of questions`)]
      : []),
    ...(control ? [keyFigure(control.auc, control.auc, 'control: shuffled labels')] : []),
  ];
}
