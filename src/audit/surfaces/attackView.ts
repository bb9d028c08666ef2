/**
 * One fold of one view: attackers learn from the people of the other folds and score those of this one. All choose their
 * settings by cross-validation inside the training people:
 *
 *   linear       logistic regression, ridge by inner folds
 *   kernelRidge  kernel ridge regression with a Gaussian kernel, reach and ridge by leaving one out
 *   stack        the two and trees, weighed by scores of training people whom they had not seen
 *   boosted      boosted trees, settings and number of rounds by inner folds
 *
 * Scores become comparable between folds as those of classifiers of histories do (comparableScores.ts).
 */
import {
  historyAt,
  kernelRidge,
  type SparseRows,
  selectRows,
  stackAttack,
  trainBoosted,
  trainFeatureLogistic,
} from '../../inference/index.ts';
import { defineTask, inlineExecutor } from '../../maths/index.ts';
import type { FoldMembers, WorkTools } from '../folds/index.ts';
import { setCommonPrior, setCommonScale } from '../interviews/comparableScores.ts';
import { logitsFromWeights } from '../interviews/outcomes.ts';
import type { SurfaceAttacker } from './modelAuditSpec.ts';
import type { Readable } from './readable.ts';
import type { View } from './views.ts';

/** Who attacks, and what they may learn from. */
export interface ViewAttack {
  readonly view: View;
  readonly attackers: readonly SurfaceAttacker[];
  /** Of everybody; only those of the training people are read. */
  readonly types: Uint8Array;
  readonly typeCount: number;
  readonly seed: number;
}

/** By attacker: people of the fold x K log odds against the rest. */
export type ViewScores = ReadonlyMap<SurfaceAttacker, Float32Array>;

interface RowAttack {
  readonly attacker: 'linear' | 'boosted';
  readonly trainers: SparseRows;
  readonly labels: Uint8Array;
  readonly types: number;
  readonly tested: SparseRows;
  readonly seed: number;
}

/** Attackers that read rows alone run in threads: tested x K log weights. */
export const surfaceTask = defineTask<RowAttack, Float64Array>(
  'audit-surface',
  ({ attacker, trainers, labels, types, tested, seed }) => {
    const classifier =
      attacker === 'linear'
        ? trainFeatureLogistic(trainers, labels, types)
        : trainBoosted(trainers, labels, types, { seed });
    const logWeights = new Float64Array(tested.rows * types);
    for (let person = 0; person < tested.rows; person++) {
      logWeights.set(classifier.logWeights(historyAt(tested, person)), person * types);
    }
    return logWeights;
  },
);

export async function attackView(
  { view, attackers, types, typeCount, seed }: ViewAttack,
  members: FoldMembers,
  tools: WorkTools,
): Promise<ViewScores> {
  const { people, trainers } = members;
  const readable = await view.readable(tools, members);
  const labels = Uint8Array.from(trainers, (person) => types[person]!);
  const problem = { readable, people, trainers, labels, typeCount, seed };
  if (saysNothing(readable.rows)) return everybodyAlike(problem, attackers);
  const found = await attack(problem, attackers, tools);
  const inTraining = sharesOf(labels, typeCount);
  const inAll = sharesOf(types, typeCount);
  return new Map(
    attackers.map((attacker) => {
      const logits = logitsOf(found.get(attacker)!, typeCount);
      setCommonPrior(logits, inTraining, inAll);
      setCommonScale(logits, inAll);
      return [attacker, logits];
    }),
  );
}

interface Problem extends FoldMembers {
  readonly readable: Readable;
  readonly labels: Uint8Array;
  readonly typeCount: number;
  readonly seed: number;
}

type LogWeights = ReadonlyMap<SurfaceAttacker, Float64Array>;

/** Whether everybody has the same row. Attackers would rank people by rounding errors. */
function saysNothing({ rows, starts, indices, values }: SparseRows): boolean {
  const width = starts[1]!;
  for (let row = 1; row < rows; row++) {
    const from = starts[row]!;
    if (starts[row + 1]! - from !== width) return false;
    for (let k = 0; k < width; k++) {
      if (indices[from + k] !== indices[k] || values[from + k] !== values[k]) return false;
    }
  }
  return true;
}

function everybodyAlike({ people, typeCount }: Problem, attackers: readonly SurfaceAttacker[]): ViewScores {
  return new Map(attackers.map((attacker) => [attacker, new Float32Array(people.length * typeCount)]));
}

async function attack(problem: Problem, attackers: readonly SurfaceAttacker[], tools: WorkTools): Promise<LogWeights> {
  const { readable, people, trainers, labels, typeCount: types, seed } = problem;
  const dense = attackers.some((attacker) => attacker === 'kernelRidge' || attacker === 'stack');
  const coordinates = dense ? await readable.coordinates(tools) : undefined;
  const found = new Map<SurfaceAttacker, Float64Array>();
  if (attackers.includes('stack')) {
    const given = { histories: readable.rows, coordinates: coordinates!, training: trainers, tested: people };
    const { logWeights, parts } = await stackAttack({ ...given, labels, types }, { seed }, tools);
    found.set('stack', logWeights).set('kernelRidge', parts.kernelRidge).set('linear', parts.logistic);
  } else if (attackers.includes('kernelRidge')) {
    const given = { coordinates: coordinates!, training: trainers, tested: people, labels: [labels], types };
    const { results } = await kernelRidge(given, { seed }, tools);
    found.set('kernelRidge', results[0]!.logWeights);
  }
  const others = (['linear', 'boosted'] as const).filter((name) => attackers.includes(name) && !found.has(name));
  const rows = { trainers: selectRows(readable.rows, trainers), tested: selectRows(readable.rows, people) };
  const { executor = inlineExecutor, signal } = tools;
  const units = others.map((attacker) => ({ attacker, ...rows, labels, types, seed }));
  const judged = await executor.run(surfaceTask, units, { signal });
  for (const [n, attacker] of others.entries()) found.set(attacker, judged[n]!);
  return found;
}

function logitsOf(logWeights: Float64Array, types: number): Float32Array {
  const logits = new Float32Array(logWeights.length);
  for (let at = 0; at < logits.length; at += types) {
    logits.set(logitsFromWeights(logWeights.subarray(at, at + types)), at);
  }
  return logits;
}

function sharesOf(labels: Uint8Array, types: number): Float64Array {
  const shares = new Float64Array(types);
  for (const label of labels) shares[label]! += 1 / labels.length;
  return shares;
}
