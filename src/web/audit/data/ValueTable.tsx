/** The values of a column with their counts: each gets the name of its group, or is left out. Equal names merge. */
import type { ColumnValues } from '../../files/index.ts';
import { useViewWords } from '../../words/viewWords.ts';
import { ALL_OTHERS, type AttributeChoice, groupName, listedValues } from '../state/attributeChoice.ts';

interface Props {
  readonly attribute: AttributeChoice;
  readonly values: ColumnValues;
  readonly onChange: (part: Partial<AttributeChoice>) => void;
}

export function ValueTable({ attribute, values, onChange }: Props) {
  const words = useViewWords().audit.attribute;
  const { number } = useViewWords();
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
      <p className="quiet small">{words.merge}</p>
      <div className="table values">
        <table aria-label={words.table}>
          <thead>
            <tr>
              <th scope="col">{words.heads.value}</th>
              <th scope="col" className="number">
                {words.heads.people}
              </th>
              <th scope="col">{words.heads.group}</th>
              <th scope="col">{words.heads.leaveOut}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ value, count }) => {
              const shown = value === ALL_OTHERS ? words.otherValues(others) : value;
              const out = attribute.leftOut.has(value);
              return (
                <tr key={value}>
                  <th scope="row">{shown}</th>
                  <td className="number">{number(count)}</td>
                  <td>
                    <input
                      type="text"
                      aria-label={words.groupOf(shown)}
                      value={attribute.names.get(value) ?? ''}
                      placeholder={groupName({ ...attribute, names: new Map() }, value)}
                      disabled={out}
                      onChange={(event) => name(value, event.target.value)}
                    />
                  </td>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={words.leaveOutValue(shown)}
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
