/**
 * The audit: folds x contenders x people, on real labels and on shuffled ones, then the statistics. Same data, spec and
 * seed give the same records, whatever the threads, and whether it was stopped in between.
 */

import { withItemVectors } from '../../factorization/imported/index.ts';
import { attributeOf, type Dataset, holdOutRatings, usableGroups } from '../../ratings/index.ts';
import { readSparse } from '../attackers/readable.ts';
import { sparse } from '../attackers/sparseData.ts';
import type { GivenItemVectors } from '../attackers/trainAttackers.ts';
import { curvesOf } from '../figures/curveTask.ts';
import { dealIntoFolds, type Plan, runPlan } from '../folds/index.ts';
import { tasksOf, workOnFold } from '../interviews/foldWork.ts';
import type { AuditRecords } from '../records/records.ts';
import { checkTypes } from '../spec/checkContenders.ts';
import { mostQuestions } from '../spec/mostQuestions.ts';
import { auditSpec } from '../spec/spec.ts';
import { type PermutationUnit, permutationTask } from '../statistics/permutationTest.ts';
import { affordableAttackers } from './affordable.ts';
import { recordsFrom, wantedCurves } from './auditRecords.ts';
import { plansOf, resultOf } from './auditRuns.ts';
import type { AuditTools } from './auditTools.ts';
import { planExperiment } from './experiment.ts';
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
  // What is held out does not depend on the labels.
  const held = holdOutRatings(dataset, { most: spec.heldOut, share: spec.heldOutShare }, spec.seed);
  // No label goes into the coordinates: all folds and shuffles share them. A unit that runs by itself makes its own, which are the same.
  const { coordinates } = readSparse(sparse(dataset.ratings.byUser, dataset.ratings.items), spec.seed);
  const plans = plansOf(spec);
  return planExperiment({
    dataset,
    folds,
    attributes: [spec.attribute],
    spec,
    ...plans,
    tasks: tasksOf,
    work: (run, members, tools) =>
      workOnFold({ dataset: run.dataset, ...held, ...members, coordinates, itemVectors }, spec, run.plan, tools),
    test: {
      task: permutationTask,
      unit: (tested): PermutationUnit => {
        const { values, labels } = attributeOf(dataset, spec.attribute);
        return { ...tested, types: Uint8Array.from(values), typeCount: labels.length };
      },
    },
    // Two curves for each contender: of survivors and of a fixed cohort.
    closingTasks: 2 * (spec.contenders.length + (plans.controls.length > 0 ? spec.shuffled.length : 0)),
    records: async (results, permutation, tools: AuditTools, onDone) => {
      const all = results.map((result) => resultOf(result, spec));
      const found = standingAttackers(all, spec);
      const wanted = wantedCurves(found.results, found.spec);
      const curves = await curvesOf(wanted, found.spec, dataset.together?.clusters, tools, onDone);
      const planted = await tools.planted?.();
      const notes = [...costNotes, ...presenceNotes(dataset, found.spec), ...found.notes];
      const findings = { ...found, dataset, folds, small, curves, permutation, planted, notes };
      return recordsFrom({ ...findings, itemVectorsFrom: itemVectors?.file }, tools);
    },
  });
}
