/** `ulterior train --model chances`: the public model that `ulterior protect` needs. */
import { encodePresenceModel, fitGuard, fitPresence, presenceWarnings } from '../../defence/index.ts';
import type { SparseRows } from '../../inference/index.ts';
import { attributeOf, keepUsersWith } from '../../ratings/index.ts';
import { loadKernels, openThreadPool, writeFileAtomically } from '../../runtime/index.ts';
import type { OpenedData } from '../shared/dataOptions.ts';
import { count, print, warn } from '../shared/output.ts';
import type { ChancesSpec } from './trainSpec.ts';

/** For messages about options that a model does not have. */
export const OF_CHANCES = ['directions', 'passes', 'guard', 'neighbours'] as const;

interface ChancesFlags extends ChancesSpec {
  readonly output: string;
  readonly seed: number;
  readonly threads?: number;
  readonly quiet?: boolean;
}

export async function trainChances({ dataset: read, attribute }: OpenedData, flags: ChancesFlags): Promise<void> {
  const { dataset } = keepUsersWith(read, attribute);
  const { values: groupOf, labels: groups } = attributeOf(dataset, attribute);
  const { users, items, byUser } = dataset.ratings;
  const histories = { rows: users, columns: items, ...byUser };
  const guard = await guardFor(histories, flags);
  const { seed, directions, passes, guard: places } = flags;
  const options = {
    seed,
    guard,
    directions,
    passes,
    places,
  };
  const people = { histories, groupOf, attribute, groups, items: dataset.items, scale: dataset.scale };
  const model = fitPresence(people, options);
  await writeFileAtomically(flags.output, encodePresenceModel(model));
  for (const warning of presenceWarnings(model)) warn(warning);
  if (flags.quiet) return;
  const deviation = Math.sqrt(model.stages[0]!.groupVariance).toFixed(3);
  print(
    `${flags.output}: how likely ${groups.join(', ')} (${attribute}) rate each of ${count(items)} items, given taste`,
    `fitted to ${count(users)} people; group effects have a deviation of ${deviation} (log odds)`,
  );
}

async function guardFor(histories: SparseRows, { guard, neighbours, threads }: ChancesFlags) {
  if (guard === 0) return undefined;
  const pool = openThreadPool(threads);
  try {
    const tools = { kernels: loadKernels('shared', warn), executor: pool };
    return await fitGuard(histories, tools, { neighbours });
  } finally {
    await pool.close();
  }
}
