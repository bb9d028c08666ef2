/** A label with a select, a text or a number. */
import { useId, useState } from 'react';
import { useViewWords } from '../../words/viewWords.ts';

type Option = readonly [value: string, words: string];

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  /** More options, under headings of their own. */
  readonly groups?: readonly { readonly heading: string; readonly options: readonly Option[] }[];
  readonly onChange: (value: string) => void;
}

export function SelectField({ label, value, options, groups = [], onChange }: SelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        <Options options={options} />
        {groups.map(
          (group) =>
            group.options.length > 0 && (
              <optgroup key={group.heading} label={group.heading}>
                <Options options={group.options} />
              </optgroup>
            ),
        )}
      </select>
    </div>
  );
}

function Options({ options }: { readonly options: readonly Option[] }) {
  return options.map(([option, words]) => (
    <option key={option} value={option}>
      {words}
    </option>
  ));
}

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly placeholder?: string;
  readonly decimal?: boolean;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

export function TextField({ label, value, hint, placeholder, decimal = false, onChange, onBlur }: TextProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode={decimal ? 'decimal' : undefined}
        value={value}
        placeholder={placeholder}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="quiet small">
          {hint}
        </p>
      )}
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
  const { components } = useViewWords();
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
        {hint ?? components.range(min, max)}
      </p>
    </div>
  );
}
