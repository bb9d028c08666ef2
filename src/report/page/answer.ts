/** The answer in words: a figure never without interval, people and control, and no claim that they do not carry. */
import { count, counted, decimal, percent, withInterval } from '../format.ts';
import type { AuditRecords } from '../input.ts';
import {
  baselineOf,
  controlOf,
  curveOf,
  headlinePoint,
  headlineQuestions,
  leadOf,
  nameOf,
  pointAt,
  verdictOf,
} from '../lookup.ts';

export function answerText(records: AuditRecords): string {
  const point = headlinePoint(records);
  if (point === undefined) return 'The records hold no curve for the first contender, so there is no answer to give.';
  const questions = headlineQuestions(records);
  const { attribute } = records.spec;
  const lead = nameOf(records, leadOf(records).id);
  const figure =
    `an AUC of ${decimal(point.auc.value)} (${percent(records.spec.level)} interval ${decimal(point.auc.low)} to ` +
    `${decimal(point.auc.high)}, ${counted(point.users, 'person', 'people')})`;
  const asked = `${counted(point.questions, 'question')} chosen by ${lead}`;
  const control = pointAt(controlOf(records), questions);
  const controlWords =
    control && `${withInterval(control.auc)} on labels shuffled among the people, where there is nothing to find`;
  // A control that finds something points to a fault in the data or in the method; who reads the figure must know.
  const caution =
    control && control.auc.low > 0.5
      ? ' That itself stands above guessing, where it should not: part of the figure may be an artefact.'
      : '';
  const verdict = verdictOf(records);
  if (verdict === 'nothing') {
    return (
      `No leak could be shown. After ${asked}, the attacker reaches ${figure}, which does not stand clear of guessing (0.5) and of ` +
      `the control: ${controlWords}. That is no proof of safety: other questions, more people or a better attacker may find more.`
    );
  }
  if (verdict === 'unchecked') {
    return (
      `After ${asked}, the attacker reaches ${figure}. No control with shuffled labels was run, so this report cannot say how much ` +
      'of that the method finds by itself.'
    );
  }
  const ranked = Math.round(100 * point.auc.value);
  const pair =
    records.data.labels.length === 2
      ? `of two people who differ in ${attribute}, it tells which is which ${ranked} times in 100`
      : `of one person in a group and one outside it, it picks the right one ${ranked} times in 100, on average over the groups`;
  return `After ${asked}, the attacker infers ${attribute} with ${figure}: ${pair}. ${against(records, questions)}The control reaches ${controlWords}.${caution}`;
}

function against(records: AuditRecords, questions: number): string {
  const baseline = baselineOf(records);
  const other = baseline && pointAt(curveOf(records, baseline.id), questions);
  if (!baseline || !other) return '';
  const random = baseline.strategy === 'random';
  const name = random ? 'as many questions at random' : `as many questions chosen by ${nameOf(records, baseline.id)}`;
  return `${capital(name)} reach ${withInterval(other.auc)}. `;
}

export interface KeyFigure {
  readonly value: string;
  readonly interval: string;
  readonly meaning: string;
}

/** What stands in large figures under the answer, first the main one. */
export function keyFigures(records: AuditRecords): KeyFigure[] {
  const questions = headlineQuestions(records);
  const point = headlinePoint(records);
  if (point === undefined) return [];
  const baseline = baselineOf(records);
  const other = baseline && pointAt(curveOf(records, baseline.id), questions);
  const control = pointAt(controlOf(records), questions);
  const interval = ({ low, high }: { low: number; high: number }) => `[${decimal(low)}, ${decimal(high)}]`;
  const key = (auc: { value: number; low: number; high: number }, meaning: string) => ({
    value: decimal(auc.value),
    interval: interval(auc),
    meaning,
  });
  return [
    key(
      point.auc,
      `AUC after ${counted(point.questions, 'question')}, ${nameOf(records, leadOf(records).id)}; ${count(point.users)} people`,
    ),
    ...(other && baseline ? [key(other.auc, `${nameOf(records, baseline.id)}, as many questions`)] : []),
    ...(control ? [key(control.auc, 'control: shuffled labels')] : []),
  ];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
