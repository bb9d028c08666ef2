/**
 * A preliminary figure within seconds: one attacker, logistic regression, on whole histories. It runs through the same
 * folds, scores and intervals as every other measurement (exposures/experiment.ts). What it finds is there to be found;
 * what it does not find, a stronger attacker still may. So a first look has no verdict, and there are no records of it
 * that a gate could read.
 *
 * Logistic regression takes time by ratings and groups. With more than `MOST` ratings (times the groups, where there are
 * more than two), some people of each group are drawn, as many as fit; of a small group at least `FEWEST`.
 */
import { derive } from '../../maths/index.ts';
import {
  anyAttributeOf,
  attributeFromCodes,
  attributeOf,
  type CategoricalAttribute,
  type Dataset,
  type GroupRule,
  groupDefaults,
  keepUsersWith,
  type NumericAttribute,
  quantileGroups,
  subsetUsers,
  usableGroups,
} from '../../ratings/index.ts';
import { filledIn } from '../../schema/index.ts';
import { readSparse } from '../attackers/readable.ts';
import { sparse } from '../attackers/sparseData.ts';
import { attackFindings, findAttacks } from '../exposures/attackFigures.ts';
import { experimentUnits, joinExperiment } from '../exposures/experiment.ts';
import { dealIntoFolds, type Plan, type RunTools } from '../folds/index.ts';
import type { Finding } from '../records/finding.ts';
import { auditDefaults } from '../spec/spec.ts';

const ATTACKER = 'logistic';
const EXPOSURE = 'histories';
const MOST = 500_000;
const FEWEST = 50;
/** Wide: what is said in a hurry should hold. */
const LEVEL = 0.99;

export interface FirstLookSpec extends Partial<GroupRule> {
  readonly attribute: string;
  readonly seed?: number;
  /** At most 5. */
  readonly folds?: number | undefined;
}

/** What one attacker found in a hurry. */
export interface FirstLook {
  readonly attribute: string;
  /** A number is cut at its median: below it, and from it on. */
  readonly kind: 'groups' | 'number';
  readonly groups: readonly string[];
  readonly folds: number;
  readonly level: number;
  /** Who was looked at, and how many people there are whose attribute is known. */
  readonly people: number;
  readonly everyone: number;
  /** Over all groups; with more than two also the group that is told best. Bounds hold for all of them at once. */
  readonly findings: readonly [Finding, ...Finding[]];
}

export function planFirstLook(
  data: Dataset,
  { attribute, seed = auditDefaults.seed, folds: most = 5, ...rule }: FirstLookSpec,
): Plan<FirstLook, RunTools> {
  const known = keepUsersWith(withGroupsOf(data, attribute), attribute).dataset;
  const usable = keepUsersWith(
    usableGroups(known, attribute, filledIn<GroupRule>(groupDefaults, rule)).dataset,
    attribute,
  ).dataset;
  const count = Math.min(5, most);
  const { dataset, folds } = dealIntoFolds(drawn(usable, attribute, seed), attribute, count, seed, 'audit-folds');
  const { labels, values } = attributeOf(dataset, attribute);
  const types = Uint8Array.from(values);
  const { byUser, items } = dataset.ratings;
  const seen = readSparse(sparse(byUser, items), seed);
  const runs = experimentUnits(
    [
      {
        key: 'first-look',
        variant: 'real',
        targets: new Map([[attribute, { types, typeCount: labels.length }]]),
        tasks: () => 1,
        exposures: async () => [{ id: EXPOSURE, attackers: [ATTACKER], seen: async () => seen }],
      },
    ],
    { folds, count, together: dataset.together },
    { ...auditDefaults, seed },
  );
  const clusters = dataset.together?.clusters;
  const { resamples } = auditDefaults;
  const level = LEVEL;
  return {
    units: runs.flatMap(({ units }) => units),
    closingTasks: 1,
    records: async (foundIn, tools, onTaskDone) => {
      const people = Uint32Array.from(types.keys());
      const experiment = joinExperiment(runs, foundIn, people.length, [ATTACKER]);
      const place = { exposure: EXPOSURE, as: { target: attribute, exposure: EXPOSURE }, labels, types, people };
      const [found] = await findAttacks(
        [place],
        experiment,
        { folds, clusters, resamples, level, seed },
        { ...tools, onTaskDone },
      );
      const { findings } = attackFindings(found!, level, clusters, () => false);
      const [all, ...ofGroups] = findings.filter(({ auc }) => auc?.bounds !== undefined);
      const best = ofGroups.toSorted((a, b) => b.auc!.bounds!.low - a.auc!.bounds!.low).slice(0, 1);
      return {
        attribute,
        kind: anyAttributeOf(data, attribute).kind === 'numeric' ? 'number' : 'groups',
        groups: labels,
        folds: count,
        level,
        people: people.length,
        everyone: usable.users.size,
        findings: [all!, ...best],
      };
    },
  };
}

/** A number is cut at its median: whoever can say on which side people are has learned something of it. */
function withGroupsOf(data: Dataset, name: string): Dataset {
  const attribute = anyAttributeOf(data, name);
  if (attribute.kind !== 'numeric') return data;
  return { ...data, attributes: new Map([[name, aboveMedian(attribute)]]) };
}

function aboveMedian({ name, values }: NumericAttribute): CategoricalAttribute {
  const sides = quantileGroups(values, 2);
  const cut = values.reduce(
    (least, value, n) => (sides[n] === 1 ? Math.min(least, value) : least),
    Number.POSITIVE_INFINITY,
  );
  return attributeFromCodes(name, [`below ${cut}`, `${cut} or more`], sides);
}

/** As many people of each group as can be looked at in time. */
function drawn(dataset: Dataset, attribute: string, seed: number): Dataset {
  const { labels, values } = attributeOf(dataset, attribute);
  const cost = dataset.ratings.byUser.indices.length * (labels.length === 2 ? 1 : labels.length);
  if (cost <= MOST) return dataset;
  const users = Uint32Array.from(values.keys());
  const chosen = labels.flatMap((_, group) => {
    const members = users.filter((user) => values[user] === group);
    const size = Math.max(FEWEST, Math.ceil((members.length * MOST) / cost));
    return [...derive(seed, 'first-look', group).shuffle(members).subarray(0, size)];
  });
  return subsetUsers(dataset, Uint32Array.from(chosen).sort());
}
