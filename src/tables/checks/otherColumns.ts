/**
 * Columns among the items that are something else: dates, weights, totals; and items that say nothing: the same answer
 * from all, or hardly any answer. Each rule asks for a gap between the item and all others, because most catalogues have
 * rare items, and some people give one answer to everything.
 */
import { type Dataset, type Finding, itemIndex } from '../../ratings/index.ts';
import { counted, namedList } from './findingWords.ts';

/** Fewer people with the item say too little. */
const FEWEST = 20;
/** Of all items: where more look like this, it is the data that are so. */
const FEW_ITEMS = 0.1;
/** Of all people. */
const NEARLY_ALL = 0.9;
const HARDLY_ANY = 0.02;
/** Where half of the items have answers from half of the people, the data are a survey. */
const HALF = 0.5;
/** Not more items are added up: a total is rarely alone among many columns that are none. */
const MOST_CANDIDATES = 20;
const MOST_SAMPLED = 200;

interface Item {
  readonly at: number;
  readonly id: string;
  readonly title: string;
  readonly values: Float32Array;
  readonly users: Uint32Array;
}

export function otherColumns(dataset: Dataset): Finding[] {
  const { items, ratings } = dataset;
  const { starts, indices, values } = ratings.byItem;
  const all = Array.from({ length: ratings.items }, (_, at): Item => {
    const [from, to] = [starts[at]!, starts[at + 1]!];
    const index = itemIndex(at);
    return {
      at,
      id: items.id(index),
      title: items.title(index),
      values: values.subarray(from, to),
      users: indices.subarray(from, to),
    };
  });
  const common = all.filter((item) => item.values.length >= FEWEST);
  return [
    ...rare(common, all.length, isDate).map((item) => columnFinding(item, 'ITEM_IS_DATE', 'holds dates or years')),
    ...weights(common, all.length).map((item) => columnFinding(item, 'ITEM_IS_WEIGHT', 'looks like a weight')),
    ...totals(dataset, common),
    ...constants(dataset, common),
    ...nearlyEmpty(dataset, all),
  ];
}

/** Those that pass, where they are few among all. */
function rare(items: readonly Item[], all: number, passes: (item: Item) => boolean): Item[] {
  const found = items.filter(passes);
  return found.length <= Math.max(1, FEW_ITEMS * all) ? found : [];
}

function columnFinding(item: Item, code: 'ITEM_IS_DATE' | 'ITEM_IS_WEIGHT', what: string): Finding {
  return {
    code,
    serious: true,
    place: item.id,
    found: `"${item.id}" ${what}: it is no answer`,
    ...firstValues(item.values),
    done: 'it counts as an answer, and makes the scale of all others small',
    advice: 'leave it out (dropItems in a data file), or keep it if it is an answer',
    repair: { dropItems: [item.id] },
  };
}

/** The first few as an example, where single precision keeps them as they are. */
export function firstValues(values: Float32Array): Pick<Finding, 'example'> {
  const few = [...values.subarray(0, 3)];
  const isExact = few.every((value) => Math.abs(value) < 2 ** 24);
  return isExact
    ? { example: `the first values are ${few.map((value) => Number(value.toPrecision(7))).join(', ')}` }
    : {};
}

/** 20210305, seconds since 1970, or years. Of a scale that ends at 2100, years are points. */
function isDate({ values }: Item): boolean {
  if (!values.every(Number.isInteger)) return false;
  const isDay = (value: number) => {
    const [month, day] = [Math.floor(value / 100) % 100, value % 100];
    return value >= 19000101 && value <= 21001231 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  };
  // From 1973 to 2100, in seconds or thousandths.
  const isTime = (value: number) => (value >= 1e8 && value <= 4.2e9) || (value >= 1e11 && value <= 4.2e12);
  const isYear = (value: number) => value >= 1900 && value <= 2100;
  // Single precision keeps 8-digit days to within two.
  const isAbout = (value: number) => [0, -1, 1, -2, 2].some((off) => isDay(value + off));
  return [isAbout, isTime, isYear].some((is) => values.every(is)) && new Set(values).size > 1;
}

const WEIGHT = /(^|[^\p{L}])(weights?|wgts?|wts?|pweight|iweight|gewicht(ung)?)([^\p{L}]|$)/iu;

/** Positive fractions around 1 where all others are whole; or a column that is called a weight. */
function weights(items: readonly Item[], all: number): Item[] {
  const fractional = ({ values }: Item) => values.some((value) => !Number.isInteger(value));
  const isAround1 = ({ values }: Item) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return mean > 0.8 && mean < 1.25 && values.every((value) => value > 0) && new Set(values).size > FEWEST;
  };
  return rare(
    items,
    all,
    (item) => fractional(item) && (isAround1(item) || WEIGHT.test(item.id)) && halfAreWhole(items, fractional),
  );
}

function halfAreWhole(items: readonly Item[], fractional: (item: Item) => boolean): boolean {
  return 2 * items.filter(fractional).length <= items.length;
}

/** The sum or the mean of all others, or of those right before it. */
function totals(dataset: Dataset, items: readonly Item[]): Finding[] {
  const { min, max } = commonRange(items);
  const isOff = ({ values }: Item) => values.some((value) => value > max || value < min || !Number.isInteger(value));
  const candidates = items.filter(isOff).slice(0, MOST_CANDIDATES);
  return candidates.flatMap((item): Finding[] => {
    const of = addedUp(dataset, item, candidates);
    if (of === undefined) return [];
    return [
      {
        code: 'ITEM_IS_TOTAL',
        serious: false,
        place: item.id,
        found: `"${item.id}" is the ${of.what} of ${counted(of.items, 'other item')}: it is no answer`,
        done: 'it counts as an answer',
        advice: 'leave it out (dropItems in a data file)',
        repair: { dropItems: [item.id] },
      },
    ];
  });
}

/** Of the item in the middle. */
function commonRange(items: readonly Item[]): { readonly min: number; readonly max: number } {
  const middle = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
  const least = ({ values }: Item) => values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
  const most = ({ values }: Item) => values.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
  return { min: middle(items.map(least)), max: middle(items.map(most)) };
}

function addedUp(
  { ratings: { byUser, items } }: Dataset,
  { at, values, users }: Item,
  candidates: readonly Item[],
): { readonly what: 'sum' | 'mean'; readonly items: number } | undefined {
  const others = new Set(candidates.map((item) => item.at));
  // Of each person the sum over the items before this one, from the nearest on; and over all that are no candidates.
  const people = Array.from({ length: Math.min(MOST_SAMPLED, users.length) }, (_, n) => {
    const row = new Float64Array(items).fill(Number.NaN);
    for (let n2 = byUser.starts[users[n]!]!; n2 < byUser.starts[users[n]! + 1]!; n2++) {
      row[byUser.indices[n2]!] = byUser.values[n2]!;
    }
    return { row, value: values[n]! };
  });
  const isTotalOf = (columns: readonly number[]) =>
    (['sum', 'mean'] as const).find((what) =>
      people.every(({ row, value }) => {
        const sum = columns.reduce((total, column) => total + row[column]!, 0);
        return Math.abs((what === 'sum' ? sum : sum / columns.length) - value) < 0.006 + 1e-6 * Math.abs(value);
      }),
    );
  const everything = Array.from({ length: items }, (_, column) => column).filter((column) => !others.has(column));
  const before: number[] = [];
  for (let column = at - 1; column >= 0 && !others.has(column); column--) before.push(column);
  const runs = before.map((_, n) => before.slice(0, n + 1)).slice(1);
  for (const columns of [everything, ...runs]) {
    if (columns.length < 2) continue;
    const what = isTotalOf(columns);
    if (what !== undefined) return { what, items: columns.length };
  }
  return undefined;
}

function constants({ ratings: { users, items } }: Dataset, common: readonly Item[]): Finding[] {
  const found = common.filter(
    ({ values }) => values.length >= NEARLY_ALL * users && values.every((value) => value === values[0]),
  );
  if (found.length === 0 || 2 * found.length > items) return [];
  const ids = found.map(({ id }) => id);
  return [
    {
      code: 'ITEM_CONSTANT',
      serious: false,
      place: ids[0]!,
      found: `${counted(ids.length, 'item has', 'items have')} the same answer from all: ${namedList(ids)}`,
      done: 'it tells nothing, and stays',
      advice: 'leave it out if it is no question (dropItems in a data file)',
      repair: { dropItems: ids },
    },
  ];
}

function nearlyEmpty({ ratings: { users } }: Dataset, all: readonly Item[]): Finding[] {
  const isSurvey = 2 * all.filter(({ values }) => values.length >= HALF * users).length >= all.length;
  const found = isSurvey && users >= FEWEST ? all.filter(({ values }) => values.length < HARDLY_ANY * users) : [];
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  return [
    {
      code: 'ITEM_NEARLY_EMPTY',
      serious: false,
      place: ids[0]!,
      found: `${counted(ids.length, 'item was', 'items were')} answered by fewer than 2% of the people: ${namedList(ids)}`,
      example: `"${ids[0]}" by ${found[0]!.values.length} of ${users}`,
      done: 'they stay; whoever answered stands out',
      advice: 'leave them out with --min-item, or check that their answers are numbers',
    },
  ];
}
