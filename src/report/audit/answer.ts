/** The answer of an audit, in words. */

import { cautionTexts, failedText, smallGroupsText } from '../common/cautionWords.ts';
import { count, counted, decimal, listed, percent, pValue, withInterval } from '../common/format.ts';
import { type AttackerNote, type AuditRecords, findingsWith } from '../common/input.ts';
import { bounded, easiestGroup, leakOfAudit } from '../common/leakShown.ts';
import { sourceText } from '../common/leakSources.ts';
import {
  type Bounded,
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
      leak === 'none' ? '' : protocolText(records),
      leak === 'none' ? '' : againstText(records),
      sourceText(records),
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
export function placesOf(records: AuditRecords): Place[] {
  const { findings, spec } = records;
  const [asked, anything, read] = (['questions', 'openQuestions', 'histories'] as const).map((exposure) =>
    boundedIn(findings, { exposure }),
  );
  const [first] = asked!;
  const [strongest] = read!;
  const control = controlOf(records, 'auc');
  const controlled = pointAt(control, first?.length ?? 0);
  const shuffled = strongest && historyOf(records, strongest.attacker!, 'shuffled');
  const open = openPlace(records, anything!);
  return [
    // The headline is what an attacker would do: whichever way of asking tells more comes first.
    ...(open !== undefined && openLead(records) > 0 ? [open] : []),
    ...(first === undefined
      ? []
      : [
          {
            where: `after ${counted(first.length!, 'question')}${open === undefined ? '' : ' about rated items'}`,
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
    ...(open !== undefined && openLead(records) <= 0 ? [open] : []),
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

/** What questions about anything tell. */
function openPlace(records: AuditRecords, found: readonly Bounded[]): Place | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const { length, attacker, people, accuracy } = first;
  const shuffled = findingsWith(records.findings, 'auc', {
    exposure: 'openQuestions',
    attacker,
    variant: 'shuffled',
  })[0];
  const questions = counted(length!, 'question');
  return {
    where: `after ${questions} about anything (“not seen” is an answer)`,
    theirs: `after ${questions} about anything`,
    short: `after ${questions} about anything`,
    attackers: found.map((one) => ({ ...one, label: labelOf(records, one) })),
    people,
    accuracy,
    control: shuffled && { who: labelOf(records, first), auc: shuffled.auc, shuffles: shuffled.shuffles! },
  };
}

/** How much more questions about anything tell than questions about what people rated. */
function openLead(records: AuditRecords): number {
  const [rated, open] = (['questions', 'openQuestions'] as const).map((exposure) => headlineOf(records, exposure)[0]);
  return rated === undefined || open === undefined ? 0 : open.auc.value - rated.auc.value;
}

/** From this much on, the two ways of asking are different answers to "how much do ten questions tell?". */
const MUCH = 0.05;

/** Why one way of asking tells much more, where it does beyond the bounds of the other. */
function protocolText(records: AuditRecords): string {
  const [rated, open] = (['questions', 'openQuestions'] as const).map((exposure) => headlineOf(records, exposure)[0]);
  if (rated === undefined || open === undefined || Math.abs(openLead(records)) < MUCH) return '';
  const [more, less] = openLead(records) > 0 ? [open, rated] : [rated, open];
  if (bounded(more.auc).low <= less.auc.value) return '';
  const difference = `(${decimal(more.auc.value)} against ${decimal(less.auc.value)})`;
  return more === open
    ? `Questions about anything reveal much more than questions about rated items ${difference}. “Not seen” is an answer too, and a list can ask everyone what reveals most.`
    : `Questions about rated items reveal much more than questions about anything ${difference}. Most people have not seen most items, so an attacker who does not know what they rated often asks in vain.`;
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

const DETECTED = [
  ['questions', 'after questions'],
  ['openQuestions', 'after questions about anything'],
  ['histories', 'from whole histories'],
] as const;

/** What a leak would have had to be to be found. */
export function detectableText(records: AuditRecords): string {
  const smallest = DETECTED.flatMap(([exposure, where]) => {
    const [first] = headlineOf(records, exposure);
    return first === undefined ? [] : [{ auc: decimal(first.detectable!), where }];
  });
  const alike = new Set(smallest.map(({ auc }) => auc)).size === 1;
  const said = alike ? smallest[0]!.auc : listed(smallest.map(({ auc, where }) => `${auc} ${where}`));
  return `With this many people, we would have found an AUC of ${said} four times out of five. A smaller leak can hide.`;
}

function testText({ permutation, verdict }: AuditRecords): string {
  if (permutation === undefined) return '';
  const test = verdict.tests.find(({ name }) => name === 'permutation')!;
  const found = `p = ${pValue(permutation.pValue, permutation.shuffles + 1)}, ${count(permutation.shuffles)} shuffles of the labels`;
  if (permutation.pValue <= test.level) return `This is unlikely to be chance (${found}).`;
  return verdict.leak
    ? `Simple tests do not see it (${found}); it takes an attacker that combines answers.`
    : `To simple tests, shuffled labels look much the same (${found}).`;
}

/** Items that give people away by themselves, beyond what looking at all items explains. */
function itemTexts({ permutation, verdict, data }: AuditRecords): string[] {
  const level = verdict.tests.find(({ name }) => name === 'permutation')?.level ?? 0;
  const telling = permutation?.items.filter((item) => item.pValue <= level) ?? [];
  return telling.map(({ by, title, group, raters, ofGroup }) => {
    if (by === 'rating') return `“${title}” stands out: people in “${group}” rate it differently from everyone else.`;
    const { users } = data.labels.find(({ label }) => label === group)!;
    return `“${title}” stands out: of the ${counted(raters, 'person', 'people')} who rated it, ${count(ofGroup)} are in “${group}” (${percent(ofGroup / raters)}, against ${percent(users / data.users)} of all people).`;
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
      return `Beyond ${count(note.limit)} training people (here ${count(note.people)}), the attacker “${label}” compares everyone with ${count(note.landmarks ?? 0)} of them instead of with all; in full it may find a little more.`;
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
  const groupKeys = group ? [keyFigure(bounded(group.auc), `AUC of “${group.group}” against everyone else`)] : [];
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
