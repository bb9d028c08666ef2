/** In which line each row begins: only where rows and lines stop running side by side something is kept. */
export class LineNumbers {
  readonly #rows: number[] = [];
  readonly #lines: number[] = [];
  #offset = Number.NaN;

  /** Rows come in order, from 0. */
  add(row: number, line: number): void {
    if (line - row === this.#offset) return;
    this.#offset = line - row;
    this.#rows.push(row);
    this.#lines.push(line);
  }

  of(row: number): number | undefined {
    let [low, high] = [0, this.#rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#rows[middle]! <= row) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? undefined : this.#lines[low - 1]! + row - this.#rows[low - 1]!;
  }
}
