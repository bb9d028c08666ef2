/** What lists give away against what they teach: the designed lists as a line over their budgets, the others as points. */
import type { ListFigures, QuestionnaireStudy } from '../../../defence/index.ts';
import { keyLayers, keyWidth, shapesOf } from '../../charts/key.ts';
import { exact } from '../../charts/lineChart.ts';
import { axisDomain, referenceLayers } from '../../charts/lines.ts';
import { FAINT, scattered, scatterLayers } from '../../charts/scatter.ts';
import { type Chart, layeredChart, type Series } from '../../common/chart.ts';
import { decimal, percent, withInterval } from '../../common/format.ts';
import type { Estimate } from '../../common/input.ts';
import { aboveAxis, placeOn } from '../../common/layout.ts';
import { bounded } from '../../common/leakShown.ts';
import { largestImplied, signedPercent, strongestAttack, taughtBy, unlimitedList } from './questionnaireLookup.ts';

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
  const taught = taughtBy(study, study.subject.id);
  if (taught === undefined) return undefined;
  const aucOf = (list: ListFigures) => bounded(strongestAttack(study, list)!.auc);
  const { rmseChange: without } = taughtBy(study, 'nothing')!;
  const reading =
    `${study.subject.label}: the strongest attacker reaches an AUC of ${withInterval(aucOf(study.subject))} (bounds over all attackers), and the error of predicted ratings is ` +
    `${signedPercent(taught.rmseChange)} against that of the list designed without a budget; with nothing asked ${signedPercent(without)}. ` +
    'Better is down and to the left.';
  const pointOf = (list: ListFigures): Point => ({ error: taughtBy(study, list.id)!.rmseChange, auc: aucOf(list) });
  return tradeOff(study, pointOf, without, {
    id: 'questionnaire-measured',
    title: 'What happened when people were asked',
    reading,
    error: 'error of predicted ratings (RMSE), against the list designed without a budget',
    shortError: 'RMSE, against no budget',
    format: '+.1%',
    auc: 'AUC of the strongest attacker',
  });
}

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
  const rowOf = ({ error, auc }: Point, colour: number, order: number) => {
    return { colour: `#${colour}`, order, ...scattered(error, auc) };
  };
  const designed = curve.map((list, at) => rowOf(pointOf(list), 0, at));
  const rows = [...designed, ...others.map((point, at) => rowOf(point, at + 1, 0))];
  const own = pointOf(subject);
  const domainOf = (field: 'x' | 'y', include: readonly number[]) => {
    const values = rows.flatMap((row) => [row[`${field}Low`], row[`${field}High`]]).filter(Number.isFinite);
    const range = Math.max(...values, ...include) - Math.min(...values, ...include);
    const step = [0.1, 0.05, 0.01, 0.005].find((wanted) => range > 3 * wanted) ?? 0.002;
    return axisDomain(values, step, include);
  };
  const domain = series.map(({ colour }) => `#${colour}`);
  const field = { field: 'colour', type: 'nominal', legend: null };
  const color = { ...field, scale: { domain, range: 'category' } };
  const shape = { ...field, scale: { domain, range: kinds } };
  const description =
    `Points, those of designed lists joined by a line over their budgets. Horizontal: ${words.error}. Vertical: ${words.auc}. ` +
    `The table of lists has all figures. ${reading}`;
  return layeredChart(
    { id, title, reading, description, legend: series },
    { height: 340, phoneHeight: 290, right: keyWidth(series.map(({ label }) => label)) },
    ({ named }, frame) => {
      const xTitle = named ? words.error : words.shortError;
      const xAxis = { title: xTitle, grid: false, format: words.format, tickCount: named ? 7 : 4 };
      const x = placeOn(domainOf('x', []), xAxis);
      const y = placeOn(domainOf('y', [0.45]), { ...aboveAxis(words.auc, frame), format: '.2f', tickCount: 6 });
      const place = { x: x('x'), y: y('y') };
      return [
        ...referenceLayers({ at: 0.5, text: 'guessing' }, y('at'), frame),
        {
          data: { values: designed },
          mark: { type: 'line', strokeWidth: 2 },
          encoding: { ...place, color, order: { field: 'order' } },
        },
        ...scatterLayers({ values: rows }, [x, y], color, { across: FAINT, size: 75, shape }),
        {
          data: { values: [{ x: own.error.value, y: own.auc.value }] },
          mark: { type: 'point', filled: false, size: 260, strokeWidth: 1.5, style: 'spanRule' },
          encoding: place,
        },
        ...(named ? keyLayers(series, (at) => [frame.width + 30, 10 + 21 * at], shape.scale) : []),
      ];
    },
  );
}
