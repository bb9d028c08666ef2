/** A table that scrolls sideways by itself, also by keyboard. */
import type { ReactNode } from 'react';

interface Props {
  readonly caption: ReactNode;
  /** For the region that scrolls. */
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
  /** The columns from here on are numbers. */
  readonly numbersFrom?: number;
}

export function DataTable({ caption, label, heads, rows, numbersFrom = 1 }: Props) {
  const kind = (at: number) => (at >= numbersFrom ? 'number' : undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="table" aria-label={label} tabIndex={0}>
      <table>
        <caption>
          <span className="note">{caption}</span>
        </caption>
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col" className={kind(at)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and never change places
            <tr key={row}>
              {cells.map((cell, at) =>
                at === 0 ? (
                  <th key={heads[at]} scope="row" className={kind(at)}>
                    {cell}
                  </th>
                ) : (
                  <td key={heads[at]} className={kind(at)}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
