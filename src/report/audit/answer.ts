/** The answer of an audit, in words. */

import { cautionTexts, failedText, smallGroupsText } from '../common/cautionWords.ts';
import { count, counted, decimal, listed, percent, pValue, withInterval } from '../common/format.ts';
import type { AttackerNote, AuditRecords } from '../common/input.ts';
import { bounded, easiestGroup, leakOfAudit } from '../common/leakShown.ts';
import { leakSize, leakWords } from '../common/leakWords.ts';
import {
  baselineOf,
  boundedIn,
  controlOf,
  curveOf,
  headlineOf,
  headlineQuestions,
  historyOf,
  labelOf,
  nameOf,
  pointAt,
} from '../common/lookup.ts';
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
  const { data, spec } = records;
  const places = placesOf(records);
  const cautions = cautionTexts(data);
  if (places.length === 0) {
    const verdict = 'The records have no figures, so there is no answer to give.';
    return { verdict, found: joined(cautions), meaning: '', behind: '' };
  }
  const leak = leakOfAudit(records);
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

/** After questions, and from whole histories where that was looked at. */
function placesOf(records: AuditRecords): Place[] {
  const { findings, spec } = records;
  const [asked, read] = (['questions', 'histories'] as const).map((exposure) => boundedIn(findings, { exposure }));
  const [first] = asked!;
  const [strongest] = read!;
  const control = controlOf(records, 'auc');
  const controlled = pointAt(control, first?.length ?? 0);
  const shuffled = strongest && historyOf(records, strongest.attacker!, 'shuffled');
  return [
    ...(first === undefined
      ? []
      : [
          {
            where: `after ${counted(first.length!, 'question')}`,
            attackers: asked!.map((found) => ({ ...found, label: nameOf(records, found.attacker!) })),
            people: first.people,
            accuracy: pointAt(curveOf(records, 'accuracy', first.attacker!), first.length!)?.accuracy,
            control: controlled && {
              who: nameOf(records, controlled.attacker!),
              auc: controlled.auc,
              shuffles: spec.controls,
            },
          },
        ]),
    ...(strongest === undefined
      ? []
      : [
          {
            where: 'from everything a person ever rated',
            theirs: 'from everything they ever rated',
            short: 'from whole histories',
            attackers: read!.map((found) => ({ ...found, label: labelOf(records, found) })),
            people: strongest.people,
            accuracy: strongest.accuracy,
            control: shuffled && {
              who: labelOf(records, strongest),
              auc: shuffled.auc!,
              shuffles: shuffled.shuffles ?? spec.controls,
            },
          },
        ]),
  ];
}

function againstText(records: AuditRecords): string {
  const questions = headlineQuestions(records);
  const baseline = baselineOf(records);
  const other = baseline && pointAt(curveOf(records, 'auc', baseline.id), questions);
  if (!baseline || !other) return '';
  const chosen =
    baseline.strategy === 'random' ? 'random questions' : `questions chosen by ${nameOf(records, baseline.id)}`;
  return `The same number of ${chosen} reaches ${withInterval(other.auc)}.`;
}

/** What a leak would have had to be to be found. */
export function detectableText(records: AuditRecords): string {
  const smallest = (['questions', 'histories'] as const).flatMap((exposure) => {
    const [first] = headlineOf(records, exposure);
    if (first === undefined) return [];
    return [`${decimal(first.detectable!)} ${exposure === 'questions' ? 'after questions' : 'from whole histories'}`];
  });
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
  const other = baseline && pointAt(curveOf(records, 'auc', baseline.id), questions);
  const control = pointAt(controlOf(records, 'auc'), questions);
  const found = boundedIn(records.findings);
  const group = easiestGroup(found);
  const low = group && bounded(group.auc).low;
  const words = low !== undefined && leakWords[leakSize(low)];
  const groupKeys = group
    ? [keyFigure(bounded(group.auc), `AUC of “${group.group}” against everyone else, ${words}`)]
    : [];
  // The verdict goes by the largest lower bound, and so does the largest figure.
  const groupFirst =
    low !== undefined && found.every(({ auc, group: own }) => own !== undefined || bounded(auc).low < low);
  return [
    ...(groupFirst ? groupKeys : []),
    ...placesOf(records).map(placeKey),
    ...(groupFirst ? [] : groupKeys),
    ...(other && baseline
      ? [keyFigure(other.auc, `${nameOf(records, baseline.id)}, the same number of questions`)]
      : []),
    ...(control ? [keyFigure(control.auc, 'control: shuffled labels')] : []),
  ];
}
