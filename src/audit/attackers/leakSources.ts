/** What single parts of whole histories tell, each to the same attacker who learned from the other folds. */
import {
  judgeBySource,
  type LeakSource,
  type SourceData,
  type SourceScores,
  selectRows,
} from '../../inference/index.ts';
import { defineTask, inlineExecutor, logitsFromWeights } from '../../maths/index.ts';
import type { FoldMembers, WorkTools } from '../folds/index.ts';
import { setCommonPrior, setCommonScale, sharesOf } from './comparableScores.ts';
import { type Attempt, attempt } from './failures.ts';
import type { Groups, Seen } from './seen.ts';

interface SourceUnit extends SourceData {
  readonly source: LeakSource;
}

export const sourceTask = defineTask<SourceUnit, SourceScores>('audit-leak-source', ({ source, ...data }) =>
  judgeBySource(source, data),
);

interface FromSource {
  /** People of the fold x K. */
  readonly logits: Float32Array;
  /** The item that was chosen, if the part is one. */
  readonly item?: number | undefined;
}

export async function scoreSources(
  sources: readonly LeakSource[],
  { rows }: Pick<Seen, 'rows'>,
  { types, typeCount }: Groups,
  { trainers, people }: FoldMembers,
  { executor = inlineExecutor, signal, onTaskDone }: WorkTools,
): Promise<ReadonlyMap<LeakSource, Attempt<FromSource>>> {
  const labels = Uint8Array.from(trainers, (person) => types[person]!);
  const data = { rows: selectRows(rows, trainers), types: labels, typeCount, tested: selectRows(rows, people) };
  const [inTraining, inAll] = [sharesOf(labels, typeCount), sharesOf(types, typeCount)];
  const judge = async (source: LeakSource): Promise<FromSource> => {
    const [found] = await executor.run(sourceTask, [{ source, ...data }], { signal });
    const { logWeights, item } = found!;
    const logits = new Float32Array(people.length * typeCount);
    if (logWeights === undefined) return { logits, item };
    for (let at = 0; at < logits.length; at += typeCount) {
      logits.set(logitsFromWeights(logWeights.subarray(at, at + typeCount)), at);
    }
    setCommonPrior(logits, inTraining, inAll);
    setCommonScale(logits, inAll);
    return { logits, item };
  };
  const found = new Map<LeakSource, Attempt<FromSource>>();
  await Promise.all(
    sources.map(async (source) => {
      found.set(source, await attempt(() => judge(source)));
      onTaskDone?.();
    }),
  );
  return found;
}
