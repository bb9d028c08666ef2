/** Whether the attacker is as sure as it should be: stated confidence against how often it was right. */
import { type Chart, layeredChart, type Series } from '../common/chart.ts';
import { counted, percent } from '../common/format.ts';
import type { AuditRecords } from '../common/input.ts';
import { aboveAxis, placeOn } from '../common/layout.ts';
import { largestGroup, leadOf, nameOf } from '../common/lookup.ts';
import { keyLayers } from './key.ts';

type Reliability = AuditRecords['reliability'][number];

/** More on one chart cannot be told apart. */
const SHOWN = 3;

export function reliabilityChart(records: AuditRecords): Chart | undefined {
  const lead = leadOf(records);
  const all = records.reliability
    .filter(({ attacker, bins }) => attacker === lead.id && bins.length > 0)
    .sort((a, b) => a.length - b.length);
  const shown = chosen(all);
  if (shown.length === 0) return undefined;
  const bins = shown.flatMap((reliability, at) =>
    reliability.bins.map(({ stated, right }) => ({
      colour: `#${at}`,
      stated,
      right: right.value,
      low: right.low,
      high: right.high,
    })),
  );
  const least = Math.max(0, Math.floor(Math.min(...bins.map(({ stated, low }) => Math.min(stated, low))) * 10) / 10);
  const reading = readingOf(shown, largestGroup(records.data.labels).share);
  const legend = shown.map(
    ({ length }, at): Series => ({
      label: `after ${counted(length, 'question')}`,
      colour: at,
      palette: 'contenders',
    }),
  );
  const words = {
    id: 'reliability',
    title: 'Is the attacker as sure as it should be?',
    reading,
    description:
      'Dots with intervals. Horizontal: stated confidence. Vertical: share of people whose group was named correctly. ' +
      `Dots on the diagonal mean honest confidence. ${nameOf(records, lead.id)}. ${reading}`,
    legend,
  };
  const domain = shown.map((_, at) => `#${at}`);
  const color = { field: 'colour', type: 'nominal', scale: { domain, range: 'category' }, legend: null };
  const axis = { format: '.0%', tickCount: 6 };
  const x = placeOn([least, 1], { ...axis, title: 'stated confidence', grid: false })('stated');
  const onDiagonal = (at: number) => ({ stated: at, right: at, text: 'honest confidence' });
  const data = { values: bins };
  return layeredChart(words, { height: 380, phoneHeight: 300, right: 20 }, (layout, frame) => {
    const place = placeOn([least, 1], { ...axis, ...aboveAxis('share that was right', frame) });
    const y = place('right');
    return [
      {
        data: { values: [onDiagonal(least), onDiagonal(1)] },
        mark: { type: 'line', style: 'reference' },
        encoding: { x, y },
      },
      {
        data: { values: [onDiagonal(least + 0.1 * (1 - least))] },
        mark: { type: 'text', style: 'quietText', align: 'left', baseline: 'top', dx: 10, dy: 4 },
        encoding: { x, y, text: { field: 'text' } },
      },
      { data, mark: { type: 'line', strokeWidth: 1, opacity: 0.45 }, encoding: { x, y, color } },
      {
        data,
        mark: { type: 'rule', strokeWidth: 2, opacity: 0.6 },
        encoding: { x, y: place('low'), y2: { field: 'high' }, color },
      },
      { data, mark: { type: 'point', filled: true, size: 60, style: 'dot' }, encoding: { x, y, fill: color } },
      // In the empty corner below the diagonal.
      ...(layout.named
        ? keyLayers(legend, (at) => [frame.width - 150, frame.height - 22 - 22 * (legend.length - 1 - at)])
        : []),
    ];
  });
}

/** Few, spread from first to last. */
function chosen(all: readonly Reliability[]): readonly Reliability[] {
  if (all.length <= SHOWN) return all;
  const places = Array.from({ length: SHOWN }, (_, at) => Math.round((at * (all.length - 1)) / (SHOWN - 1)));
  return places.map((place) => all[place]!);
}

function readingOf(shown: readonly Reliability[], largest: number): string {
  const sentences = shown.map(({ length, bins }) => {
    const people = bins.reduce((sum, bin) => sum + bin.people, 0);
    const mean = (value: (bin: (typeof bins)[number]) => number) =>
      bins.reduce((sum, bin) => sum + bin.people * value(bin), 0) / people;
    const [stated, right] = [mean((bin) => bin.stated), mean((bin) => bin.right.value)];
    return { after: `after ${counted(length, 'question')}`, stated: percent(stated), right: percent(right) };
  });
  const [first, ...others] = sentences;
  const more = others.map(({ after, stated, right }) => `; ${after}, ${stated} and ${right}`).join('');
  return `On average, ${first!.after} the attacker states a confidence of ${first!.stated} and is right for ${first!.right}${more}. Guessing the largest group for everyone is right for ${percent(largest)}.`;
}
