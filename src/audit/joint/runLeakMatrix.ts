/**
 * The leak matrix: questions chosen to learn one attribute, and what they tell about every other. Folds x ways of asking
 * x people, on the real attributes and on shuffled ones, then the statistics. Same data, spec and seed give the same
 * records, whatever the threads, and whether it was stopped in between.
 */

import { withJointAttribute } from '../../factorization/index.ts';
import { attributeOf, type Dataset, groupDefaults, usableGroups } from '../../ratings/index.ts';
import { curveFindings, curvesOf, type WantedCurve } from '../figures/curveTask.ts';
import { dealIntoFolds, type Plan, runPlan } from '../folds/index.ts';
import { logitsOf, outcomesOf } from '../interviews/outcomes.ts';
import type { Finding } from '../records/finding.ts';
import type { LeakMatrixRecords, LeftOutBy } from '../records/leakMatrixRecords.ts';
import { provenanceOf } from '../records/provenance.ts';
import type { AttackerDescription } from '../records/records.ts';
import type { AuditTools } from '../run/auditTools.ts';
import { type DealtResult, planExperiment } from '../run/experiment.ts';
import { type LeakMatrixSpec, leakMatrixSpec } from '../spec/leakMatrixSpec.ts';
import { leakHeadline, watchedBy } from './leakHeadline.ts';
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
  const controls = spec.shuffled
    ? [rows.filter(({ target, watches }) => target !== undefined && watches === undefined)]
    : [];
  return planExperiment({
    dataset,
    folds,
    attributes: spec.attributes,
    spec,
    plan: rows,
    controls,
    tasks: (asked, people) => leakTasksOf(asked, people, spec),
    work: (variant, members, tools) => workOnLeakFold(variant.dataset, members, variant.plan, spec, tools),
    closingTasks: [rows, ...controls].flatMap((some) => some.flatMap((row) => watchedBy(row, spec))).length,
    records: async (results, _, tools: LeakMatrixTools, onDone) => {
      const clusters = dataset.together?.clusters;
      const curves = await curvesOf(
        results.flatMap((result) => wantedCurves(result, spec)),
        spec,
        clusters,
        tools,
        onDone,
      );
      const { scores } = results[0];
      const truthOf = (name: string) => {
        const { labels, values } = attributeOf(dataset, name);
        return { labels, types: Uint8Array.from(values) };
      };
      const outcomes = (row: string) => outcomesOf(scores, row)!;
      const headline = leakHeadline(rows, outcomes, truthOf, spec, folds, clusters);
      const { leftOut, ...counted } = leftOutOf(data, joint, spec, tools.dropped);
      const curveOf = (row: string, attribute: string) =>
        curves.find(({ key }) => key.attacker === row && key.target === attribute && key.variant === 'real')!;
      return {
        format: 'ulterior-leak-matrix',
        version: 1,
        spec,
        data: { ...describeLeakData(dataset, spec.attributes, joint.name, leftOut, tools.source), ...counted },
        attackers: rows,
        findings: [...judgedByBand(curveFindings(curves)), ...headline.findings],
        verdict: headline.verdict,
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

const BASELINES: Readonly<Record<string, string>> = { popularity: 'popular items', random: 'items at random' };

/** Who aims at each attribute, who aims at nothing, and who has a model of one attribute alone. */
function rowsOf({ attributes, baselines }: LeakMatrixSpec): AttackerDescription[] {
  const aimed = { exposure: 'questions', strategy: 'targeted' } as const;
  return [
    ...attributes.map((target) => ({ id: `target:${target}`, label: `asked for ${target}`, ...aimed, target })),
    ...baselines.map((strategy) => {
      return { id: strategy, label: BASELINES[strategy] ?? `asked by ${strategy}`, exposure: 'questions', strategy };
    }),
    ...attributes.map((target) => {
      return { id: `dedicated:${target}`, label: `a model of ${target} alone`, ...aimed, target, watches: [target] };
    }),
  ];
}

/**
 * A gate judges what any number of questions tells: at the headline's number by bounds that hold for the whole matrix, before it
 * by the band around each curve.
 */
function judgedByBand(findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => (finding.variant === 'real' ? { ...finding, judged: true } : finding));
}

function wantedCurves(
  { variant, dataset, plan, scores }: DealtResult<readonly AttackerDescription[], object>,
  spec: LeakMatrixSpec,
): WantedCurve[] {
  return plan.flatMap((row) =>
    watchedBy(row, spec).map((target, at): WantedCurve => {
      const { values, labels } = attributeOf(dataset, target);
      const found = outcomesOf(scores, row.id)!;
      const outcomes = { logits: logitsOf(found, at), lengths: found.lengths };
      const runs = [{ outcomes, types: Uint8Array.from(values) }];
      return {
        key: { attacker: row.id, target, variant, cohort: 'survivors' },
        target: { about: 'groups', runs, typeCount: labels.length, minGroup: groupDefaults.minGroup },
      };
    }),
  );
}
