/** The groups that the choice makes, how many people each has, and which are too small to learn from; or its numbers. */
import { UlteriorError } from '../../../errors/index.ts';
import { groupDefaults } from '../../../ratings/index.ts';
import { type AttributeExpression, findColumn, formatAttribute } from '../../../tables/index.ts';
import { messageOf } from '../../components/Problem.tsx';
import type { ColumnValues } from '../../files/index.ts';
import type { ViewWords } from '../../words/catalogue.ts';
import { useViewWords } from '../../words/viewWords.ts';
import { type AttributeChoice, attributeExpression, choiceGap } from '../state/attributeChoice.ts';
import { type GroupCount, type GroupCounts, groupCounts } from '../state/groupCounts.ts';

const SHOWN = 20;
const { minGroup } = groupDefaults;

export function GroupsView({
  attribute,
  values,
}: {
  readonly attribute: AttributeChoice;
  readonly values: ColumnValues;
}) {
  const words = useViewWords().audit.groups;
  if (choiceGap(attribute) !== undefined) return null;
  const expression = attributeExpression(attribute, values);
  const number = expression.rule.kind === 'number';
  const counted = countOrWords(expression, values, words);
  return (
    <div className="groups-view">
      <h4>{number ? words.numberHeading : words.heading}</h4>
      {typeof counted === 'string' ? (
        <p className="warning">{counted}</p>
      ) : number ? (
        <Numbers values={values} />
      ) : (
        <Counts counts={counted} values={values} />
      )}
      <p className="quiet small">
        {words.commandLine}
        <code>{optionsOf(expression, attribute.unit.trim())}</code>
      </p>
    </div>
  );
}

/** What the numbers span. A column of which some values are none is refused when it is read, with the line of one. */
function Numbers({ values: { numbers, missing, rows } }: { readonly values: ColumnValues }) {
  const { groups, attribute } = useViewWords().audit;
  return (
    <p className="quiet small">
      {numbers === undefined ? groups.notNumbers : attribute.numbers(numbers.min, numbers.max, numbers.median)}{' '}
      {missing > 0 ? groups.noValue(missing, rows) : groups.allValues}
    </p>
  );
}

function Counts({
  counts: { groups, leftOut },
  values,
}: {
  readonly counts: GroupCounts;
  readonly values: ColumnValues;
}) {
  const { missing, rows, distinct } = values;
  const { audit, number } = useViewWords();
  const words = audit.groups;
  const largest = Math.max(1, ...groups.map(({ people }) => people));
  const unlisted = distinct - values.values.length;
  return (
    <>
      <ul className="bars">
        {groups.slice(0, SHOWN).map(({ label, people, small }) => (
          <li key={label}>
            <span className="bar-name">
              {label}
              {small && <span className="warning">{words.tooFew}</span>}
            </span>
            <span className="bar-track" aria-hidden="true">
              <span style={{ width: `${(100 * people) / largest}%` }} />
            </span>
            <span className="number">{number(people)}</span>
          </li>
        ))}
      </ul>
      <p className="quiet small">
        {groups.length > SHOWN && words.moreGroups(groups.length - SHOWN)}
        {unlisted > 0 && words.rare(unlisted)}
        {leftOut > 0 && words.leftOut(leftOut)}
        {missing > 0 ? words.noValue(missing, rows) : words.allValues}
      </p>
      <SmallGroups groups={groups} />
    </>
  );
}

function SmallGroups({ groups }: { readonly groups: readonly GroupCount[] }) {
  const words = useViewWords().audit.groups;
  const small = groups.filter((group) => group.small);
  if (groups.length - small.length < 2) {
    return <p className="warning">{words.two(minGroup)}</p>;
  }
  if (small.length === 0) return null;
  const people = small.reduce((sum, group) => sum + group.people, 0);
  return <p className="warning">{words.small(small.length, minGroup, people)}</p>;
}

function countOrWords(
  expression: AttributeExpression,
  values: ColumnValues,
  words: ViewWords['audit']['groups'],
): GroupCounts | string {
  if (findColumn([values.column], expression.column) === undefined) {
    return words.elsewhere(expression.column, values.column);
  }
  try {
    return groupCounts({ ...expression, column: values.column }, values);
  } catch (error) {
    if (!(error instanceof UlteriorError) || error.code !== 'ATTRIBUTE_VALUE_UNKNOWN') return messageOf(error);
    const unknown = error.details['values'] as readonly string[];
    const named = unknown.slice(0, 3).map(words.quoted).join(', ');
    return words.unknown(`${named}${unknown.length > 3 ? words.andOthers : ''}`);
  }
}

function optionsOf(expression: AttributeExpression, unit: string): string {
  const option = `--attribute ${quoted(formatAttribute(expression))}`;
  return expression.rule.kind === 'number' && unit !== '' ? `${option} --set ${quoted(`unit=${unit}`)}` : option;
}

/** As a shell takes it. */
const quoted = (text: string) => (/^[\w.:,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
