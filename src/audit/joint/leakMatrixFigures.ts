/** The records of a leak matrix that need no interviews of their own: the data, associations, comparisons, items asked. */
import { attributeOf, countsByLabel, type Dataset, itemIndex } from '../../ratings/index.ts';
import { curveComparisons } from '../figures/comparisons.ts';
import type { CurveOutcome } from '../figures/curveTask.ts';
import { type Asked, EARLY } from '../interviews/outcomes.ts';
import { dataSummary } from '../records/describeData.ts';
import type { AskedItems, Association, LeakMatrixData } from '../records/leakMatrixRecords.ts';
import type { AttackerDescription, Comparison } from '../records/records.ts';
import type { LeakMatrixSpec } from '../spec/leakMatrixSpec.ts';
import { rank, weightedAuc } from '../statistics/auc.ts';

const MOST_ITEMS = 20;

export function describeLeakData(
  dataset: Dataset,
  attributes: readonly string[],
  combination: string,
  leftOut: number,
  source: string,
): Omit<LeakMatrixData, 'leftOutBy' | 'dropped'> {
  return {
    ...dataSummary(dataset, attributes, source, combination),
    leftOut,
    attributes: attributes.map((name) => {
      const attribute = attributeOf(dataset, name);
      const users = countsByLabel(attribute);
      return { name, labels: attribute.labels.map((label, code) => ({ label, users: users[code]! })) };
    }),
    associations: attributes.flatMap((from) =>
      attributes.filter((to) => to !== from).map((to) => associationOf(dataset, from, to)),
    ),
  };
}

/** Cramer's V, and the AUC of the second attribute where its shares among people of the same first one are the scores. */
export function associationOf(dataset: Dataset, from: string, to: string): Association {
  const [known, wanted] = [attributeOf(dataset, from), attributeOf(dataset, to)];
  const [rows, columns] = [countsByLabel(known), countsByLabel(wanted)];
  const people = known.values.length;
  const together = new Float64Array(rows.length * columns.length);
  for (const [person, code] of known.values.entries()) together[code * columns.length + wanted.values[person]!]!++;
  let chiSquared = 0;
  for (const [at, count] of together.entries()) {
    const expected = (rows[Math.floor(at / columns.length)]! * columns[at % columns.length]!) / people;
    if (expected > 0) chiSquared += (count - expected) ** 2 / expected;
  }
  const occurring = (counts: Uint32Array) => counts.filter((count) => count > 0).length;
  const cramersV = Math.sqrt(chiSquared / (people * (Math.min(occurring(rows), occurring(columns)) - 1)));
  const everybody = Uint32Array.from(known.values.keys());
  const ones = new Float64Array(people).fill(1);
  const judged = columns.length === 2 ? [1] : Array.from(columns.keys()).filter((code) => columns[code]! > 0);
  const aucs = judged.map((code) => {
    const share = (person: number) => {
      const row = known.values[person]!;
      return together[row * columns.length + code]! / rows[row]!;
    };
    return weightedAuc(
      rank(everybody, share, (person) => wanted.values[person] === code),
      ones,
    );
  });
  return { from, to, cramersV, auc: aucs.reduce((sum, auc) => sum + auc, 0) / aucs.length };
}

/** What is lost by not aiming with a model of its own, and what is gained over aiming at nothing. */
export function leakComparisons(
  rows: readonly AttackerDescription[],
  curveOf: (row: string, attribute: string) => CurveOutcome,
  spec: LeakMatrixSpec,
): Comparison[] {
  const pairs = rows
    .filter(({ target, watches }) => target !== undefined && watches === undefined)
    .flatMap(({ id: aimed }) =>
      spec.attributes.flatMap((target) =>
        rows.flatMap(({ id, target: aim, watches }) => {
          if (watches !== undefined) return aim === target ? [{ target, first: id, second: aimed }] : [];
          return aim === undefined ? [{ target, first: aimed, second: id }] : [];
        }),
      ),
    );
  const compared = pairs.map((key) => ({
    key,
    curves: [curveOf(key.first, key.target), curveOf(key.second, key.target)] as const,
  }));
  return curveComparisons(compared, spec);
}

export function askedItems(
  attacker: string,
  dataset: Dataset,
  { early, seen, lengths }: Omit<Asked, 'skips'>,
): AskedItems {
  const counts = new Uint32Array(dataset.items.size);
  for (const entry of early) if (entry > 0) counts[entry - 1]!++;
  const people = early.length / EARLY;
  const sum = (values: Uint32Array) => values.reduce((total, value) => total + value, 0);
  const items = Array.from(counts.keys())
    .filter((item) => counts[item]! > 0)
    .sort((a, b) => counts[b]! - counts[a]! || a - b)
    .slice(0, MOST_ITEMS)
    .map((item) => ({
      id: dataset.items.id(itemIndex(item)),
      title: dataset.items.title(itemIndex(item)),
      share: counts[item]! / people,
    }));
  return { attacker, items, seen: sum(seen) / sum(lengths) };
}
