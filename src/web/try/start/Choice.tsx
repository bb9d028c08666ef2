/** One of several, each with a line that explains it. */
import type { FactorModel } from '../../../factorization/index.ts';
import type { ViewWords } from '../../words/catalogue.ts';
import { choosersFor } from '../state/choosers.ts';

interface Option<Value extends string> {
  readonly value: Value;
  readonly title: string;
  readonly about?: string | undefined;
}

interface Props<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function Choice<Value extends string>({ legend, name, options, value, onChange }: Props<Value>) {
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <strong>{option.title}</strong>
            {option.about !== undefined && <span className="quiet"> {option.about}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export function chooserOptions(model: FactorModel, words: ViewWords['other']['choosers']) {
  return choosersFor(model).map((value) => ({ value, title: words[value][0], about: words[value][1] }));
}
