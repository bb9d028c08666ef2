/** The answer in words: a figure never without interval, people and control, and no claim that they do not carry. */
import { capital, counted, decimal, percent, percentWithInterval, withInterval } from '../common/format.ts';
import type { Estimate, NumericRecords } from '../common/input.ts';
import { controlCaution, type LeakSize, leakOf, leakSize } from '../common/leakWords.ts';
import { pointAt } from '../common/lookup.ts';
import type { KeyFigure } from '../page/answer.ts';
import {
  baselineName,
  digitsOf,
  estimateInUnit,
  inUnit,
  labelOf,
  leadName,
  numericControl,
  numericHeadline,
  numericPoint,
  numericVerdict,
  strongestOf,
} from './numericLookup.ts';

export function numericAnswer(records: NumericRecords): string {
  const point = numericPoint(records);
  if (point === undefined) return 'The records have no curve for the first strategy, so there is no answer to give.';
  const { attribute } = records.data;
  const asked = `After ${counted(point.questions, 'question')} chosen by ${labelOf(records, leadName(records))}`;
  const figure =
    `the attacker’s guess of ${attribute} is off by ${inUnit(records, point.mae.value)} on average (${percent(records.spec.level)} ` +
    `interval ${decimal(point.mae.low, digitsOf(records))} to ${decimal(point.mae.high, digitsOf(records))}, ${counted(point.users, 'person', 'people')})`;
  const blind = `guessing the median for everybody is off by ${inUnit(records, point.blind.median)}`;
  const control = pointAt(numericControl(records), numericHeadline(records));
  const controlWords =
    control && `${withInterval(control.r2)} on numbers shuffled among the people, where there is nothing to find`;
  const verdict = numericVerdict(records);
  if (verdict === 'nothing') {
    return (
      `${capital(leakOf('none', attribute))}. ${asked}, ${figure}; ${blind}. The share of the differences explained is ${withInterval(point.r2)}, ` +
      `which cannot be told from 0. The control reaches ${controlWords}. That is no proof of safety: other questions, more ` +
      'people or a better attacker may find more.'
    );
  }
  if (verdict === 'elsewhere') {
    const { who, r2 } = strongestOf(records)!;
    return (
      `${capital(leakOf(sizeOf({ r2 }), attribute))}. It does not show in the questions of the first strategy: ${asked.toLowerCase()}, ${figure}, where ` +
      `${blind}; the share of the differences explained is ${withInterval(point.r2)}, which cannot be told from 0. But ${who} explains ` +
      `${percent(r2.value)} (R² ${withInterval(r2)}). The control reaches ${controlWords}.`
    );
  }
  if (verdict === 'unchecked') {
    return (
      `${asked}, ${figure}; ${blind}. No control with shuffled numbers was run, so this report cannot say how much of that the ` +
      'method finds by itself.'
    );
  }
  return (
    `${capital(leakOf(sizeOf(strongestOf(records)!), attribute))}. ${asked}, ${figure}; ${blind}. Of two people, it tells who has ` +
    `the higher value about ${Math.round(100 * pairsTold(point.r2.value))} times in 100. It explains ${percent(point.r2.value)} of the differences between people (R² ` +
    `${withInterval(point.r2)}). ${against(records)}Its ${percent(records.spec.coverage)} intervals contain the truth for ` +
    `${percentWithInterval(point.coverage)} of the people, and are ${inUnit(records, point.width)} wide. ${strongerText(records, point)}The control ` +
    `reaches an R² of ${controlWords}.${controlCaution(control!.r2, 0)}`
  );
}

/**
 * The verdict in one word: how large the leak is, by the highest lower bound of the share explained. `unchecked` where no control
 * was run, so that nothing is claimed; undefined where the records have no figures.
 */
export function numericLeak(records: NumericRecords): LeakSize | 'unchecked' | undefined {
  const point = numericPoint(records);
  if (point === undefined) return undefined;
  const verdict = numericVerdict(records);
  if (verdict === 'unchecked') return verdict;
  if (verdict === 'nothing') return 'none';
  return sizeOf(strongestOf(records)!);
}

const sizeOf = ({ r2 }: { readonly r2: Estimate }) => leakSize(pairsTold(r2.low));

/** Who shows more than the questions of the first strategy, if anybody does: the size of the leak is theirs. */
function strongerText(records: NumericRecords, { r2 }: { readonly r2: Estimate }): string {
  const strongest = strongestOf(records)!;
  if (strongest.r2.low <= r2.low) return '';
  return `The most is explained by ${strongest.who}: ${percent(strongest.r2.value)} (R² ${withInterval(strongest.r2)}). `;
}

function against(records: NumericRecords): string {
  const baseline = baselineName(records);
  const other = baseline && numericPoint(records, baseline);
  if (!baseline || !other) return '';
  const chosen = baseline === 'random' ? 'random questions' : `questions chosen by ${labelOf(records, baseline)}`;
  return `The same number of ${chosen} leaves the guess off by ${estimateInUnit(records, other.mae)}. `;
}

/**
 * How often the guess says correctly which of two people has the higher number: what an AUC is for groups, so that the
 * same words fit. For normal numbers and guesses of correlation r = √R² it is 1/2 + arcsin(r) / π.
 */
export function pairsTold(r2: number): number {
  return 0.5 + Math.asin(Math.sqrt(Math.min(1, Math.max(0, r2)))) / Math.PI;
}

/** What stands in large figures under the answer, first the main one. */
export function numericKeys(records: NumericRecords): KeyFigure[] {
  const point = numericPoint(records);
  if (point === undefined) return [];
  const digits = digitsOf(records);
  const { unit } = records.spec;
  const control = pointAt(numericControl(records), numericHeadline(records));
  const bracketed = ({ low, high }: { low: number; high: number }, places: number) =>
    `[${decimal(low, places)}, ${decimal(high, places)}]`;
  const off = `${unit === '' ? '' : `${unit} `}off on average after ${counted(point.questions, 'question')}`;
  return [
    {
      value: decimal(point.mae.value, digits),
      interval: bracketed(point.mae, digits),
      meaning: `${off}, ${labelOf(records, leadName(records))}; ${counted(point.users, 'person', 'people')}`,
    },
    ...(point.halfWithin
      ? [
          {
            value: decimal(point.halfWithin.value, digits),
            interval: bracketed(point.halfWithin, digits),
            meaning: `half of the guesses are off by at most this${unit === '' ? '' : `, in ${unit}`}`,
          },
        ]
      : []),
    { value: decimal(point.r2.value), interval: bracketed(point.r2, 2), meaning: 'R², the share explained' },
    ...(control
      ? [
          {
            value: decimal(control.r2.value),
            interval: bracketed(control.r2, 2),
            meaning: 'control: R² on shuffled numbers',
          },
        ]
      : []),
  ];
}
