/**
 * The leak matrix: questions chosen to learn one attribute, and what they tell about every other. Folds x ways of asking
 * x people, on the real attributes and on shuffled ones, then the statistics. Same data, spec and seed give the same
 * records, whatever the threads, and whether it was stopped in between.
 */

import { withJointAttribute } from '../../factorization/index.ts';
import { attributeOf, type Dataset, groupDefaults, usableGroups } from '../../ratings/index.ts';
import { curvesOf, recordedCurves, type WantedCurve } from '../figures/curveTask.ts';
import type { GroupTarget } from '../figures/groupPoints.ts';
import { dealIntoFolds, type Plan, runPlan } from '../folds/index.ts';
import { logitsOf, outcomesOf } from '../interviews/outcomes.ts';
import type { LeakKey, LeakMatrixRecords, LeakRow, LeftOutBy } from '../records/leakMatrixRecords.ts';
import { provenanceOf } from '../records/provenance.ts';
import type { AuditTools } from '../run/auditTools.ts';
import { type DealtResult, planExperiment } from '../run/experiment.ts';
import { type LeakMatrixSpec, leakMatrixSpec } from '../spec/leakMatrixSpec.ts';
import { leakHeadline } from './leakHeadline.ts';
import { askedItems, describeLeakData, leakComparisons } from './leakMatrixFigures.ts';
import { leakTasksOf, workOnLeakFold } from './leakMatrixFold.ts';

/** What `runLeakMatrix` works with. */
export interface LeakMatrixTools extends Omit<AuditTools, 'planted'> {
  /** What was left out before, when the data were read: it is counted too. */
  readonly dropped?: readonly { readonly reason: string; readonly users: number; readonly items: number }[] | undefined;
}

/** People of whom any of the attributes is not known, or whose group is too small, are left out, and counted. */
export async function runLeakMatrix(
  data: Dataset,
  partial: Parameters<typeof leakMatrixSpec>[0],
  tools: LeakMatrixTools,
): Promise<LeakMatrixRecords> {
  return runPlan(planLeakMatrix(data, partial), tools);
}

/** The same in units, which need not run here. */
export function planLeakMatrix(
  data: Dataset,
  partial: Parameters<typeof leakMatrixSpec>[0],
): Plan<LeakMatrixRecords, LeakMatrixTools> {
  const spec = leakMatrixSpec(partial);
  // People of a group that is too small are those of whom the attribute is not known.
  const usable = spec.attributes.reduce((people, name) => usableGroups(people, name, groupDefaults).dataset, data);
  const joint = withJointAttribute(usable, spec.attributes);
  const { dataset, folds } = dealIntoFolds(joint.dataset, joint.name, spec.folds, spec.seed, 'audit-folds');
  const rows = rowsOf(spec);
  const controls = spec.shuffled ? [rows.filter(({ kind }) => kind === 'target')] : [];
  return planExperiment({
    dataset,
    folds,
    attributes: spec.attributes,
    spec,
    plan: rows,
    controls,
    tasks: leakTasksOf,
    work: (variant, members, tools) => workOnLeakFold(variant.dataset, members, variant.plan, spec, tools),
    closingTasks: [rows, ...controls].flatMap((some) => some.flatMap(({ attributes }) => attributes)).length,
    records: async (results, _, tools: LeakMatrixTools, onDone) => {
      const clusters = dataset.together?.clusters;
      const curves = await curvesOf(results.flatMap(wantedCurves), spec, clusters, tools, onDone);
      const { scores } = results[0];
      const truthOf = (name: string) => {
        const { labels, values } = attributeOf(dataset, name);
        return { labels, types: Uint8Array.from(values) };
      };
      const outcomes = (row: string) => outcomesOf(scores, row)!;
      const headline = leakHeadline(rows, outcomes, truthOf, spec, clusters);
      const { leftOut, ...counted } = leftOutOf(data, joint, spec, tools.dropped);
      const curveOf = (row: string, attribute: string) =>
        curves.find(({ key }) => key.contender === row && key.attribute === attribute && key.variant === 'real')!;
      return {
        format: 'ulterior-leak-matrix',
        version: 1,
        spec,
        data: { ...describeLeakData(dataset, spec.attributes, joint.name, leftOut, tools.source), ...counted },
        rows,
        headline,
        curves: recordedCurves(curves),
        comparisons: leakComparisons(rows, curveOf, spec),
        asked: rows.map(({ id }) => askedItems(id, dataset, outcomes(id))),
        provenance: provenanceOf(tools),
      };
    },
  });
}

/** Who was left out, when the data were read and here, and why. */
function leftOutOf(
  data: Dataset,
  joint: ReturnType<typeof withJointAttribute>,
  { attributes }: LeakMatrixSpec,
  earlier: LeakMatrixTools['dropped'],
) {
  const forAttribute = new Set(attributes.map((name) => `no "${name}"`));
  const before = earlier?.filter(({ reason }) => forAttribute.has(reason)) ?? [];
  const unknown = attributeOf(joint.dataset, joint.name).values.filter((code) => code < 0).length;
  const dropped = earlier
    ?.filter(({ reason, users, items }) => !forAttribute.has(reason) && users + items > 0)
    .map(({ reason, users, items }) => ({ reason, users, items }));
  const leftOutBy = attributes.map((name): LeftOutBy => {
    const own = before.filter(({ reason }) => reason === `no "${name}"`);
    const now = attributeOf(data, name).values.filter((code) => code < 0).length;
    const small = usableGroups(data, name, groupDefaults).small.filter(({ users }) => users > 0);
    return {
      attribute: name,
      withoutValue: own.reduce((sum, { users }) => sum + users, now),
      smallGroups: small.map(({ label, users }) => ({ label, users })),
      minGroup: groupDefaults.minGroup,
    };
  });
  const leftOut = before.reduce((sum, { users }) => sum + users, unknown);
  return { leftOut, leftOutBy, dropped };
}

function rowsOf({ attributes, baselines }: LeakMatrixSpec): LeakRow[] {
  return [
    ...attributes.map(
      (target): LeakRow => ({ id: `target:${target}`, kind: 'target', strategy: 'targeted', target, attributes }),
    ),
    ...baselines.map((strategy): LeakRow => ({ id: strategy, kind: 'baseline', strategy, attributes })),
    ...attributes.map(
      (target): LeakRow => ({
        id: `dedicated:${target}`,
        kind: 'dedicated',
        strategy: 'targeted',
        target,
        attributes: [target],
      }),
    ),
  ];
}

function wantedCurves({ variant, dataset, plan, scores }: DealtResult<readonly LeakRow[], object>) {
  return plan.flatMap(({ id, attributes }) =>
    attributes.map((attribute, at): WantedCurve<GroupTarget, LeakKey> => {
      const { values, labels } = attributeOf(dataset, attribute);
      const found = outcomesOf(scores, id)!;
      const outcomes = { logits: logitsOf(found, at), lengths: found.lengths };
      const runs = [{ outcomes, types: Uint8Array.from(values) }];
      return {
        key: { contender: id, attribute, variant, cohort: 'survivors' },
        target: { about: 'groups', runs, typeCount: labels.length, minGroup: groupDefaults.minGroup },
      };
    }),
  );
}
