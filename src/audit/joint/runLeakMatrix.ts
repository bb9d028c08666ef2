/**
 * The leak matrix: questions chosen to learn one attribute, and what they tell about every other. Folds x ways of asking
 * x people, on the real attributes and on shuffled ones, then the statistics. Same data, spec and seed give the same
 * records, whatever the threads, and whether it was stopped in between.
 *
 * The control deals out the attributes anew among the people, all attributes of a person together: how they go with each
 * other stays, what they have to do with the answers goes.
 */

import { VERSION, withJointAttribute } from '../../factorization/index.ts';
import { derive, inlineExecutor } from '../../numeric/index.ts';
import { pluginsPart } from '../../plugins/index.ts';
import { attributeOf, type Dataset, groupDefaults, shuffledLabels, usableGroups } from '../../ratings/index.ts';
import { type CurveOutcome, type CurveUnit, curveTask } from '../curveTask.ts';
import { dealIntoFolds } from '../dealIntoFolds.ts';
import type { Variant } from '../records.ts';
import type { AuditTools } from '../runAudit.ts';
import { emptyJointOutcomes, type JointOutcomes, placeJointRows } from './jointInterviewTask.ts';
import { askedItems, describeLeakData, leakComparisons } from './leakMatrixFigures.ts';
import { decodeLeakFold, encodeLeakFold, leakTasksOf, workOnLeakFold } from './leakMatrixFold.ts';
import type { LeakMatrixRecords, LeakRow, LeftOutBy } from './leakMatrixRecords.ts';
import { type LeakMatrixSpec, leakMatrixSpec } from './leakMatrixSpec.ts';

/** What `runLeakMatrix` works with. */
export interface LeakMatrixTools
  extends Pick<AuditTools, 'executor' | 'signal' | 'onProgress' | 'checkpoints' | 'source' | 'finished'> {
  /** What was left out before, when the data were read: it is counted too. */
  readonly dropped?: readonly { readonly reason: string; readonly users: number; readonly items: number }[] | undefined;
}

/** People of whom any of the attributes is not known, or whose group is too small, are left out, and counted. */
export async function runLeakMatrix(
  data: Dataset,
  partial: Parameters<typeof leakMatrixSpec>[0],
  tools: LeakMatrixTools,
): Promise<LeakMatrixRecords> {
  const spec = leakMatrixSpec(partial);
  // People of a group that is too small are those of whom the attribute is not known.
  const usable = spec.attributes.reduce((people, name) => usableGroups(people, name, groupDefaults).dataset, data);
  const joint = withJointAttribute(usable, spec.attributes);
  const unknown = attributeOf(joint.dataset, joint.name).values.filter((code) => code < 0).length;
  const forAttribute = new Set(spec.attributes.map((name) => `no "${name}"`));
  const before = tools.dropped?.filter(({ reason }) => forAttribute.has(reason)) ?? [];
  const leftOut = before.reduce((sum, { users }) => sum + users, unknown);
  const dropped = tools.dropped
    ?.filter(({ reason, users, items }) => !forAttribute.has(reason) && users + items > 0)
    .map(({ reason, users, items }) => ({ reason, users, items }));
  const leftOutBy = spec.attributes.map((name): LeftOutBy => {
    const earlier = before.filter(({ reason }) => reason === `no "${name}"`);
    const now = attributeOf(data, name).values.filter((code) => code < 0).length;
    const small = usableGroups(data, name, groupDefaults).small.filter(({ users }) => users > 0);
    return {
      attribute: name,
      withoutValue: earlier.reduce((sum, { users }) => sum + users, now),
      smallGroups: small.map(({ label, users }) => ({ label, users })),
      minGroup: groupDefaults.minGroup,
    };
  });
  const { dataset, folds } = dealIntoFolds(joint.dataset, joint.name, spec.folds, spec.seed, 'audit-folds');
  const rows = rowsOf(spec);
  const variants = new Map<Variant, readonly LeakRow[]>([['real', rows]]);
  if (spec.shuffled) {
    variants.set(
      'shuffled',
      rows.filter(({ kind }) => kind === 'target'),
    );
  }
  const progress = countProgress(variants, folds, spec, tools);
  const results: VariantResult[] = [];
  for (const [variant, asking] of variants) {
    results.push(await askVariant(variant, asking, dataset, folds, spec, tools, progress));
  }
  const curves = await curvesOf(results, spec, tools, progress.step);
  const real = results[0]!;
  return {
    format: 'ulterior-leak-matrix',
    version: 1,
    spec,
    data: {
      ...describeLeakData(dataset, spec.attributes, joint.name, leftOut, tools.source),
      leftOutBy,
      ...(dropped === undefined ? {} : { dropped }),
    },
    rows,
    curves: curves.map(({ row, attribute, variant, outcome }) => ({ row, attribute, variant, points: outcome.points })),
    comparisons: leakComparisons(
      rows,
      (row, attribute) =>
        curves.find((curve) => curve.row === row && curve.attribute === attribute && curve.variant === 'real')?.outcome,
      spec,
    ),
    asked: rows.map(({ id }) => askedItems(id, dataset, real.outcomes.get(id)!)),
    provenance: { version: VERSION, finished: tools.finished(), ...pluginsPart() },
  };
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
  readonly outcomes: ReadonlyMap<string, JointOutcomes>;
  /** By attribute. */
  readonly values: ReadonlyMap<string, number>;
}

async function askVariant(
  variant: Variant,
  rows: readonly LeakRow[],
  original: Dataset,
  folds: Uint16Array,
  spec: LeakMatrixSpec,
  tools: LeakMatrixTools,
  progress: Progress,
): Promise<VariantResult> {
  // The same stream for every attribute: the same permutation of the people.
  const dataset =
    variant === 'real'
      ? original
      : spec.attributes.reduce(
          (data, name) => shuffledLabels(data, name, derive(spec.seed, 'audit-shuffle')),
          original,
        );
  const values = new Map(spec.attributes.map((name) => [name, attributeOf(dataset, name).labels.length]));
  const outcomes = new Map(
    rows.map(({ id, attributes }) => [
      id,
      emptyJointOutcomes(
        dataset.users.size,
        spec.questions,
        attributes.map((name) => values.get(name)!),
      ),
    ]),
  );
  for (let fold = 0; fold < spec.folds; fold++) {
    const inFold = (wanted: boolean) =>
      Uint32Array.from(folds.keys()).filter((user) => (folds[user] === fold) === wanted);
    const people = inFold(true);
    const key = `${variant}-fold-${fold}`;
    const saved = await tools.checkpoints?.read(key);
    let result = saved && decodeLeakFold(saved, rows);
    if (result === undefined) {
      const { executor, signal } = tools;
      const foldTools = { executor, signal, onTaskDone: progress.step };
      result = await workOnLeakFold(dataset, inFold(false), people, rows, spec, foldTools);
      await tools.checkpoints?.write(key, encodeLeakFold(result));
    } else {
      progress.skip(leakTasksOf(rows, people.length));
    }
    for (const [id, part] of result) placeJointRows(outcomes.get(id)!, part, people);
  }
  const truth = new Map(spec.attributes.map((name) => [name, Uint8Array.from(attributeOf(dataset, name).values)]));
  return { variant, rows, truth, outcomes, values };
}

async function curvesOf(
  results: readonly VariantResult[],
  { questions, resamples, level, seed }: LeakMatrixSpec,
  { executor = inlineExecutor, signal }: LeakMatrixTools,
  step: () => void,
): Promise<{ row: string; attribute: string; variant: Variant; outcome: CurveOutcome }[]> {
  const wanted = results.flatMap((result) =>
    result.rows.flatMap(({ id, attributes }) =>
      attributes.map((attribute, at) => ({ result, row: id, attribute, at })),
    ),
  );
  const units = wanted.map(({ result: { outcomes, truth, values }, row, attribute, at }): CurveUnit => {
    const { logits, lengths } = outcomes.get(row)!;
    return {
      runs: [{ outcomes: { logits: logits[at]!, lengths }, types: truth.get(attribute)! }],
      typeCount: values.get(attribute)!,
      maxQuestions: questions,
      cohort: 'survivors',
      resamples,
      level,
      seed,
      minGroup: groupDefaults.minGroup,
    };
  });
  const outcomes = await executor.run(curveTask, units, { signal, onDone: step });
  return wanted.map(({ result: { variant }, row, attribute }, n) => ({
    row,
    attribute,
    variant,
    outcome: outcomes[n]!,
  }));
}

interface Progress {
  readonly step: () => void;
  readonly skip: (tasks: number) => void;
}

function countProgress(
  variants: ReadonlyMap<Variant, readonly LeakRow[]>,
  folds: Uint16Array,
  spec: LeakMatrixSpec,
  tools: LeakMatrixTools,
): Progress {
  const sizes = new Uint32Array(spec.folds);
  for (const fold of folds) sizes[fold]!++;
  let total = 0;
  for (const rows of variants.values()) {
    for (const size of sizes) total += leakTasksOf(rows, size);
    for (const { attributes } of rows) total += attributes.length;
  }
  let done = 0;
  const skip = (tasks: number) => {
    done += tasks;
    tools.onProgress?.({ done, total });
  };
  return { step: () => skip(1), skip };
}
