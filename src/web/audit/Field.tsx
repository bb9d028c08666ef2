/** A label with a select or a number. */
import { useId, useState } from 'react';

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly onChange: (value: string) => void;
}

export function SelectField({ label, value, options, onChange }: SelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly hint?: string;
  readonly onChange: (value: number) => void;
}

/** Hands on what is within its bounds; what is not stays in the field, marked, until it is left. */
export function NumberField({ label, value, min, max, hint, onChange }: NumberProps) {
  const id = useId();
  const [text, setText] = useState<string>();
  const valid = (typed: string) => /^\d+$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        value={text ?? String(value)}
        aria-describedby={`${id}-hint`}
        aria-invalid={text !== undefined && !valid(text)}
        onChange={(event) => {
          setText(event.target.value);
          if (valid(event.target.value)) onChange(Number(event.target.value));
        }}
        onBlur={() => setText(undefined)}
      />
      <p id={`${id}-hint`} className="quiet small">
        {hint ?? `${min} to ${max}`}
      </p>
    </div>
  );
}
