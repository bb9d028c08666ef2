/** Values of an attribute that its expression does not cover: collected row by row, refused together. */

import { UlteriorError } from '../../errors/index.ts';
import type { Table } from './table.ts';

/** More values than this are not listed. */
const LISTED = 8;

export class UnknownValues {
  /** By value: the first row that has it. */
  readonly #firstRows = new Map<string, number>();
  #rows = 0;

  get some(): boolean {
    return this.#rows > 0;
  }

  get values(): string[] {
    return [...this.#firstRows.keys()];
  }

  add(text: string, row: number): void {
    if (!this.#firstRows.has(text)) this.#firstRows.set(text, row);
    this.#rows++;
  }

  /** Names the values, the number of rows and the line of the first. */
  error(table: Table, message: (values: string) => string, advice: string): UlteriorError {
    const { values } = this;
    const [first] = this.#firstRows.values();
    const rows = this.#rows;
    const listed = values.slice(0, LISTED).map((text) => `"${text}"`);
    const more = values.length > LISTED ? ' and others' : '';
    const where = `${rows} ${rows === 1 ? 'row' : 'rows'} of "${table.name}", the first ${table.lineOf(first!)}`;
    return new UlteriorError('ATTRIBUTE_VALUE_UNKNOWN', `${message(listed.join(', ') + more)} (${where})`, advice, {
      file: table.name,
      rows,
      values,
    });
  }
}
