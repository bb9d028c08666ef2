/** What is to be inferred: a column, and how its values become groups or are taken as a number. */

import { Check } from '../../components/Check.tsx';
import { useViewWords } from '../../words/viewWords.ts';
import { SelectField, TextField } from '../parts/Field.tsx';
import { type AttributeChoice, attributeText, choiceGap, infersNumber } from '../state/attributeChoice.ts';
import { change, chooseAttribute } from '../state/auditActions.ts';
import { type AuditState, auditStore } from '../state/auditState.ts';
import { attributeFile } from '../state/dataSource.ts';
import { GroupsView } from './GroupsView.tsx';
import { ValueTable } from './ValueTable.tsx';

export function AttributeForm({ state }: { readonly state: AuditState }) {
  const { attribute, values } = state;
  const words = useViewWords().audit.attribute;
  if (attributeFile(state)?.preview === undefined) return null;
  const set = (part: Partial<AttributeChoice>) => change({ attribute: { ...attribute, ...part } });
  const { likely, others } = columnsToInfer(state);
  const named = (names: readonly string[]) => names.map((name) => [name, name] as const);
  return (
    <div className="card">
      <SelectField
        label={words.column}
        value={attribute.column}
        options={[['', words.choose]]}
        groups={[
          { heading: words.likely, options: named(likely) },
          { heading: words.others, options: named(others) },
        ]}
        onChange={(column) => void chooseAttribute(column)}
      />
      {attribute.column !== '' && values === undefined && <p className="quiet">{words.counting}</p>}
      {values !== undefined && (
        <>
          <RuleChoice state={state} onChange={set} />
          {attribute.rule === 'values' && <ValueTable attribute={attribute} values={values} onChange={set} />}
          {attribute.rule === 'one' && (
            <SelectField
              label={words.value}
              value={attribute.value}
              options={named(values.values.map(({ value }) => value))}
              onChange={(value) => set({ value })}
            />
          )}
          {attribute.rule === 'threshold' && (
            <TextField
              label={words.number}
              decimal
              value={attribute.threshold}
              hint={numberHint(values.numbers, words.numbers)}
              onChange={(threshold) => set({ threshold })}
            />
          )}
          {attribute.rule === 'bins' && (
            <TextField
              label={words.cuts}
              value={attribute.cuts}
              placeholder="18, 25, 35"
              hint={numberHint(values.numbers, words.numbers)}
              onChange={(cuts) => set({ cuts })}
            />
          )}
          {attribute.rule === 'text' && (
            <TextField
              label={words.expression}
              value={attribute.text}
              hint={words.expressionHint}
              onChange={(text) => set({ text })}
            />
          )}
          {infersNumber(attribute) && (
            <TextField
              label={words.unit}
              value={attribute.unit}
              placeholder={words.unitExample}
              hint={words.unitHint}
              // The data that were read stay the same.
              onChange={(unit) => auditStore.set({ attribute: { ...attribute, unit } })}
            />
          )}
          <GroupsView attribute={attribute} values={values} />
        </>
      )}
    </div>
  );
}

/** Every column can be inferred but those that hold the user, the item or the rating. */
function columnsToInfer(state: AuditState): { readonly likely: readonly string[]; readonly others: readonly string[] } {
  const { columns, meanings, shape, files } = state;
  const file = attributeFile(state)!;
  const part = file === files.ratings ? 'ratings' : 'people';
  const taken = (shape === 'wide' || part === 'people' ? ['user'] : ['user', 'item', 'rating']).map(
    (meaning) => columns[`${part}.${meaning}`],
  );
  const names = file.preview!.names.filter((name) => !taken.includes(name));
  const guessed = new Map(file.preview!.guess.columns.map(({ column, role }) => [column, role]));
  const isLikely = (name: string) => (shape === 'wide' ? meanings : guessed).get(name) === 'attribute';
  return { likely: names.filter(isLikely), others: names.filter((name) => !isLikely(name)) };
}

interface RuleProps {
  readonly state: AuditState;
  readonly onChange: (part: Partial<AttributeChoice>) => void;
}

function RuleChoice({ state: { attribute, values }, onChange }: RuleProps) {
  const { distinct, numbers } = values!;
  const words = useViewWords().audit.attribute;
  const rules: readonly (readonly [AttributeChoice['rule'], string])[] = [
    ['values', words.rules.values(distinct)],
    ['one', words.rules.one],
    ...(numbers === undefined
      ? []
      : ([
          ['threshold', words.rules.threshold],
          ['bins', words.rules.bins],
          ['number', words.rules.number],
        ] as const)),
    ['text', words.rules.text],
  ];
  const choose = (rule: AttributeChoice['rule']) => {
    // The expression starts with what the form says so far.
    const starts = rule === 'text' && choiceGap(attribute) === undefined;
    onChange({ rule, ...(starts ? { text: attributeText(attribute, values) } : {}) });
  };
  return (
    <fieldset>
      <legend>{numbers === undefined ? words.groups : words.groupsOrNumber}</legend>
      {rules.map(([rule, text]) => (
        <Check key={rule} name="rule" checked={attribute.rule === rule} onChange={() => choose(rule)}>
          {text}
        </Check>
      ))}
    </fieldset>
  );
}

function numberHint(
  numbers: { readonly min: number; readonly median: number; readonly max: number } | undefined,
  words: (min: number, max: number, median: number) => string,
) {
  return numbers && words(numbers.min, numbers.max, numbers.median);
}
