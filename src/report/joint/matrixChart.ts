/** The matrix: a row for each way of asking, a column for each attribute, darker where it is told better. */
import { type Chart, layeredChart } from '../common/chart.ts';
import { counted, decimal, shortened, withInterval } from '../common/format.ts';
import type { LeakMatrixRecords } from '../common/input.ts';
import { type Layout, LETTER } from '../common/layout.ts';
import { bounded } from '../common/leakShown.ts';
import { contendersOf, nameOf } from '../common/lookup.ts';
import { leakAt, leakHeadline, offTargets } from './leakLookup.ts';

const DEDICATED = 'a model of it alone';

export function matrixChart(records: LeakMatrixRecords): Chart | undefined {
  const [worst] = offTargets(records);
  if (worst === undefined) return undefined;
  const { attributes } = records.spec;
  const questions = leakHeadline(records);
  const cells = contendersOf(records).flatMap(({ id, watches, target }) =>
    attributes.flatMap((attribute) => {
      const auc = leakAt(records, id, attribute, questions)?.value;
      if (auc === undefined) return [];
      const row = watches === undefined ? nameOf(records, id) : DEDICATED;
      return [{ row, attribute, auc, text: decimal(auc), aimed: target === attribute }];
    }),
  );
  const rows = [...new Set(cells.map(({ row }) => row))];
  const reading =
    `Rows: ways of choosing the questions. Columns: the attribute that is inferred. The figures are AUCs; 0.5 is guessing. Outlined ` +
    `cells: the questions aim at the attribute. The largest leak past the aim: asked for ${worst.aim}, people give away ` +
    `${worst.watched} with an AUC of ${withInterval(bounded(worst.found.auc))}.`;
  const words = {
    id: 'leak-matrix',
    title: `What ${counted(questions, 'question')} ${questions === 1 ? 'reveals' : 'reveal'} about each attribute`,
    reading,
    description:
      `Grid of AUCs after ${counted(questions, 'question')}. Rows: ${rows.join('; ')}. Columns: ${attributes.join(', ')}. ` +
      `The table of the matrix has all figures with intervals. ${reading}`,
  };
  const room = (layout: Layout) => ({
    height: 46 * rows.length,
    phoneHeight: 44 * rows.length,
    left: 26 + LETTER * Math.min(letters(layout), longest(rows)),
    bottom: 40,
  });
  const axis = { domain: false, ticks: false, title: null, labelFontSize: 12.5 };
  const scale = (domain: readonly string[]) => ({ domain, paddingInner: 0.06, paddingOuter: 0 });
  const data = { values: cells };
  const shade = { domain: [0.5, 1], range: [0, 0.75], clamp: true };
  const opacity = { field: 'auc', type: 'quantitative', scale: shade, legend: null };
  const outlined = { values: cells.filter(({ aimed }) => aimed) };
  return layeredChart(words, room, (layout, frame) => {
    const column = Math.floor(frame.width / attributes.length / LETTER);
    const xAxis = { ...axis, labelExpr: labels(attributes, column), orient: 'bottom', labelAngle: 0 };
    const x = { field: 'attribute', type: 'nominal', scale: scale(attributes), axis: xAxis };
    const rowAxis = { ...axis, labelExpr: labels(rows, letters(layout)) };
    const y = { field: 'row', type: 'nominal', scale: scale(rows), axis: rowAxis };
    return [
      { data, mark: { type: 'rect', style: 'cellGround' }, encoding: { x, y } },
      { data, mark: { type: 'rect', style: 'cell' }, encoding: { x, y, opacity } },
      { data: outlined, mark: { type: 'rect', style: 'spanRule', filled: false }, encoding: { x, y } },
      { data, mark: { type: 'text', style: 'labelText' }, encoding: { x, y, text: { field: 'text' } } },
    ];
  });
}

/** An expression that cuts names that are too long. */
function labels(names: readonly string[], most: number): string {
  const named = Object.fromEntries(names.map((name) => [name, shortened(name, most)]));
  return `${JSON.stringify(named)}[datum.label]`;
}

const letters = (layout: Layout) => (layout.named ? 26 : 16);
const longest = (names: readonly string[]) => Math.max(...names.map((name) => name.length));
