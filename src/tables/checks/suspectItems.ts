/**
 * Items that are no answers: an id or a row number among the questions, and a copy of what is to be inferred. A file
 * that is sorted by group makes a row number tell the group for certain, and so does a second column with it.
 */
import {
  type Attribute,
  anyAttributeOf,
  type Dataset,
  type Finding,
  itemIndex,
  quantileGroups,
} from '../../ratings/index.ts';
import { counted } from './findingWords.ts';
import { firstValues } from './otherColumns.ts';

/** An item that is probably no answer. */
interface SuspectItem {
  readonly item: number;
  /** Whether it is different for nearly everyone who has it. */
  readonly unique: boolean;
  /** What it alone tells of the attribute, where that is nearly everything. */
  readonly auc?: number;
  readonly attribute?: string;
}

/** Fewer people with the item say too little. */
const FEWEST = 50;
const FEWEST_OF_GROUP = 10;
/** Of all people, who have the item. */
const LEAST_SHARE = 0.1;
/** This share of its values is distinct. */
const UNIQUE = 0.95;
/** From here on an item is probably the attribute. */
const CERTAIN = 0.98;
/** Many values are judged in this number of parts of about equal size. */
const PARTS = 20;

export function suspectItems(dataset: Dataset, attributes: readonly string[]): Finding[] {
  const suspects = suspectsIn(dataset, attributes);
  const ids = suspects.filter(({ unique }) => unique);
  const copies = suspects.filter(({ unique }) => !unique);
  return [...ids.map((one) => idFinding(dataset, one)), ...copies.map((one) => copyFinding(dataset, one))];
}

function idFinding({ items, ratings: { byItem } }: Dataset, { item, auc, attribute }: SuspectItem): Finding {
  const id = items.id(itemIndex(item));
  const own = byItem.values.subarray(byItem.starts[item]!, byItem.starts[item + 1]!);
  return {
    code: 'ITEM_IS_ID',
    serious: true,
    place: id,
    found: `"${id}" is different for nearly everyone: it looks like an id, not an answer`,
    ...firstValues(own),
    done: `it counts as an answer${auc === undefined ? '' : `; alone it tells ${attribute} with an AUC of ${rounded(auc)}`}`,
    advice: 'leave it out (dropItems in a data file), or keep it if it is an answer',
    repair: { dropItems: [id] },
  };
}

function copyFinding({ items, ratings }: Dataset, { item, auc, attribute }: SuspectItem): Finding {
  const id = items.id(itemIndex(item));
  const people = ratings.byItem.starts[item + 1]! - ratings.byItem.starts[item]!;
  return {
    code: 'ITEM_COPIES_ATTRIBUTE',
    serious: true,
    place: id,
    found: `"${id}" alone tells ${attribute} with an AUC of ${rounded(auc!)}: it is probably a copy of the attribute`,
    done: `it counts as an answer of ${counted(people, 'person', 'people')}`,
    advice: 'leave it out (dropItems in a data file), or keep it if people were really asked this',
    repair: { dropItems: [id] },
  };
}

const rounded = (auc: number) => auc.toFixed(2);

function suspectsIn(dataset: Dataset, attributes: readonly string[]): SuspectItem[] {
  const { ratings } = dataset;
  const inferred = attributes.map((name) => groupsOf(anyAttributeOf(dataset, name)));
  const { starts, indices, values } = ratings.byItem;
  return Array.from({ length: ratings.items }, (_, item) => item).flatMap((item): SuspectItem[] => {
    const [from, to] = [starts[item]!, starts[item + 1]!];
    const own = values.subarray(from, to);
    if (own.length < FEWEST) return [];
    const unique = isUnique(own);
    // What few people have cannot tell nearly everything about all.
    const isCommon = own.length >= LEAST_SHARE * ratings.users;
    const certain = isCommon ? mostCertain(own, indices.subarray(from, to), inferred) : {};
    if (!unique && certain.auc === undefined) return [];
    return [{ item, unique, ...certain }];
  });
}

/** Of each person the group, or -1, and the groups with enough people. */
interface Groups {
  readonly attribute: string;
  readonly codes: Int16Array;
  readonly large: readonly number[];
}

/** Of a number the lower and the upper half. */
function groupsOf(attribute: Attribute): Groups {
  const codes = attribute.kind === 'numeric' ? quantileGroups(attribute.values, 2) : attribute.values;
  const counts = new Map<number, number>();
  for (const code of codes) if (code >= 0) counts.set(code, (counts.get(code) ?? 0) + 1);
  const large = [...counts].filter(([, people]) => people >= FEWEST_OF_GROUP).map(([code]) => code);
  return { attribute: attribute.name, codes, large };
}

function mostCertain(
  values: Float32Array,
  users: Uint32Array,
  inferred: readonly Groups[],
): Pick<SuspectItem, 'auc' | 'attribute'> {
  const places = placesOf(values);
  const told = inferred.map((groups) => ({ attribute: groups.attribute, auc: toldBy(places, users, groups) }));
  const [best] = told.sort((a, b) => b.auc - a.auc);
  return best !== undefined && best.auc >= CERTAIN ? best : {};
}

/** Whole numbers that hardly repeat, close together or many of them: ids, row numbers, dates, not points on a scale. */
function isUnique(values: Float32Array): boolean {
  if (!values.every(Number.isInteger)) return false;
  const sorted = values.toSorted();
  const distinct = sorted.reduce((count, value, at) => count + Number(at === 0 || value !== sorted[at - 1]), 0);
  if (distinct < UNIQUE * values.length) return false;
  return sorted.at(-1)! - sorted[0]! < 2 * values.length || values.length >= 4 * FEWEST;
}

/**
 * AUC of one group against the rest (the mean over groups), by the share of the group at each value. No answer is a
 * value, too: what only one group was asked tells the group.
 */
function toldBy(placeOfAnswer: Uint32Array, users: Uint32Array, { codes, large }: Groups): number {
  if (large.length < 2) return 0;
  const places = new Uint32Array(codes.length);
  for (const [n, user] of users.entries()) places[user] = 1 + placeOfAnswer[n]!;
  return large.reduce((sum, code) => sum + groupTold(places, codes, code), 0) / large.length;
}

function groupTold(places: Uint32Array, codes: Int16Array, code: number): number {
  const own = new Float64Array(PARTS + 1);
  const others = new Float64Array(PARTS + 1);
  for (let user = 0; user < places.length; user++) {
    if (codes[user] === code) own[places[user]!]!++;
    else if (codes[user]! >= 0) others[places[user]!]!++;
  }
  const share = (place: number) => own[place]! / (own[place]! + others[place]! || 1);
  let [won, below, members] = [0, 0, 0];
  for (const place of [...own.keys()].sort((a, b) => share(a) - share(b))) {
    won += own[place]! * (below + others[place]! / 2);
    below += others[place]!;
    members += own[place]!;
  }
  return won / (below * members);
}

/** The values themselves where they are few, and otherwise the part of the sorted values in which they are. */
function placesOf(values: Float32Array): Uint32Array {
  const levels = [...new Set(values)].sort((a, b) => a - b);
  if (levels.length <= PARTS) return Uint32Array.from(values, (value) => levels.indexOf(value));
  const sorted = values.toSorted();
  const cuts = Array.from({ length: PARTS - 1 }, (_, n) => sorted[Math.floor(((n + 1) * sorted.length) / PARTS)]!);
  return Uint32Array.from(values, (value) => cuts.filter((cut) => value >= cut).length);
}
