/** How people rate: how often each level occurs. */
import type { Chart } from '../common/chart.ts';
import { decimal, percent } from '../common/format.ts';
import type { AuditRecords } from '../common/input.ts';
import { aboveAxis, framed, frameFor, type Layout } from '../common/layout.ts';

/** More levels than this get no number above the bar. */
const NUMBERED = 12;

export function ratingHistogramChart(records: AuditRecords): Chart | undefined {
  const { histogram } = records.data;
  const total = histogram.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  const bars = [...histogram]
    .sort((a, b) => a.rating - b.rating)
    .map(({ rating, count }, at) => ({
      at,
      level: levelText(rating),
      rating,
      share: count / total,
      text: percent(count / total),
    }));
  const most = bars.reduce((best, bar) => (bar.share > best.share ? bar : best));
  const mean = bars.reduce((sum, { rating, share }) => sum + rating * share, 0);
  const title = 'Ratings given';
  const reading = `The most frequent rating is ${most.level} (${most.text} of all); the mean is ${decimal(mean)}.`;
  const frame = (layout: Layout) => frameFor(layout, reading, { height: 230, phoneHeight: 210, right: 20 });
  return {
    id: 'rating-histogram',
    title,
    reading,
    description: `Bar chart. Horizontal: rating. Vertical: share of all ratings. ${reading}`,
    legend: [],
    frame,
    spec: (layout) => {
      const space = frame(layout);
      const x = {
        field: 'level',
        type: 'ordinal',
        sort: bars.map(({ level }) => level),
        scale: { paddingInner: 0.25, paddingOuter: 0.15 },
        axis: { title: 'rating', labelAngle: 0, labelOverlap: true },
      };
      const y = {
        field: 'share',
        type: 'quantitative',
        scale: { domain: [0, Math.ceil((most.share + 0.02) * 20) / 20], nice: false },
        axis: { ...aboveAxis('share of ratings', space), format: '.0%', tickCount: 4 },
      };
      const color = { datum: '#0', type: 'nominal', scale: { domain: ['#0'], range: 'category' }, legend: null };
      const data = { values: bars };
      const numbered = bars.length <= NUMBERED && layout.name !== 'phone';
      return framed({ title, reading }, layout, space, [
        { data, mark: { type: 'bar' }, encoding: { x, y, color } },
        ...(numbered
          ? [
              {
                data,
                mark: { type: 'text', style: 'labelText', baseline: 'bottom', dy: -4 },
                encoding: { x, y, text: { field: 'text' } },
              },
            ]
          : []),
      ]);
    },
  };
}

function levelText(rating: number): string {
  return String(Number(rating.toFixed(2)));
}
