/** The groups that the choice makes, how many people each has, and which are too small to learn from. */
import { UlteriorError } from '../../../errors/index.ts';
import { groupDefaults } from '../../../ratings/index.ts';
import { type AttributeExpression, findColumn, formatAttribute } from '../../../tables/index.ts';
import { messageOf } from '../../components/Problem.tsx';
import type { ColumnValues } from '../../files/index.ts';
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
  if (choiceGap(attribute) !== undefined) return null;
  const expression = attributeExpression(attribute, values);
  const counted = countOrWords(expression, values);
  return (
    <div className="groups-view">
      <h4>The groups</h4>
      {typeof counted === 'string' ? <p className="warning">{counted}</p> : <Counts counts={counted} values={values} />}
      <p className="quiet small">
        On the command line: <code>--attribute {quoted(formatAttribute(expression))}</code>
      </p>
    </div>
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
  const largest = Math.max(1, ...groups.map(({ people }) => people));
  const unlisted = distinct - values.values.length;
  return (
    <>
      <ul className="bars">
        {groups.slice(0, SHOWN).map(({ label, people, small }) => (
          <li key={label}>
            <span className="bar-name">
              {label}
              {small && <span className="warning"> (too few)</span>}
            </span>
            <span className="bar-track" aria-hidden="true">
              <span style={{ width: `${(100 * people) / largest}%` }} />
            </span>
            <span className="number">{count(people)}</span>
          </li>
        ))}
      </ul>
      <p className="quiet small">
        {groups.length > SHOWN && `${groups.length - SHOWN} more groups. `}
        {unlisted > 0 && `${count(unlisted)} rare values are not counted here. `}
        {leftOut > 0 && `You leave out ${peopleWords(leftOut)}. `}
        {missing > 0
          ? `${count(missing)} of ${count(rows)} people have no value and are left out.`
          : 'Nobody’s value is missing.'}
      </p>
      <SmallGroups groups={groups} />
    </>
  );
}

function SmallGroups({ groups }: { readonly groups: readonly GroupCount[] }) {
  const small = groups.filter((group) => group.small);
  if (groups.length - small.length < 2) {
    return (
      <p className="warning">
        An audit needs at least two groups of {minGroup} people. Merge groups, or choose another attribute.
      </p>
    );
  }
  if (small.length === 0) return null;
  const people = small.reduce((sum, group) => sum + group.people, 0);
  return (
    <p className="warning">
      {small.length === 1 ? 'One group has' : `${small.length} groups have`} fewer than {minGroup} people. The audit
      leaves {small.length === 1 ? 'it' : 'them'} out ({peopleWords(people)}), and so says nothing about the risk of
      these people. Merge small groups to keep them.
    </p>
  );
}

function countOrWords(expression: AttributeExpression, values: ColumnValues): GroupCounts | string {
  if (findColumn([values.column], expression.column) === undefined) {
    return `The expression is about “${expression.column}”, not about “${values.column}”: its groups are counted when the data are read.`;
  }
  try {
    return groupCounts({ ...expression, column: values.column }, values);
  } catch (error) {
    if (!(error instanceof UlteriorError) || error.code !== 'ATTRIBUTE_VALUE_UNKNOWN') return messageOf(error);
    const unknown = error.details['values'] as readonly string[];
    const more = unknown.length > 3 ? ' and others' : '';
    return `The expression does not say what to do with ${unknown
      .slice(0, 3)
      .map((text) => `“${text}”`)
      .join(', ')}${more}.`;
  }
}

/** As a shell takes it. */
const quoted = (text: string) => (/^[\w.:,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
const count = (number: number) => number.toLocaleString('en');
const peopleWords = (number: number) => `${count(number)} ${number === 1 ? 'person' : 'people'}`;
