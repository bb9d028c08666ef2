/** What hiding costs an attacker: how well the attribute is told, against how many interviews are noticed. */
import type { DetectorRecords } from '../../../defence/index.ts';
import { keyLayers, shapes } from '../../charts/key.ts';
import { axisDomain } from '../../charts/lines.ts';
import type { Chart, Series } from '../../common/chart.ts';
import { counted, percent, withInterval } from '../../common/format.ts';
import { aboveAxis, framed, frameFor, type Layout } from '../../common/layout.ts';
import { aimersAt, figuresOf } from './detectorLookup.ts';

export function detectorStealthChart(records: DetectorRecords, attribute: string): Chart | undefined {
  const { spec, model } = records;
  const aimers = aimersAt(records, attribute);
  if (aimers.length < 2) return undefined;
  const points = spec.compareAt.flatMap((questions, colour) =>
    aimers.map(({ id, share }) => {
      const { noticed, auc } = figuresOf(records, id, attribute)!.points[questions - 1]!;
      return {
        series: `#${colour}`,
        questions,
        share,
        noticed: noticed.alarms / noticed.interviews,
        ...auc,
        text: share === 0 ? 'all aimed' : percent(share),
      };
    }),
  );
  const last = points.filter(({ questions }) => questions === spec.compareAt.at(-1));
  const [open, hidden] = [last[0]!, last.at(-1)!];
  const title = `What hiding costs an attacker who aims at ${attribute}`;
  const reading =
    `After ${counted(open.questions, 'question')}, an attacker who aims with all of them reaches an AUC of ${withInterval(open)} and is noticed in ` +
    `${percent(open.noticed)} of the interviews; with ${percent(hidden.share)} popular questions these are ${withInterval(hidden)} and ${percent(hidden.noticed)}.`;
  const legend = spec.compareAt.map(
    (questions, colour): Series => ({ label: `after ${questions}`, colour, palette: 'contenders' }),
  );
  const frame = (layout: Layout) => frameFor(layout, reading, { height: 340, phoneHeight: 290, right: 110 });
  return {
    id: `stealth-${model.attributes.findIndex(({ name }) => name === attribute)}`,
    title,
    reading,
    description:
      `Points joined by lines, one line for each number of questions. Horizontal: share of interviews noticed. Vertical: AUC of ${attribute} over ` +
      `people of the model. Along a line from all questions aimed to most of them popular. ${reading}`,
    legend,
    frame,
    spec: (layout) => {
      const space = frame(layout);
      const domain = legend.map((_, at) => `#${at}`);
      const colours = { domain, range: 'category' };
      const shapeScale = { domain, range: shapes.slice(0, domain.length) };
      const field = { field: 'series', type: 'nominal', legend: null };
      const yDomain = axisDomain(
        points.flatMap(({ low, high }) => [low, high]),
        0.05,
        [0.5],
      );
      const yScale = { domain: yDomain, nice: false, zero: false };
      const yAxis = { ...aboveAxis(`AUC of ${attribute}`, space), format: '.2f', tickCount: 6 };
      const y = (name: string) => ({ field: name, type: 'quantitative', scale: yScale, axis: yAxis });
      const xAxis = { title: 'interviews noticed', format: '.0%', grid: false, tickCount: 5 };
      const x = { field: 'noticed', type: 'quantitative', scale: { domain: [0, 1], nice: false }, axis: xAxis };
      const data = { values: points };
      const color = { ...field, scale: colours };
      return framed({ title, reading }, layout, space, [
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
          encoding: { x, y: y('value'), fill: color, shape: { ...field, scale: shapeScale } },
        },
        {
          data: { values: last },
          mark: { type: 'text', style: 'quietText', align: 'right', baseline: 'bottom', dx: -8, dy: -5 },
          encoding: { x, y: y('value'), text: { field: 'text' } },
        },
        ...(layout.named ? keyLayers(legend, (at) => [space.width + 24, 12 + 21 * at], shapeScale) : []),
      ]);
    },
  };
}
