/** How people rate: how often each level occurs. */
import { type Chart, layeredChart } from '../common/chart.ts';
import { decimal, percent } from '../common/format.ts';
import type { AuditRecords } from '../common/input.ts';
import { aboveAxis, placeOn } from '../common/layout.ts';

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
  const reading = `The most frequent rating is ${most.level} (${most.text} of all); the mean is ${decimal(mean)}.`;
  const description = `Bar chart. Horizontal: rating. Vertical: share of all ratings. ${reading}`;
  const x = {
    field: 'level',
    type: 'ordinal',
    sort: bars.map(({ level }) => level),
    scale: { paddingInner: 0.25, paddingOuter: 0.15 },
    axis: { title: 'rating', labelAngle: 0, labelOverlap: true },
  };
  const color = { datum: '#0', type: 'nominal', scale: { domain: ['#0'], range: 'category' }, legend: null };
  const data = { values: bars };
  return layeredChart(
    { id: 'rating-histogram', title: 'Ratings given', reading, description },
    { height: 230, phoneHeight: 210, right: 20 },
    (layout, frame) => {
      const yAxis = { ...aboveAxis('share of ratings', frame), format: '.0%', tickCount: 4 };
      const y = placeOn([0, Math.ceil((most.share + 0.02) * 20) / 20], yAxis)('share');
      const mark = { type: 'text', style: 'labelText', baseline: 'bottom', dy: -4 };
      const numbered = bars.length <= NUMBERED && layout.name !== 'phone';
      return [
        { data, mark: { type: 'bar' }, encoding: { x, y, color } },
        ...(numbered ? [{ data, mark, encoding: { x, y, text: { field: 'text' } } }] : []),
      ];
    },
  );
}

function levelText(rating: number): string {
  return String(Number(rating.toFixed(2)));
}
