/**
 * Groups that are too small to learn from, or to be judged by. A handful of people cannot be in every fold; a figure
 * about them is noise, and the mean over groups hands that noise to the whole audit. They are left out, or merged into
 * one group, before anything is trained; whoever reads the result is told which and how many.
 */
import { UlteriorError } from '../../errors/index.ts';
import { type CategoricalAttribute, countsByLabel, uncheckedAttribute } from '../data/attribute.ts';
import { assembleDataset, attributeOf, type Dataset } from '../data/dataset.ts';

export type SmallGroups = 'leaveOut' | 'merge';

export interface GroupRule {
  /** Groups with fewer people are small. */
  readonly minGroup: number;
  readonly smallGroups: SmallGroups;
}

/** Enough for two people of each group in each of ten folds. */
export const groupDefaults: GroupRule = Object.freeze({ minGroup: 20, smallGroups: 'leaveOut' });

export interface SmallGroup {
  readonly label: string;
  readonly users: number;
  /** Whether its people are now in the group of merged ones; otherwise they are left out. */
  readonly merged: boolean;
}

interface UsableGroups {
  /** The same people and ratings; the attribute of people left out is missing, and no label is empty. */
  readonly dataset: Dataset;
  readonly small: readonly SmallGroup[];
}

interface UsableLabels {
  /** The value of people left out is missing, and no label is empty. */
  readonly attribute: CategoricalAttribute;
  readonly small: readonly SmallGroup[];
}

const MERGED = 'other';

/**
 * Small groups that are merged but together still fall short are left out. Labels that nobody has (a filter dropped
 * their people) go in either case.
 */
export function usableGroups(data: Dataset, name: string, rule: GroupRule): UsableGroups {
  const given = attributeOf(data, name);
  const { attribute, small } = usableLabels(given, rule);
  if (attribute === given) return { dataset: data, small };
  return { dataset: assembleDataset(data, new Map([...data.attributes, [name, attribute]])), small };
}

/** The same for the attribute alone. */
export function usableLabels(attribute: CategoricalAttribute, rule: GroupRule): UsableLabels {
  const counts = countsByLabel(attribute);
  const isSmall = (code: number) => counts[code]! < rule.minGroup;
  const small = [...attribute.labels.keys()].filter(isSmall);
  if (small.length === 0) return { attribute, small: [] };
  const together = small.reduce((sum, code) => sum + counts[code]!, 0);
  const merged = rule.smallGroups === 'merge' && together >= rule.minGroup;
  const kept = attribute.labels.filter((_, code) => !isSmall(code));
  const labels = merged ? [...kept, kept.includes(MERGED) ? `${MERGED} groups` : MERGED] : kept;
  if (labels.length < 2) throw tooSmall(attribute, counts, rule);
  const codes = attribute.labels.map((label, code) =>
    isSmall(code) ? (merged ? kept.length : -1) : kept.indexOf(label),
  );
  const values = attribute.values.map((code) => (code < 0 ? -1 : codes[code]!));
  return {
    attribute: uncheckedAttribute(attribute.name, labels, values),
    small: small.map((code) => ({
      label: attribute.labels[code]!,
      users: counts[code]!,
      merged: merged && counts[code]! > 0,
    })),
  };
}

/** How many groups an audit by this rule tells apart. */
export function usableGroupCount(data: Dataset, name: string, rule: Partial<GroupRule> = {}): number {
  const { minGroup = groupDefaults.minGroup, smallGroups = groupDefaults.smallGroups } = rule;
  return attributeOf(usableGroups(data, name, { minGroup, smallGroups }).dataset, name).labels.length;
}

/** An id has as many groups as there are people. */
const MOST_LISTED = 8;

function tooSmall({ name, labels }: CategoricalAttribute, counts: Uint32Array, { minGroup }: GroupRule): UlteriorError {
  const largest = labels.map((label, code) => ({ label, people: counts[code]! }));
  if (labels.length > MOST_LISTED) largest.sort((a, b) => b.people - a.people);
  const shown = largest.slice(0, MOST_LISTED).map(({ label, people }) => `"${label}" ${people}`);
  const listed = [...shown, ...(labels.length > MOST_LISTED ? [`and ${labels.length - MOST_LISTED} others`] : [])].join(
    ', ',
  );
  return new UlteriorError(
    'GROUPS_TOO_SMALL',
    `the attribute "${name}" has fewer than two groups of at least ${minGroup} people: ${listed}`,
    'load more people, merge values (income:{low=a|b; high=c}), cut a number (age>=35), or lower the minimum (minGroup) and expect wide intervals',
    { attribute: name, minGroup, groups: Object.fromEntries(labels.map((label, code) => [label, counts[code]])) },
  );
}
