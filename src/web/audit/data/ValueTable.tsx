/** The values of a column with their counts: each gets the name of its group, or is left out. Equal names merge. */
import type { ColumnValues } from '../../files/index.ts';
import { ALL_OTHERS, type AttributeChoice, groupName, listedValues } from '../state/attributeChoice.ts';

interface Props {
  readonly attribute: AttributeChoice;
  readonly values: ColumnValues;
  readonly onChange: (part: Partial<AttributeChoice>) => void;
}

export function ValueTable({ attribute, values, onChange }: Props) {
  const listed = listedValues(values);
  const counted = listed.reduce((sum, { count }) => sum + count, 0);
  const others = values.distinct - listed.length;
  const rows = others > 0 ? [...listed, { value: ALL_OTHERS, count: values.rows - values.missing - counted }] : listed;
  const name = (value: string, typed: string) => onChange({ names: new Map([...attribute.names, [value, typed]]) });
  const leaveOut = (value: string, out: boolean) => {
    const rest = [...attribute.leftOut].filter((other) => other !== value);
    onChange({ leftOut: new Set(out ? [...rest, value] : rest) });
  };
  return (
    <>
      <p className="quiet small">Give two values the same name to merge them.</p>
      <div className="table values">
        <table aria-label="Values and their groups">
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col" className="number">
                People
              </th>
              <th scope="col">Group</th>
              <th scope="col">Leave out</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ value, count }) => {
              const words = value === ALL_OTHERS ? `all other values (${others.toLocaleString('en')})` : value;
              const out = attribute.leftOut.has(value);
              return (
                <tr key={value}>
                  <th scope="row">{words}</th>
                  <td className="number">{count.toLocaleString('en')}</td>
                  <td>
                    <input
                      type="text"
                      aria-label={`Group of ${words}`}
                      value={attribute.names.get(value) ?? ''}
                      placeholder={groupName({ ...attribute, names: new Map() }, value)}
                      disabled={out}
                      onChange={(event) => name(value, event.target.value)}
                    />
                  </td>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={`Leave out ${words}`}
                      checked={out}
                      onChange={(event) => leaveOut(value, event.target.checked)}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
