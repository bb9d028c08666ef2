/**
 * The work of an audit: every fold with the real labels, and every fold with each shuffle of them. Folds do not depend
 * on one another, so as many run at once as there are threads: while one trains, another interviews. What they find does
 * not depend on the order in which they end.
 */
import { classifierNamed } from '../inference/index.ts';
import { derive, inlineExecutor, runInLanes } from '../numeric/index.ts';
import { attributeOf, type Dataset, holdOutRatings, shuffledLabels } from '../ratings/index.ts';
import { decodeFold, encodeFold } from './foldFile.ts';
import { type FoldPlan, type FoldResult, tasksOf, workOnFold } from './foldWork.ts';
import { emptyOutcomes, type Outcomes, scatter } from './outcomes.ts';
import type { Variant } from './records.ts';
import type { AuditTools, Progress } from './runAudit.ts';
import type { AuditSpec } from './spec.ts';

/** One dealing of the labels. */
export interface Run {
  readonly variant: Variant;
  /** Of checkpoints. */
  readonly key: string;
  readonly dataset: Dataset;
  readonly plan: FoldPlan;
}

export interface RunResult extends Run {
  readonly types: Uint8Array;
  readonly typeCount: number;
  readonly outcomes: ReadonlyMap<string, Outcomes>;
  /** By classifier; people x K. */
  readonly histories: ReadonlyMap<string, Float32Array>;
  readonly folds: readonly FoldResult[];
}

/** The real labels first. */
export function runsOf(dataset: Dataset, spec: AuditSpec): Run[] {
  const contenders = spec.contenders.filter(({ id }) => spec.shuffled.includes(id));
  const control: FoldPlan = {
    contenders,
    classifiers: spec.fullHistory.filter((name) => classifierNamed(name).model !== undefined),
    predicts: false,
  };
  const shuffles = contenders.length === 0 ? 0 : spec.controls;
  return [
    {
      variant: 'real',
      key: 'real',
      dataset,
      plan: { contenders: spec.contenders, classifiers: spec.fullHistory, predicts: spec.heldOut > 0 },
    },
    ...Array.from({ length: shuffles }, (_, n): Run => {
      const stream = derive(spec.seed, 'audit-shuffle', n);
      return {
        variant: 'shuffled',
        key: `shuffled-${n}`,
        dataset: shuffledLabels(dataset, spec.attribute, stream),
        plan: control,
      };
    }),
  ];
}

export async function workOnRuns(
  runs: readonly Run[],
  folds: Uint16Array,
  spec: AuditSpec,
  tools: AuditTools,
  progress: Progress,
): Promise<RunResult[]> {
  // What is held out does not depend on the labels.
  const { kept, heldOut } = holdOutRatings(
    runs[0]!.dataset,
    { most: spec.heldOut, share: spec.heldOutShare },
    spec.seed,
  );
  const jobs = runs.flatMap((run) => Array.from({ length: spec.folds }, (_, fold) => ({ run, fold })));
  const workOn = async ({ run, fold }: (typeof jobs)[number]) => {
    const members = (wanted: boolean) =>
      Uint32Array.from(folds.keys()).filter((user) => (folds[user] === fold) === wanted);
    const people = members(true);
    const key = `${run.key}-fold-${fold}`;
    const saved = await tools.checkpoints?.read(key);
    const known = saved && decodeFold(saved, run.plan);
    if (known !== undefined) {
      progress.skip(tasksOf(run.plan, people.length));
      return known;
    }
    const data = { dataset: run.dataset, kept, heldOut, trainers: members(false), people };
    const { kernels, executor, signal } = tools;
    const result = await workOnFold(data, spec, run.plan, { kernels, executor, signal, onTaskDone: progress.step });
    await tools.checkpoints?.write(key, encodeFold(result));
    return result;
  };
  const { threads } = tools.executor ?? inlineExecutor;
  const lanes = Array.from({ length: threads }, () => workOn);
  const results = await runInLanes(jobs, lanes, { signal: tools.signal });
  return runs.map((run, n) => joined(run, folds, results.slice(n * spec.folds, (n + 1) * spec.folds), spec));
}

/** The people of all folds in their places. */
function joined(run: Run, folds: Uint16Array, results: readonly FoldResult[], spec: AuditSpec): RunResult {
  const { values, labels } = attributeOf(run.dataset, spec.attribute);
  const everyone = folds.length;
  const shape = { ...spec, types: labels.length };
  const outcomes = new Map(run.plan.contenders.map(({ id }) => [id, emptyOutcomes(everyone, shape)]));
  const histories = new Map(
    run.plan.classifiers.map((name) => [name as string, new Float32Array(everyone * labels.length)]),
  );
  for (const [fold, result] of results.entries()) {
    const people = Uint32Array.from(folds.keys()).filter((user) => folds[user] === fold);
    for (const [id, part] of result.outcomes) scatter(outcomes.get(id)!, part, people);
    for (const [name, part] of result.histories) {
      for (const [n, person] of people.entries()) {
        histories.get(name)!.set(part.subarray(n * labels.length, (n + 1) * labels.length), person * labels.length);
      }
    }
  }
  return { ...run, types: Uint8Array.from(values), typeCount: labels.length, outcomes, histories, folds: results };
}
