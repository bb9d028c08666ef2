/** Which column means what; what could be guessed is filled in. */

import { Check } from '../../components/Check.tsx';
import { Rich } from '../../components/Rich.tsx';
import { useViewWords } from '../../words/viewWords.ts';
import { SelectField } from '../parts/Field.tsx';
import { change, chooseShape } from '../state/auditActions.ts';
import type { AuditState } from '../state/auditState.ts';
import type { FileRole } from '../state/placeFiles.ts';
import { ColumnPicker } from './ColumnPicker.tsx';

export function ColumnsForm({ state }: { readonly state: AuditState }) {
  const { shape, files } = state;
  const words = useViewWords().audit.columns;
  if (files.ratings?.preview === undefined) return null;
  return (
    <fieldset className="card">
      <legend className="unseen">{words.legend}</legend>
      <div className="choices">
        {(['long', 'wide'] as const).map((own) => (
          <Check key={own} name="shape" checked={shape === own} onChange={() => chooseShape(own)}>
            <Rich text={words[own]} />
          </Check>
        ))}
      </div>
      {shape === 'long' ? (
        <div className="fields">
          <ColumnField state={state} part="ratings" meaning="user" label={words.who} />
          <ColumnField state={state} part="ratings" meaning="item" label={words.what} />
          <ColumnField state={state} part="ratings" meaning="rating" label={words.rating} />
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

export function ColumnField({ state: { files, columns }, part, meaning, label, none }: FieldProps) {
  const { choose } = useViewWords().audit.columns;
  const key = `${part}.${meaning}`;
  const names = files[part]?.preview?.names ?? [];
  return (
    <SelectField
      label={label}
      value={columns[key] ?? ''}
      options={[['', none ?? choose] as const, ...names.map((name) => [name, name] as const)]}
      onChange={(column) => change({ columns: { ...columns, [key]: column } })}
    />
  );
}

function WideColumns({ state }: { readonly state: AuditState }) {
  const words = useViewWords().audit.columns;
  return (
    <>
      <div className="fields">
        <ColumnField state={state} part="ratings" meaning="user" label={words.answered} none={words.rowNumber} />
      </div>
      <ColumnPicker state={state} />
    </>
  );
}
