/**
 * The leak matrix: questions chosen to learn one attribute, and what they tell about every other. Folds x ways of asking
 * x people, on the real attributes and on shuffled ones, then the statistics. Same data, spec and seed give the same
 * records, whatever the threads, and whether it was stopped in between.
 */

import { withJointAttribute } from '../../factorization/index.ts';
import { attributeOf, type Dataset, groupDefaults, usableGroups } from '../../ratings/index.ts';
import { type CurveOutcome, type CurveUnit, curvesOf } from '../figures/curveTask.ts';
import type { GroupTarget } from '../figures/groupPoints.ts';
import {
  dealIntoFolds,
  type FoldUnit,
  type FoundIn,
  foldUnits,
  type Plan,
  runPlan,
  type ScoreTable,
  scoresAt,
  scoresOfAll,
  shuffleLabels,
} from '../folds/index.ts';
import type { Asked } from '../interviews/outcomes.ts';
import type { LeakMatrixRecords, LeakRow, LeftOutBy } from '../records/leakMatrixRecords.ts';
import { provenanceOf } from '../records/provenance.ts';
import type { CurvePoint, Variant } from '../records/records.ts';
import type { AuditTools } from '../run/auditTools.ts';
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
  const variants = foldUnits(variantsOf(dataset, rows, spec), folds, spec.folds, {
    together: dataset.together,
    tasks: (variant, people) => leakTasksOf(variant.rows, people),
    work: (variant, members, tools) => workOnLeakFold(variant.dataset, members, variant.rows, spec, tools),
  });
  return {
    units: variants.flatMap(({ units }) => units),
    closingTasks: variants.flatMap((variant) => variant.rows.flatMap(({ attributes }) => attributes)).length,
    records: async (foundIn, tools, onTaskDone) => {
      const results = variants.map((variant) => joined(variant, foundIn, spec));
      const curves = await leakCurves(results, spec, tools, onTaskDone);
      const [real] = results as [VariantResult];
      const truthOf = (name: string) => ({
        labels: attributeOf(dataset, name).labels,
        types: real.truth.get(name)!,
      });
      const said = {
        lengthsOf: (row: string) => askedIn(real.scores, row).lengths,
        logitsOf: (row: string, attribute: string) => logitsIn(real.scores, row, attribute),
      };
      const headline = leakHeadline(rows, said, truthOf, spec, real.clusters);
      const { leftOut, ...counted } = leftOutOf(data, joint, spec, tools.dropped);
      return {
        format: 'ulterior-leak-matrix',
        version: 1,
        spec,
        data: { ...describeLeakData(dataset, spec.attributes, joint.name, leftOut, tools.source), ...counted },
        rows,
        ...(headline === undefined ? {} : { headline }),
        curves: curves.map(({ row, attribute, variant, outcome: { points } }) => ({ row, attribute, variant, points })),
        comparisons: leakComparisons(
          rows,
          (row, attribute) =>
            curves.find((curve) => curve.row === row && curve.attribute === attribute && curve.variant === 'real')!
              .outcome,
          spec,
        ),
        asked: rows.map(({ id }) => askedItems(id, dataset, askedIn(real.scores, id))),
        provenance: provenanceOf(tools),
      };
    },
  };
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
  return { leftOut, leftOutBy, ...(dropped === undefined ? {} : { dropped }) };
}

interface LeakVariant {
  readonly key: Variant;
  readonly dataset: Dataset;
  readonly rows: readonly LeakRow[];
}

function variantsOf(dataset: Dataset, rows: readonly LeakRow[], spec: LeakMatrixSpec): LeakVariant[] {
  const real: LeakVariant = { key: 'real', dataset, rows };
  if (!spec.shuffled) return [real];
  const aimed = rows.filter(({ kind }) => kind === 'target');
  return [real, { key: 'shuffled', dataset: shuffleLabels(dataset, spec.attributes, spec.seed), rows: aimed }];
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

interface VariantResult {
  readonly variant: Variant;
  readonly rows: readonly LeakRow[];
  /** By attribute: the code of each person. */
  readonly truth: ReadonlyMap<string, Uint8Array>;
  readonly scores: ScoreTable;
  /** By attribute. */
  readonly values: ReadonlyMap<string, number>;
  readonly clusters: Uint32Array | undefined;
}

/** The people of all folds in their places. */
function joined(
  { key, dataset, rows, units }: LeakVariant & { readonly units: readonly FoldUnit[] },
  foundIn: FoundIn,
  spec: LeakMatrixSpec,
): VariantResult {
  const values = new Map(spec.attributes.map((name) => [name, attributeOf(dataset, name).labels.length]));
  const scores = scoresOfAll(units, foundIn, dataset.users.size);
  const truth = new Map(spec.attributes.map((name) => [name, Uint8Array.from(attributeOf(dataset, name).values)]));
  return { variant: key, rows, truth, scores, values, clusters: dataset.together?.clusters };
}

/** What the questions of a row were, whatever they are about. */
const askedIn = (scores: ScoreTable, row: string) => scoresAt<Asked>(scores, { exposure: row })!;

const logitsIn = (scores: ScoreTable, row: string, attribute: string) =>
  scoresAt<{ logits: Float32Array }>(scores, { exposure: row, target: attribute })!.logits;

async function leakCurves(
  results: readonly VariantResult[],
  { questions, resamples, level, seed }: LeakMatrixSpec,
  tools: LeakMatrixTools,
  onDone: (() => void) | undefined,
): Promise<{ row: string; attribute: string; variant: Variant; outcome: CurveOutcome<CurvePoint> }[]> {
  const wanted = results.flatMap((result) =>
    result.rows.flatMap(({ id, attributes }) => attributes.map((attribute) => ({ result, row: id, attribute }))),
  );
  const units = wanted.map(
    ({ result: { scores, truth, values, clusters }, row, attribute }): CurveUnit<GroupTarget> => {
      const outcomes = { logits: logitsIn(scores, row, attribute), lengths: askedIn(scores, row).lengths };
      return {
        target: {
          about: 'groups',
          runs: [{ outcomes, types: truth.get(attribute)! }],
          typeCount: values.get(attribute)!,
          minGroup: groupDefaults.minGroup,
        },
        maxQuestions: questions,
        cohort: 'survivors',
        resamples,
        level,
        seed,
        clusters,
      };
    },
  );
  const outcomes = await curvesOf(units, tools, onDone);
  return wanted.map(({ result: { variant }, row, attribute }, n) => ({
    row,
    attribute,
    variant,
    outcome: outcomes[n]!,
  }));
}
