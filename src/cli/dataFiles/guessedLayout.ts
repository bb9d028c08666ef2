/** A table with one row per person that nobody called so: what its columns say. */
import { previewTable } from '../../datasets/index.ts';
import { columnRange, guessColumns, type Reading } from '../../tables/index.ts';

interface WideLayout {
  readonly reason: string;
  readonly itemColumns: string;
  readonly userColumn: string | undefined;
}

/** Undefined where the table does not look like one row per person. */
export async function guessedLayout(data: string, given: Reading): Promise<WideLayout | undefined> {
  const { names, rows } = await previewTable(data, given);
  const { shape, reason, columns } = guessColumns(names, rows);
  const items = columns.flatMap(({ role }, at) => (role === 'item' ? [at + 1] : []));
  if (shape !== 'wide' || items.length === 0) return undefined;
  const user = columns.find(({ role }) => role === 'user')?.column;
  return { reason, itemColumns: columnRange(items), userColumn: user };
}
