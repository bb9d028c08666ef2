/**
 * The audit: folds x contenders x people, on real labels and on shuffled ones, then the statistics. Same data, spec and
 * seed give the same records, whatever the threads, and whether it was stopped in between.
 */

import { withItemVectors } from '../../factorization/imported/index.ts';
import { inlineExecutor } from '../../maths/index.ts';
import { attributeOf, type Dataset, usableGroups } from '../../ratings/index.ts';
import { sparse } from '../attackers/sparseData.ts';
import type { GivenItemVectors } from '../attackers/trainAttackers.ts';
import { curvesOf } from '../figures/curveTask.ts';
import { dealIntoFolds, factsUnit, type Plan, runPlan, type Unit } from '../folds/index.ts';
import type { AuditRecords } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { checkTypes } from '../spec/checkContenders.ts';
import { mostQuestions } from '../spec/mostQuestions.ts';
import { auditSpec } from '../spec/spec.ts';
import { type PermutationOutcome, permutationTask } from '../statistics/permutationTest.ts';
import { affordableAttackers } from './affordable.ts';
import { curveUnits, recordsFrom } from './auditRecords.ts';
import { joined, unitsOfRuns } from './auditRuns.ts';
import type { AuditTools } from './auditTools.ts';
import { presenceNotes } from './presenceNotes.ts';
import { standingAttackers } from './standingAttackers.ts';

/**
 * Audits an attribute with two or more groups: many simulated interviews, fold by fold, by every contender. The
 * headline is the strongest attacker's, with bounds that hold for all of them, and a control on shuffled labels.
 * What the spec leaves out is as in `auditDefaults`.
 *
 * @example
 * ```ts
 * import { contender, loadKernels, runAudit } from 'ulterior';
 * import { createWorld } from 'ulterior/core';
 *
 * const { dataset } = createWorld({ users: 120, items: 40, ratingsPerUser: 20, leak: 0.8 }, 1);
 * const records = await runAudit(
 *   dataset,
 *   { attribute: 'type', folds: 2, maxQuestions: 5, contenders: [contender('incFbc')], fullHistory: ['factor'], permutations: 200 },
 *   { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
 * );
 * console.log(records.verdict);
 * ```
 */
export async function runAudit(
  data: Dataset,
  partial: Parameters<typeof auditSpec>[0],
  tools: AuditTools,
): Promise<AuditRecords> {
  return runPlan(planAudit(data, partial), tools);
}

/**
 * The same in units, which need not run here. With item vectors of another recommender the attacker asks and judges with
 * those, and items without one are left out.
 */
export function planAudit(
  all: Dataset,
  partial: Parameters<typeof auditSpec>[0],
  itemVectors?: GivenItemVectors,
): Plan<AuditRecords, AuditTools> {
  const wanted = auditSpec(partial);
  const data = itemVectors === undefined ? all : withItemVectors(all, itemVectors.vectors, itemVectors.file).dataset;
  const { dataset: usable, small } = usableGroups(data, wanted.attribute, wanted);
  const { dataset, folds } = dealIntoFolds(usable, wanted.attribute, wanted.folds, wanted.seed, 'audit-folds');
  checkTypes(wanted.contenders, wanted.attribute, attributeOf(dataset, wanted.attribute).labels.length);
  const { fullHistory, notes: costNotes } = affordableAttackers(wanted, folds);
  const maxQuestions = Math.min(wanted.maxQuestions, mostQuestions(dataset, wanted));
  const spec = { ...wanted, fullHistory, maxQuestions };
  const runs = unitsOfRuns(dataset, folds, spec, itemVectors);
  const permutations = permutationUnits(dataset, folds, spec);
  return {
    units: [...runs.flatMap(({ units }) => units), ...permutations],
    // Two curves for each contender: of survivors and of a fixed cohort.
    closingTasks: 2 * (spec.contenders.length + (runs.length > 1 ? spec.shuffled.length : 0)),
    records: async (foundIn, tools, onDone) => {
      const found = standingAttackers(
        runs.map((run) => joined(run, foundIn, spec)),
        spec,
      );
      const curves = await curvesOf(curveUnits(found.results, found.spec), tools, onDone);
      const [permutation] = permutations.map(foundIn);
      const planted = await tools.planted?.();
      const notes = [...costNotes, ...presenceNotes(dataset, found.spec), ...found.notes];
      const findings = { ...found, dataset, folds, small, curves, permutation, planted, notes };
      return recordsFrom({ ...findings, itemVectorsFrom: itemVectors?.file }, tools);
    },
  };
}

/** One, or none where the test is not wanted. */
function permutationUnits(
  dataset: Dataset,
  folds: Uint16Array,
  { attribute, permutations, seed, ...spec }: AuditSpec,
): Unit<PermutationOutcome>[] {
  if (permutations === 0) return [];
  const { values, labels } = attributeOf(dataset, attribute);
  const input = {
    histories: sparse(dataset.ratings.byUser, dataset.ratings.items),
    types: Uint8Array.from(values),
    typeCount: labels.length,
    folds,
    foldCount: spec.folds,
    shuffles: permutations,
    seed,
    clusters: dataset.together?.clusters,
  };
  return [
    factsUnit('permutations', async ({ executor = inlineExecutor, signal, onTaskDone }) => {
      const [test] = await executor.run(permutationTask, [input], { signal, onDone: onTaskDone });
      return test!;
    }),
  ];
}
