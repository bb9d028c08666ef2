/**
 * Items for somebody who may ask few and weighs them together: those of the pair and of the triple of answers that tell training
 * people most (screenInteractions.ts), then those that tell most by themselves, whatever the answer (tellingItem.ts).
 */
import type { SparseRows } from '../common/sparseRows.ts';
import { typeLabels } from '../common/typeLabels.ts';
import { ratingLevels } from '../derived/historySummary.ts';
import { fitColumns } from '../derived/interactions.ts';
import { screenInteractions } from '../derived/screenInteractions.ts';
import { itemGains } from './tellingItem.ts';

/** The first stand first; as many as wanted, or as there are. */
export function tellingList(
  rows: SparseRows,
  types: ArrayLike<number>,
  typeCount: number,
  wanted: number,
): Uint32Array {
  const known = typeLabels(types, rows.rows, typeCount);
  const interactions = screenInteractions({
    rows,
    statistics: fitColumns(rows),
    levels: ratingLevels(rows).length > 0,
    positions: known.positions,
    types: known.present.length,
    training: Uint32Array.from({ length: rows.rows }, (_, row) => row),
  });
  const together = [2, 3].flatMap((size) => {
    const { kind, of } = interactions.find((one) => one.of.length === size) ?? { kind: 'equal', of: [] };
    return kind === 'product' ? of.map((column) => column >> 1) : of;
  });
  const gains = itemGains(rows, known);
  const alone = Array.from(gains.keys()).sort((a, b) => gains[b]! - gains[a]! || a - b);
  return Uint32Array.from([...new Set([...together, ...alone])].slice(0, wanted));
}
