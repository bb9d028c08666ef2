/**
 * An experiment by interviews, whatever is inferred: every dealing of the labels (the real ones, and shuffles of them)
 * with every fold, a test of whole histories, then the records. What differs between groups, a number and several
 * attributes is what is done in a fold, and how everybody's scores become records.
 */
import type { SparseRows } from '../../inference/index.ts';
import { inlineExecutor, type Task } from '../../maths/index.ts';
import type { Dataset } from '../../ratings/index.ts';
import { sparse } from '../attackers/sparseData.ts';
import {
  type Dealing,
  type FoldFound,
  type FoldMembers,
  factsUnit,
  foldUnits,
  type Plan,
  type ScoreTable,
  scoresOfAll,
  shuffleLabels,
  type WorkTools,
} from '../folds/index.ts';
import type { Variant } from '../records/finding.ts';

/** One dealing of the labels, and who is asked and judged there. */
interface Dealt<Asking> {
  /** Of its units. */
  readonly key: string;
  readonly variant: Variant;
  readonly dataset: Dataset;
  readonly plan: Asking;
}

/** What all folds of a dealing found. */
export interface DealtResult<Asking, Facts> extends Dealt<Asking> {
  /** Of everybody. */
  readonly scores: ScoreTable;
  /** Of each fold. */
  readonly facts: readonly Facts[];
}

/** Whole histories against shuffles of the labels. */
interface TestedHistories extends Dealing {
  readonly histories: SparseRows;
  readonly shuffles: number;
}

interface Experiment<Asking, Facts extends object, Unit, Test extends object, Records, Tools> {
  /** The people whose attributes are known, and the fold of each. */
  readonly dataset: Dataset;
  readonly folds: Uint16Array;
  readonly attributes: readonly string[];
  readonly spec: { readonly folds: number; readonly seed: number; readonly permutations?: number };
  /** With the real labels, and with each shuffle of them. */
  readonly plan: Asking;
  readonly controls: readonly Asking[];
  readonly tasks: (plan: Asking, people: number) => number;
  readonly work: (of: Dealt<Asking>, members: FoldMembers, tools: WorkTools) => Promise<FoldFound<Facts>>;
  readonly test?: { readonly task: Task<Unit, Test>; readonly unit: (tested: TestedHistories) => Unit };
  readonly closingTasks: number;
  /** The real labels come first. */
  readonly records: (
    results: readonly [DealtResult<Asking, Facts>, ...DealtResult<Asking, Facts>[]],
    test: Test | undefined,
    tools: Tools,
    onTaskDone: (() => void) | undefined,
  ) => Promise<Records>;
}

export function planExperiment<Asking, Facts extends object, Unit, Test extends object, Records, Tools>({
  dataset,
  folds,
  attributes,
  spec: { folds: foldCount, seed, permutations = 0 },
  test,
  ...experiment
}: Experiment<Asking, Facts, Unit, Test, Records, Tools>): Plan<Records, Tools> {
  const { together, ratings } = dataset;
  const cases: Dealt<Asking>[] = [
    { key: 'real', variant: 'real', dataset, plan: experiment.plan },
    ...experiment.controls.map((plan, n): Dealt<Asking> => {
      const shuffled = shuffleLabels(dataset, attributes, seed, n);
      return { key: `shuffled-${n}`, variant: 'shuffled', dataset: shuffled, plan };
    }),
  ];
  const dealt = foldUnits(cases, folds, foldCount, {
    together,
    tasks: ({ plan }, people) => experiment.tasks(plan, people),
    work: experiment.work,
  });
  const dealing = { folds, foldCount, shuffles: permutations, seed, clusters: together?.clusters };
  const tests =
    test === undefined || permutations === 0
      ? []
      : [
          factsUnit('permutations', async ({ executor = inlineExecutor, signal, onTaskDone }) => {
            const unit = test.unit({ ...dealing, histories: sparse(ratings.byUser, ratings.items) });
            return (await executor.run(test.task, [unit], { signal, onDone: onTaskDone }))[0]!;
          }),
        ];
  return {
    units: [...dealt.flatMap(({ units }) => units), ...tests],
    closingTasks: experiment.closingTasks,
    records: (foundIn, tools, onTaskDone) => {
      const [real, ...shuffled] = dealt.map(({ units, ...one }) => ({
        ...one,
        scores: scoresOfAll(units, foundIn, dataset.users.size),
        facts: units.map((unit) => foundIn(unit).facts),
      }));
      return experiment.records([real!, ...shuffled], tests.map(foundIn)[0], tools, onTaskDone);
    },
  };
}
