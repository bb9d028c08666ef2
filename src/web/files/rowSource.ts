/** What every format delivers: the names of the columns, and the rows as texts. */

/** Empty cells are undefined. True stops the reading. */
type RowVisitor = (cells: readonly (string | undefined)[], row: number) => boolean;

export interface RowSource {
  readonly name: string;
  readonly names: readonly string[];
  /** Visits the rows in order with the cells of the wanted columns. */
  visit(wanted: readonly string[], visitor: RowVisitor): Promise<void>;
  /** The line of a row that was visited; undefined where rows have no lines. */
  lineOf(row: number): number | undefined;
}
