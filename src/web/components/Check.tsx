/** A box to tick, or with a `name` one of several to choose from, with its words beside it. */
import type { ReactNode } from 'react';

interface Props {
  /** Of the choice that it belongs to. */
  readonly name?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}

export function Check({ name, checked, onChange, children }: Props) {
  return (
    <label className="check">
      <input
        type={name === undefined ? 'checkbox' : 'radio'}
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
