/** What lists give away against what they teach: the designed lists as a line over their budgets, the others as points. */
import type { ListFigures, QuestionnaireStudy } from '../../../defence/index.ts';
import { keyLayers, keyWidth, shapesOf } from '../../charts/key.ts';
import { axisDomain } from '../../charts/lines.ts';
import type { Chart, Series } from '../../common/chart.ts';
import { decimal, percent, withInterval } from '../../common/format.ts';
import type { Estimate } from '../../common/input.ts';
import { aboveAxis, framed, frameFor, type Layout, type Spec } from '../../common/layout.ts';
import { boundedAuc, largestImplied, signedPercent, strongestAttack, unlimitedList } from './questionnaireLookup.ts';

interface Point {
  readonly error: Estimate;
  readonly auc: Estimate;
}

/** What the models say of the lists, without asking anybody. */
export function impliedTradeOff(study: QuestionnaireStudy): Chart | undefined {
  if (study.curve.length === 0) return undefined;
  const pointOf = (list: ListFigures): Point => ({
    error: exact(list.worth!.errorAfter),
    auc: exact(largestImplied(list).auc),
  });
  const [own, unlimited] = [study.subject, unlimitedList(study)!];
  const reading =
    `${own.label}: an implied AUC of ${decimal(largestImplied(own).auc)}, and ${percent(own.worth!.cut)} of the uncertainty about ratings taken away; ` +
    `designed without a budget: ${decimal(largestImplied(unlimited).auc)} and ${percent(unlimited.worth!.cut)}. Better is down and to the left.`;
  return tradeOff(study, pointOf, exact(own.worth!.errorBefore), {
    id: 'questionnaire-implied',
    title: 'What the models imply',
    reading,
    error: 'expected error of predicted ratings',
    shortError: 'expected error',
    format: '.3f',
    auc: 'implied AUC',
  });
}

/** What came out when people were asked. */
export function measuredTradeOff(study: QuestionnaireStudy): Chart | undefined {
  const attack = strongestAttack(study.subject);
  const { measured } = study.subject;
  if (attack === undefined || measured === undefined) return undefined;
  const { measurement } = study;
  const reading =
    `${study.subject.label}: the strongest attacker reaches an AUC of ${withInterval(boundedAuc(attack))} (bounds over all attackers), and the error of predicted ratings is ` +
    `${signedPercent(measured.rmseChange)} against that of the list designed without a budget; with nothing asked ${signedPercent(measurement!.changeWithout)}. ` +
    'Better is down and to the left.';
  const pointOf = (list: ListFigures): Point => ({
    error: list.measured!.rmseChange,
    auc: boundedAuc(strongestAttack(list)!),
  });
  return tradeOff(study, pointOf, measurement!.changeWithout, {
    id: 'questionnaire-measured',
    title: 'What happened when people were asked',
    reading,
    error: 'error of predicted ratings (RMSE), against the list designed without a budget',
    shortError: 'RMSE, against no budget',
    format: '+.1%',
    auc: 'AUC of the strongest attacker',
  });
}

const exact = (value: number): Estimate => ({ value, low: value, high: value });

interface Words extends Pick<Chart, 'id' | 'title' | 'reading'> {
  readonly error: string;
  readonly shortError: string;
  /** d3 format of errors. */
  readonly format: string;
  readonly auc: string;
}

/** Asking nothing tells nothing. */
const NOTHING_ASKED = 'Nothing asked';

function tradeOff(
  study: QuestionnaireStudy,
  pointOf: (list: ListFigures) => Point,
  errorWithout: Estimate,
  words: Words,
): Chart {
  const { subject, compared, curve } = study;
  const { id, title, reading } = words;
  const others = [
    ...[...('maxAuc' in subject ? [] : [subject]), ...compared].map((list) => ({
      label: list.label,
      ...pointOf(list),
    })),
    { label: NOTHING_ASKED, error: errorWithout, auc: exact(0.5) },
  ];
  const names = ['Designed, by budget', ...others.map(({ label }) => label)];
  const kinds = shapesOf(names.length);
  const series = names.map(
    (label, colour): Series => ({ label, colour, palette: 'contenders', shape: kinds[colour]! }),
  );
  const rowOf = ({ error, auc }: Point, colour: number, order: number) => ({
    colour: `#${colour}`,
    order,
    error: error.value,
    errorLow: error.low,
    errorHigh: error.high,
    auc: auc.value,
    aucLow: auc.low,
    aucHigh: auc.high,
  });
  const designed = curve.map((list, at) => rowOf(pointOf(list), 0, at));
  const rows = [...designed, ...others.map((point, at) => rowOf(point, at + 1, 0))];
  const own = pointOf(subject);
  const right = keyWidth(series.map(({ label }) => label));
  const frame = (layout: Layout) => frameFor(layout, reading, { height: 340, phoneHeight: 290, right });
  return {
    id,
    title,
    reading,
    description:
      `Points, those of designed lists joined by a line over their budgets. Horizontal: ${words.error}. Vertical: ${words.auc}. ` +
      `The table of lists has all figures. ${reading}`,
    legend: series,
    frame,
    spec: (layout) => {
      const space = frame(layout);
      const domainOf = (field: 'error' | 'auc', include: readonly number[]) => {
        const values = rows.flatMap((row) => [row[`${field}Low`], row[`${field}High`]]).filter(Number.isFinite);
        const range = Math.max(...values, ...include) - Math.min(...values, ...include);
        const step = [0.1, 0.05, 0.01, 0.005].find((wanted) => range > 3 * wanted) ?? 0.002;
        return axisDomain(values, step, include);
      };
      const xScale = { domain: domainOf('error', []), nice: false, zero: false };
      const yScale = { domain: domainOf('auc', [0.45]), nice: false, zero: false };
      const xAxis = {
        title: layout.named ? words.error : words.shortError,
        grid: false,
        format: words.format,
        tickCount: layout.named ? 7 : 4,
      };
      const yAxis = { ...aboveAxis(words.auc, space), format: '.2f', tickCount: 6 };
      const x = (field: string): Spec => ({ field, type: 'quantitative', scale: xScale, axis: xAxis });
      const y = (field: string): Spec => ({ field, type: 'quantitative', scale: yScale, axis: yAxis });
      const domain = series.map(({ colour }) => `#${colour}`);
      const colour = { field: 'colour', type: 'nominal', scale: { domain, range: 'category' }, legend: null };
      const shapeScale = { domain, range: kinds };
      const shape = { field: 'colour', type: 'nominal', scale: shapeScale, legend: null };
      const guessing = { values: [{ at: 0.5, text: 'guessing' }] };
      const data = { values: rows };
      return framed({ title, reading }, layout, space, [
        { data: guessing, mark: { type: 'rule', style: 'reference' }, encoding: { y: y('at') } },
        {
          data: guessing,
          mark: { type: 'text', style: 'quietText', align: 'right', baseline: 'top', dy: 5 },
          encoding: { y: y('at'), x: { value: space.width }, text: { field: 'text' } },
        },
        {
          data: { values: designed },
          mark: { type: 'line', strokeWidth: 2 },
          encoding: { x: x('error'), y: y('auc'), color: colour, order: { field: 'order' } },
        },
        {
          data,
          mark: { type: 'rule', strokeWidth: 1.5, opacity: 0.6 },
          encoding: { x: x('error'), y: y('aucLow'), y2: { field: 'aucHigh' }, color: colour },
        },
        {
          data,
          mark: { type: 'rule', strokeWidth: 1, opacity: 0.35 },
          encoding: { y: y('auc'), x: x('errorLow'), x2: { field: 'errorHigh' }, color: colour },
        },
        {
          data,
          mark: { type: 'point', filled: true, size: 75, style: 'dot' },
          encoding: { x: x('error'), y: y('auc'), fill: colour, shape },
        },
        {
          data: { values: [{ error: own.error.value, auc: own.auc.value }] },
          mark: { type: 'point', filled: false, size: 260, strokeWidth: 1.5, style: 'spanRule' },
          encoding: { x: x('error'), y: y('auc') },
        },
        ...(layout.named ? keyLayers(series, (at) => [space.width + 30, 10 + 21 * at], shapeScale) : []),
      ]);
    },
  };
}
