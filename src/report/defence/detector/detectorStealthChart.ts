/** What hiding costs an attacker: how well the attribute is told, against how many interviews are noticed. */
import type { DetectorRecords } from '../../../defence/index.ts';
import { keyLayers, shapes } from '../../charts/key.ts';
import { axisDomain } from '../../charts/lines.ts';
import { type Chart, layeredChart, type Series } from '../../common/chart.ts';
import { counted, percent, withInterval } from '../../common/format.ts';
import { aboveAxis, placeOn } from '../../common/layout.ts';
import { aimersAt, pointsOf } from './detectorLookup.ts';

export function detectorStealthChart(records: DetectorRecords, attribute: string): Chart | undefined {
  const { spec, model } = records;
  const aimers = aimersAt(records, attribute);
  if (aimers.length < 2) return undefined;
  const points = spec.compareAt.flatMap((questions, colour) =>
    aimers.map(({ id, share }) => {
      const { noticed, auc } = pointsOf(records, id, attribute)[questions - 1]!;
      return {
        series: `#${colour}`,
        questions,
        share,
        noticed: noticed.value,
        ...auc,
        text: share === 0 ? 'all aimed' : percent(share),
      };
    }),
  );
  const last = points.filter(({ questions }) => questions === spec.compareAt.at(-1));
  const [open, hidden] = [last[0]!, last.at(-1)!];
  const reading =
    `After ${counted(open.questions, 'question')}, an attacker who aims with all of them reaches an AUC of ${withInterval(open)} and is noticed in ` +
    `${percent(open.noticed)} of the interviews; with ${percent(hidden.share)} popular questions these are ${withInterval(hidden)} and ${percent(hidden.noticed)}.`;
  const legend = spec.compareAt.map(
    (questions, colour): Series => ({ label: `after ${questions}`, colour, palette: 'contenders' }),
  );
  const words = {
    id: `stealth-${model.attributes.findIndex(({ name }) => name === attribute)}`,
    title: `What hiding costs an attacker who aims at ${attribute}`,
    reading,
    description:
      `Points joined by lines, one line for each number of questions. Horizontal: share of interviews noticed. Vertical: AUC of ${attribute} over ` +
      `people of the model. Along a line from all questions aimed to most of them popular. ${reading}`,
    legend,
  };
  const domain = legend.map((_, at) => `#${at}`);
  const field = { field: 'series', type: 'nominal', legend: null };
  const color = { ...field, scale: { domain, range: 'category' } };
  const shape = { ...field, scale: { domain, range: shapes.slice(0, domain.length) } };
  const ends = points.flatMap(({ low, high }) => [low, high]);
  const x = placeOn([0, 1], { title: 'interviews noticed', format: '.0%', grid: false, tickCount: 5 })('noticed');
  const data = { values: points };
  return layeredChart(words, { height: 340, phoneHeight: 290, right: 110 }, (layout, frame) => {
    const yAxis = { ...aboveAxis(`AUC of ${attribute}`, frame), format: '.2f', tickCount: 6 };
    const y = placeOn(axisDomain(ends, 0.05, [0.5]), yAxis);
    return [
      { data: { values: [{ at: 0.5 }] }, mark: { type: 'rule', style: 'reference' }, encoding: { y: y('at') } },
      {
        data,
        mark: { type: 'line', strokeWidth: 1.5, opacity: 0.7 },
        encoding: { x, y: y('value'), color, order: { field: 'share', type: 'quantitative' } },
      },
      {
        data,
        mark: { type: 'rule', strokeWidth: 2, opacity: 0.45 },
        encoding: { x, y: y('low'), y2: { field: 'high' }, color },
      },
      {
        data,
        mark: { type: 'point', filled: true, size: 75, style: 'dot' },
        encoding: { x, y: y('value'), fill: color, shape },
      },
      {
        data: { values: last },
        mark: { type: 'text', style: 'quietText', align: 'right', baseline: 'bottom', dx: -8, dy: -5 },
        encoding: { x, y: y('value'), text: { field: 'text' } },
      },
      ...(layout.named ? keyLayers(legend, (at) => [frame.width + 24, 12 + 21 * at], shape.scale) : []),
    ];
  });
}
