/** Checks of the people: copies of one another, too few of them, and answers that are missing in some groups only. */
import {
  type CategoricalAttribute,
  countsByLabel,
  type Dataset,
  type Finding,
  withCopiesTogether,
} from '../../ratings/index.ts';
import { namedList, percentOf } from './findingWords.ts';

/** Below, intervals are so wide that most leaks stay unseen. */
const FEW_PEOPLE = 50;
/** As in an audit (`groupDefaults`). */
const SMALL_GROUP = 20;
/** Groups differ by this share of missing answers ... */
const DIFFERENCE = 0.1;
/** ... and by this many standard errors. */
const ERRORS = 6;
const SURVEY = 0.5;

export function repeatedRows(dataset: Dataset): Finding[] {
  const copies = withCopiesTogether(dataset).together?.copies;
  if (copies === undefined) return [];
  const { rows, expected } = copies;
  const chance = expected < 0.0001 ? 'less than 0.0001' : Number(expected.toPrecision(2));
  return [
    {
      code: 'ROWS_REPEAT',
      serious: false,
      place: 'ratings',
      found: `${rows === 1 ? '1 row repeats' : `${rows} of ${dataset.users.size} rows repeat`} another person's answers exactly; chance would explain ${chance} of them`,
      done: 'each set of copies stays in one fold and counts as one person',
      advice: 'check whether people, or parts of the file, are in it twice',
    },
  ];
}

export function tooFew(dataset: Dataset): Finding[] {
  const people = dataset.users.size;
  const few: Finding[] =
    people >= FEW_PEOPLE
      ? []
      : [
          {
            code: 'PEOPLE_TOO_FEW',
            serious: false,
            place: 'people',
            found: `there are only ${people} people`,
            done: 'intervals will be wide: a leak can be there and not be seen',
            advice: 'add people before you read "no leak was shown" as an answer',
          },
        ];
  return [...few, ...[...dataset.attributes.values()].flatMap((one) => (one.kind === 'numeric' ? [] : smallIn(one)))];
}

function smallIn(attribute: CategoricalAttribute): Finding[] {
  const counts = countsByLabel(attribute);
  const small = attribute.labels.filter((_, code) => counts[code]! > 0 && counts[code]! < SMALL_GROUP);
  const large = attribute.labels.filter((_, code) => counts[code]! >= SMALL_GROUP);
  if (small.length === 0) return [];
  const refused = large.length < 2;
  return [
    {
      code: 'PEOPLE_TOO_FEW',
      serious: false,
      place: attribute.name,
      found: `${small.length === 1 ? `the group ${namedList(small)} of "${attribute.name}" has` : `the groups ${namedList(small)} of "${attribute.name}" have`} fewer than ${SMALL_GROUP} people`,
      done: refused
        ? 'an audit needs two groups that are larger'
        : `an audit leaves ${small.length === 1 ? 'it out, and says nothing about it' : 'them out, and says nothing about them'}`,
      advice: `merge groups, for example ${attribute.name}:{one=a|b; other=*}, or lower minGroup (--set minGroup=10) and expect wide intervals`,
    },
  ];
}

/** Where nearly all are asked everything, who skips more is something that an attacker sees. */
export function missingByGroup(dataset: Dataset): Finding[] {
  const { ratings, attributes } = dataset;
  const { starts } = ratings.byUser;
  if (ratings.count < SURVEY * ratings.users * ratings.items) return [];
  const missing = Float64Array.from(
    { length: ratings.users },
    (_, user) => 1 - (starts[user + 1]! - starts[user]!) / ratings.items,
  );
  return [...attributes.values()].flatMap((attribute): Finding[] => {
    if (attribute.kind === 'numeric') return [];
    const groups = attribute.labels.flatMap((label, code) => {
      const own = missing.filter((_, user) => attribute.values[user] === code);
      return own.length < SMALL_GROUP ? [] : [{ label, ...meanOf(own) }];
    });
    const sorted = groups.toSorted((a, b) => a.mean - b.mean);
    const [least, most] = [sorted[0], sorted.at(-1)];
    if (least === undefined || most === undefined) return [];
    const difference = most.mean - least.mean;
    if (difference < DIFFERENCE || difference < ERRORS * Math.hypot(least.error, most.error)) return [];
    return [
      {
        code: 'MISSING_BY_GROUP',
        serious: false,
        place: attribute.name,
        found: `missing answers depend on "${attribute.name}": "${most.label}" left out ${percentOf(most.mean, 1)}, "${least.label}" ${percentOf(least.mean, 1)}`,
        done: 'attackers see which answers are missing, as they would in practice',
        advice: 'check whether all groups were asked the same questions; if not, the leak is in the questionnaire',
      },
    ];
  });
}

function meanOf(values: Float64Array): { readonly mean: number; readonly error: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, error: Math.sqrt(variance / values.length) };
}
