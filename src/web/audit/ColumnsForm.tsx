/** Which column means what; what could be guessed is filled in. */

import { change } from './auditActions.ts';
import type { AuditState, FileRole } from './auditState.ts';
import { itemColumnsOf } from './dataSource.ts';
import { SelectField } from './Field.tsx';

export function ColumnsForm({ state }: { readonly state: AuditState }) {
  const { shape, files } = state;
  if (files.ratings?.preview === undefined) return null;
  return (
    <fieldset className="card">
      <legend className="unseen">What the columns mean</legend>
      <div className="choices">
        <label className="check">
          <input type="radio" name="shape" checked={shape === 'long'} onChange={() => change({ shape: 'long' })} />
          <span>
            Each row is <strong>a rating</strong>: who, what, how many stars
          </span>
        </label>
        <label className="check">
          <input type="radio" name="shape" checked={shape === 'wide'} onChange={() => change({ shape: 'wide' })} />
          <span>
            Each row is <strong>a person</strong>: a column for each thing they rated
          </span>
        </label>
      </div>
      {shape === 'long' ? (
        <div className="fields">
          <ColumnField state={state} part="ratings" meaning="user" label="Who rated" />
          <ColumnField state={state} part="ratings" meaning="item" label="What was rated" />
          <ColumnField state={state} part="ratings" meaning="rating" label="The rating" />
        </div>
      ) : (
        <WideColumns state={state} />
      )}
    </fieldset>
  );
}

interface FieldProps {
  readonly state: AuditState;
  readonly part: FileRole;
  readonly meaning: string;
  readonly label: string;
  /** What it means to choose none. */
  readonly none?: string;
}

export function ColumnField({ state: { files, columns }, part, meaning, label, none = 'choose …' }: FieldProps) {
  const key = `${part}.${meaning}`;
  const names = files[part]?.preview?.names ?? [];
  return (
    <SelectField
      label={label}
      value={columns[key] ?? ''}
      options={[['', none] as const, ...names.map((name) => [name, name] as const)]}
      onChange={(column) => change({ columns: { ...columns, [key]: column } })}
    />
  );
}

function WideColumns({ state }: { readonly state: AuditState }) {
  const items = itemColumnsOf(state);
  return (
    <>
      <div className="fields">
        <ColumnField state={state} part="ratings" meaning="user" label="Who answered" none="the number of the row" />
        <div className="field">
          <label htmlFor="item-filter">Ratings are in columns whose name contains</label>
          <input
            id="item-filter"
            type="text"
            value={state.itemFilter}
            placeholder="any column of small numbers"
            onChange={(event) => change({ itemFilter: event.target.value })}
          />
        </div>
      </div>
      <p className="quiet small">
        {items.length === 0
          ? 'No column fits.'
          : `${items.length} columns fit, from “${short(items[0]!)}” to “${short(items.at(-1)!)}”.`}
      </p>
    </>
  );
}

const short = (text: string) => (text.length > 60 ? `${text.slice(0, 24)} … ${text.slice(-30)}` : text);
