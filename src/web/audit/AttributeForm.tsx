/** What is to be inferred: a column, its values with their counts, and how they become groups. */
import { change, chooseAttribute } from './auditActions.ts';
import type { AuditState } from './auditState.ts';
import { itemColumnsOf } from './dataSource.ts';
import { SelectField } from './Field.tsx';

export function AttributeForm({ state }: { readonly state: AuditState }) {
  const { attribute, values, files, columns, shape } = state;
  const preview = (files.people ?? files.ratings)?.preview;
  if (preview === undefined) return null;
  const taken = new Set(
    files.people === undefined
      ? [
          ...['user', 'item', 'rating'].map((meaning) => columns[`ratings.${meaning}`]),
          ...(shape === 'wide' ? itemColumnsOf(state) : []),
        ]
      : [columns['people.user']],
  );
  const names = preview.names.filter((name) => !taken.has(name));
  const set = (part: Partial<typeof attribute>) => change({ attribute: { ...attribute, ...part } });
  return (
    <div className="card">
      <SelectField
        label="What a spy would want to know about people"
        value={attribute.column}
        options={[['', 'choose a column …'] as const, ...names.map((name) => [name, name] as const)]}
        onChange={(column) => void chooseAttribute(column)}
      />
      {attribute.column !== '' && values === undefined && <p className="quiet">Counting the values …</p>}
      {values !== undefined && (
        <>
          <fieldset>
            <legend>Groups</legend>
            <Rule state={state} rule="asIs" onChoose={() => set({ rule: 'asIs' })}>
              every value is a group ({values.distinct})
            </Rule>
            <Rule state={state} rule="one" onChoose={() => set({ rule: 'one' })}>
              one value against all others
            </Rule>
            {values.numbers !== undefined && (
              <Rule state={state} rule="threshold" onChoose={() => set({ rule: 'threshold' })}>
                below and from a number
              </Rule>
            )}
          </fieldset>
          {attribute.rule === 'one' && (
            <SelectField
              label="The value"
              value={attribute.value}
              options={values.values.map(({ value }) => [value, value] as const)}
              onChange={(value) => set({ value })}
            />
          )}
          {attribute.rule === 'threshold' && (
            <div className="field">
              <label htmlFor="threshold">The number</label>
              <input
                id="threshold"
                type="text"
                inputMode="decimal"
                value={attribute.threshold}
                onChange={(event) => set({ threshold: event.target.value })}
              />
              <p className="quiet small">
                From {values.numbers!.min} to {values.numbers!.max}; half of the people have at most{' '}
                {values.numbers!.median}.
              </p>
            </div>
          )}
          <ValueCounts state={state} />
        </>
      )}
    </div>
  );
}

interface RuleProps {
  readonly state: AuditState;
  readonly rule: AuditState['attribute']['rule'];
  readonly onChoose: () => void;
  readonly children: React.ReactNode;
}

function Rule({ state, rule, onChoose, children }: RuleProps) {
  return (
    <label className="check">
      <input type="radio" name="rule" checked={state.attribute.rule === rule} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}

const SHOWN = 12;

function ValueCounts({ state: { values } }: { readonly state: AuditState }) {
  const { values: counts, distinct, missing, rows } = values!;
  const largest = Math.max(1, ...counts.map(({ count }) => count));
  const more = distinct - Math.min(SHOWN, counts.length);
  return (
    <>
      <h4>Who is in the data</h4>
      <ul className="bars">
        {counts.slice(0, SHOWN).map(({ value, count }) => (
          <li key={value}>
            <span className="bar-name">{value}</span>
            <span className="bar-track" aria-hidden="true">
              <span style={{ width: `${(100 * count) / largest}%` }} />
            </span>
            <span className="number">{count.toLocaleString('en')}</span>
          </li>
        ))}
      </ul>
      <p className="quiet small">
        {more > 0 && `${more.toLocaleString('en')} more values. `}
        {missing > 0
          ? `${missing.toLocaleString('en')} of ${rows.toLocaleString('en')} have no value; they are left out.`
          : `Nobody’s value is missing.`}
      </p>
    </>
  );
}
