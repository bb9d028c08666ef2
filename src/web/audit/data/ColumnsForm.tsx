/** Which column means what; what could be guessed is filled in. */

import { SelectField } from '../parts/Field.tsx';
import { change, chooseShape } from '../state/auditActions.ts';
import type { AuditState } from '../state/auditState.ts';
import type { FileRole } from '../state/placeFiles.ts';
import { ColumnPicker } from './ColumnPicker.tsx';

export function ColumnsForm({ state }: { readonly state: AuditState }) {
  const { shape, files } = state;
  if (files.ratings?.preview === undefined) return null;
  return (
    <fieldset className="card">
      <legend className="unseen">What the columns mean</legend>
      <div className="choices">
        <label className="check">
          <input type="radio" name="shape" checked={shape === 'long'} onChange={() => chooseShape('long')} />
          <span>
            One row per <strong>rating</strong>: who, what, how many stars
          </span>
        </label>
        <label className="check">
          <input type="radio" name="shape" checked={shape === 'wide'} onChange={() => chooseShape('wide')} />
          <span>
            One row per <strong>person</strong>: a column for each thing they rated
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
  return (
    <>
      <div className="fields">
        <ColumnField state={state} part="ratings" meaning="user" label="Who answered" none="the number of the row" />
      </div>
      <ColumnPicker state={state} />
    </>
  );
}
