/**
 * Attackers who learned from some people score others. This is the one place where that happens, whatever is seen of
 * people: whole histories, what is left of them after a defence, vectors, lists.
 *
 * Scores are log odds of each group against the rest. They are made comparable between folds (comparableScores.ts), because
 * people of all folds are ranked together. An attacker that cannot be computed from the data is a failure, which the caller
 * names and leaves out.
 */
import {
  classifierNamed,
  joinRows,
  type LinearModel,
  type SparseRows,
  selectRows,
  type WorkedOut,
} from '../../inference/index.ts';
import { inlineExecutor } from '../../maths/index.ts';
import type { FoldMembers, WorkTools } from '../folds/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import type { ClassifierName } from '../spec/contender.ts';
import {
  choosesSettings,
  classifierLearnsShares,
  setCommonPrior,
  setCommonScale,
  sharesOf,
} from './comparableScores.ts';
import { type Attempt, attempt } from './failures.ts';
import { historyTask, type WholeMatrix } from './historyTask.ts';
import type { Groups, Seen } from './seen.ts';

/** How attackers are set that do not choose for themselves. */
export interface AttackSettings extends Pick<AuditSpec, 'ridge' | 'prior' | 'seed' | 'transductive'> {
  readonly channelHistory: { readonly ridge: AuditSpec['ridge'] };
}

interface Scores {
  /** People of the fold x K. */
  readonly logits: Float32Array;
  /** The same for each of the other readings, by attackers that learn before they see whom they judge. */
  readonly others: readonly Float32Array[];
  /** The trained classifier where it is linear: contenders use it as their judge. */
  readonly linear?: LinearModel | undefined;
}

/** By attacker. */
export type ScoresByAttacker = ReadonlyMap<ClassifierName, Attempt<Scores>>;

/**
 * `others`: more rows of the people to judge, as a defence changed them for instance. Attackers that learned once judge
 * them all. Says that a task is done once for each attacker.
 */
export async function scorePeople(
  names: readonly ClassifierName[],
  seen: Seen,
  groups: Groups,
  members: FoldMembers,
  settings: AttackSettings,
  tools: WorkTools,
  others: readonly SparseRows[] = [],
): Promise<ScoresByAttacker> {
  const alike = saysNothing(seen.rows);
  const { trainers, people } = members;
  const rows = { trainers: selectRows(seen.rows, trainers), people: selectRows(seen.rows, people) };
  const judged = new Map<ClassifierName, Attempt<Scores>>();
  const known: WorkedOut[] = [];
  const problem: Problem = { seen, rows, groups, members, settings, others };
  const judgeBy = async (name: ClassifierName) => {
    const workedOut: WorkedOut = Object.assign({}, ...known);
    const found = await attempt(() =>
      alike ? everybodyAlike(problem, tools) : scoresBy(name, problem, workedOut, tools),
    );
    if (found.made?.workedOut !== undefined) known.push(found.made.workedOut);
    if (found.made === undefined) tools.onTaskDone?.();
    judged.set(name, found);
  };
  // Those who look at everybody at once come last: parts of their work may have been done by then.
  const looksAtAll = (name: ClassifierName) => classifierNamed(name).judge !== undefined;
  await Promise.all(names.filter((name) => !looksAtAll(name)).map(judgeBy));
  await Promise.all(names.filter(looksAtAll).map(judgeBy));
  return judged;
}

interface Problem {
  readonly seen: Seen;
  readonly rows: { readonly trainers: SparseRows; readonly people: SparseRows };
  readonly groups: Groups;
  readonly members: FoldMembers;
  readonly settings: AttackSettings;
  readonly others: readonly SparseRows[];
}

async function scoresBy(
  name: ClassifierName,
  { seen, rows, groups, members, settings, others }: Problem,
  workedOut: WorkedOut,
  tools: WorkTools,
): Promise<Scores & { readonly workedOut?: WorkedOut | undefined }> {
  const { model, judge } = classifierNamed(name);
  const { ridge, channelHistory, prior, seed } = settings;
  const quiet = { ...tools, onTaskDone: undefined };
  const { types, typeCount } = groups;
  const labels = Uint8Array.from(members.trainers, (person) => types[person]!);
  const blocks = judge === undefined ? [rows.people, ...others] : [rows.people];
  const unit = {
    classifier: name,
    spec: { ridge: model === 'channels' ? channelHistory.ridge : ridge, prior, seed },
    model: model && (await seen.model!(model, groups, members, quiet)),
    trainers: rows.trainers,
    trainerTypes: labels,
    types: typeCount,
    tested: joinRows(blocks),
    whole: judge && { ...(await wholeOf(seen, members, settings, quiet)), workedOut },
  };
  const { executor = inlineExecutor, signal } = tools;
  const [outcome] = await executor.run(historyTask, [unit], { signal, onDone: tools.onTaskDone });
  const { logits, ...rest } = outcome!;
  const [inTraining, inAll] = [sharesOf(labels, typeCount), sharesOf(types, typeCount)];
  const learnsShares = classifierLearnsShares(name, settings);
  let from = 0;
  const comparable = blocks.map(({ rows: count }) => {
    const own = logits.slice(from, from + count * typeCount);
    from += count * typeCount;
    if (learnsShares) setCommonPrior(own, inTraining, inAll);
    // Whoever learns no shares starts from groups that are equally common.
    if (choosesSettings(name)) setCommonScale(own, learnsShares ? inAll : inAll.map(() => 1));
    return own;
  });
  return { logits: comparable[0]!, others: comparable.slice(1), ...rest };
}

/** What an attacker gets who looks at everybody at once; no label is in it. */
async function wholeOf(
  { coordinates }: Seen,
  { trainers, people }: FoldMembers,
  { transductive: { exactPeople, landmarks } }: AttackSettings,
  tools: WorkTools,
): Promise<Omit<WholeMatrix, 'workedOut'>> {
  const { width, values } = await coordinates(tools);
  const order = [...trainers, ...people];
  const own = new Float32Array(order.length * width);
  for (const [n, person] of order.entries()) {
    own.set(values.subarray(person * width, (person + 1) * width), n * width);
  }
  return {
    coordinates: { people: order.length, width, values: own },
    limits: { exactPeople, landmarks },
    kernels: tools.kernels.sent,
  };
}

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

async function everybodyAlike(
  { groups: { typeCount }, members, others }: Problem,
  tools: WorkTools,
): Promise<Scores & { readonly workedOut?: undefined }> {
  tools.onTaskDone?.();
  const none = (people: number) => new Float32Array(people * typeCount);
  return { logits: none(members.people.length), others: others.map(({ rows }) => none(rows)) };
}
