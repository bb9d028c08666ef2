/** The answer in words: a figure never without interval, people and control, and no claim that they do not carry. */

import { cautionTexts } from '../common/cautionWords.ts';
import {
  capital,
  count,
  counted,
  decimal,
  percent,
  percentWithInterval,
  pValue,
  withInterval,
} from '../common/format.ts';
import type { Estimate, NumberStatistic, NumericRecords } from '../common/input.ts';
import { controlCaution, type LeakSize, leakOf, leakSize, possibleLeakOf } from '../common/leakWords.ts';
import { baselineOf, controlOf, leadOf, nameOf, pointAt } from '../common/lookup.ts';
import { joined, keyFigure } from '../page/attackersAnswer.ts';
import type { KeyFigure } from '../page/pageDocument.ts';
import {
  bandName,
  bestBand,
  closestOf,
  digitsOf,
  estimateInUnit,
  inUnit,
  numericHeadline,
  numericPoint,
  numericVerdict,
  strongestOf,
} from './numericLookup.ts';

export function numericAnswer(records: NumericRecords): string {
  return [answerFromFigures(records), ...cautionTexts(records.data)].join(' ');
}

function answerFromFigures(records: NumericRecords): string {
  const point = numericPoint(records);
  if (point === undefined) return 'The records have no curve for the first strategy, so there is no answer to give.';
  const { attribute } = records.data;
  const asked = `After ${counted(point.length, 'question')} chosen by ${leadOf(records).label}`;
  const figure =
    `the attacker’s guess of ${attribute} is off by ${inUnit(records, point.mae.value)} on average (${percent(records.spec.level)} ` +
    `interval ${decimal(point.mae.low, digitsOf(records))} to ${decimal(point.mae.high, digitsOf(records))}, ${counted(point.people, 'person', 'people')})`;
  const blind = `guessing the median for everyone is off by ${inUnit(records, point.blindMedian)}`;
  const explained = `The share of the differences explained is ${withInterval(point.r2)}`;
  const size = `${capital(leakOf(sizeOf(records), attribute))}.`;
  const verdict = numericVerdict(records);
  if (verdict === 'unchecked') {
    return (
      `${asked}, ${figure}; ${blind}. No control with shuffled numbers was run, so this report cannot say how much of that the ` +
      'method finds by itself.'
    );
  }
  if (verdict === 'nothing') {
    return joined([
      `${capital(leakOf('none', attribute))}. ${asked}, ${figure}; ${blind}. ${explained}, which was not shown to be above 0.`,
      testText(records),
      detectableText(records),
      controlText(records),
      'That is no proof of safety: other questions, more people or a better attacker may find more.',
    ]);
  }
  if (verdict === 'possible') {
    const { who, r2 } = strongestOf(records)!;
    return joined([
      `${possibleLeakOf(attribute)} ${asked}, ${figure}; ${blind}. The most is explained by ${who}: R² ${withInterval(r2)}.`,
      testText(records),
      detectableText(records),
      controlText(records),
    ]);
  }
  if (verdict === 'shape') {
    return joined([
      `${size} The attacker cannot say ${attribute} better than guessing the median, but ${toldText(records)}. ${asked}, ${figure}; ${blind}.`,
      testText(records),
      controlText(records),
    ]);
  }
  if (verdict === 'elsewhere') {
    const { who, r2 } = closestOf(records)!;
    return joined([
      `${size} It does not show in the questions of the first strategy: ${asked.toLowerCase()}, ${figure}, where ${blind}. ` +
        `${explained}. But ${who} explains ${percent(r2.value)} (R² ${withInterval(r2)}).`,
      bandText(records),
      testText(records),
      controlText(records),
    ]);
  }
  return joined([
    `${size} ${asked}, ${figure}; ${blind}. Of two people, it tells who has ` +
      `the higher value about ${Math.round(100 * pairsTold(point.r2.value))} times in 100. It explains ${percent(point.r2.value)} of the differences between people (R² ` +
      `${withInterval(point.r2)}). ${against(records)}Its ${percent(records.spec.coverage)} intervals contain the truth for ` +
      `${percentWithInterval(point.coverage)} of the people, and are ${inUnit(records, point.width)} wide.`,
    strongerText(records, point),
    bandText(records),
    testText(records),
    controlText(records),
  ]);
}

/**
 * The verdict in one word: how large the leak is, by the highest lower bound. `unchecked` where neither a control nor a test was
 * run, so that nothing is claimed; undefined where the records have no figures.
 */
export function numericLeak(records: NumericRecords): LeakSize | 'possible' | 'unchecked' | undefined {
  if (numericPoint(records) === undefined) return undefined;
  const verdict = numericVerdict(records);
  if (verdict === 'unchecked' || verdict === 'possible') return verdict;
  return verdict === 'nothing' ? 'none' : sizeOf(records);
}

/** By the lower end of what is explained, or of the band that is told best; slight where only a test shows the leak. */
function sizeOf(records: NumericRecords): LeakSize {
  const ends = [pairsTold(strongestOf(records)!.r2.low), bestBand(records)?.bounds.low ?? 0];
  const size = leakSize(Math.max(...ends));
  return size === 'none' ? 'slight' : size;
}

/** What is told where no attacker says the number itself. */
function toldText(records: NumericRecords): string {
  const statistics = (records.test?.statistics ?? []).toSorted((a, b) => a.pValue - b.pValue || b.value - a.value);
  const band = bestBand(records);
  const regression = statistics.find(({ measure, value }) => measure === 'explained' && value > 0);
  const told = [
    ...(band !== undefined && band.bounds.low > 0.5 ? [bandTold(records, band)] : []),
    ...(regression !== undefined && regression.pValue <= 1 - records.spec.level ? [regressionTold(regression)] : []),
  ];
  if (told.length > 0) return told.join(', and ');
  const [best] = statistics.filter(({ measure }) => measure !== 'explained');
  if (best?.measure === 'band')
    return `it tells who is in ${bandName(records, best.band!)} with an AUC of ${decimal(best.value)}`;
  if (best?.measure === 'ranks')
    return `it puts people in order better than chance (rank correlation ${decimal(best.value)})`;
  const { who, r2 } = strongestOf(records)!;
  return `large errors are fewer: ${who} explains ${percent(r2.value)} of the squared differences (R² ${withInterval(r2)})`;
}

function regressionTold({ features, value }: NumberStatistic): string {
  const read = features === 'squares' ? 'how extreme the answers are' : 'whole histories';
  return `a regression on ${read} explains ${percent(value)} of the differences between people (R² ${decimal(value)})`;
}

function bandTold(records: NumericRecords, { band, value, bounds }: NonNullable<ReturnType<typeof bestBand>>): string {
  return (
    `it tells who is in ${bandName(records, band!)} with an AUC of ${decimal(value)} (${percent(records.spec.level)} bounds ` +
    `${decimal(bounds.low)} to ${decimal(bounds.high)})`
  );
}

/** Where a band is told better than the number as a whole. */
function bandText(records: NumericRecords): string {
  const band = bestBand(records);
  if (band === undefined || band.bounds.low <= pairsTold(strongestOf(records)!.r2.low)) return '';
  return `From whole histories ${bandTold(records, band)}.`;
}

function testText({ test, verdict }: NumericRecords): string {
  if (test === undefined) return '';
  const { level } = verdict.tests.find(({ name }) => name === 'permutation')!;
  const found = `p = ${pValue(test.pValue, test.shuffles + 1)}, ${count(test.shuffles)} shuffles of the numbers`;
  if (test.pValue <= level) return `This is unlikely to be chance (${found}).`;
  return `Shuffled numbers look much the same to tests of its order, its thirds and extreme answers (${found}).`;
}

function detectableText({ test, data }: NumericRecords): string {
  if (test === undefined) return '';
  return (
    `With these ${count(data.users)} people, the test would have caught a third that is told with an AUC of ${decimal(test.detectable.band)}, ` +
    `or a rank correlation of ${decimal(test.detectable.ranks)}, four times out of five; a smaller leak could have slipped through.`
  );
}

function controlText(records: NumericRecords): string {
  const control = pointAt(controlOf(records, 'r2'), numericHeadline(records));
  if (control === undefined) return '';
  return (
    `The control reaches an R² of ${withInterval(control.r2)} on numbers shuffled among the people, where there is nothing to find.` +
    controlCaution(control.r2, 0)
  );
}

/** Who shows more than the questions of the first strategy, if anybody does: the size of the leak is theirs. */
function strongerText(records: NumericRecords, { r2 }: { readonly r2: Estimate }): string {
  const strongest = strongestOf(records)!;
  if (strongest.r2.low <= r2.low) return '';
  return `The most is explained by ${strongest.who}: ${percent(strongest.r2.value)} (R² ${withInterval(strongest.r2)}).`;
}

function against(records: NumericRecords): string {
  const baseline = baselineOf(records);
  const other = baseline && numericPoint(records, baseline.id);
  if (!baseline || !other) return '';
  const chosen =
    baseline.strategy === 'random' ? 'random questions' : `questions chosen by ${nameOf(records, baseline.id)}`;
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
  const band = bestBand(records);
  const { unit } = records.spec;
  const control = pointAt(controlOf(records, 'r2'), numericHeadline(records));
  const off = `${unit === '' ? '' : `${unit} `}off on average after ${counted(point.length, 'question')}`;
  const who = `${leadOf(records).label}; ${counted(point.people, 'person', 'people')}`;
  const within = `half of the guesses are off by at most this${unit === '' ? '' : `, in ${unit}`}`;
  return [
    keyFigure(point.mae, `${off}, ${who}`, digits),
    keyFigure(point.halfWithin, within, digits),
    ...(band && records.verdict.leak && band.bounds.low > 0.5
      ? [
          keyFigure(
            { value: band.value, ...band.bounds },
            `AUC: who is in ${bandName(records, band.band!)}, from whole histories`,
          ),
        ]
      : []),
    keyFigure(point.r2, 'R², the share explained'),
    ...(control ? [keyFigure(control.r2, 'control: R² on shuffled numbers')] : []),
  ];
}
