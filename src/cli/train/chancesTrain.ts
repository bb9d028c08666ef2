/** `ulterior train --model chances`: the public model that `ulterior protect` needs. */
import { encodePresenceModel, fitPresence } from '../../defence/index.ts';
import { attributeOf, keepUsersWith } from '../../ratings/index.ts';
import { writeFileAtomically } from '../../runtime/index.ts';
import type { OpenedData } from '../shared/dataOptions.ts';
import { count, print } from '../shared/output.ts';

interface ChancesFlags {
  readonly output: string;
  readonly dimension?: number;
  readonly seed: number;
  readonly quiet?: boolean;
}

export async function trainChances({ dataset: read, attribute }: OpenedData, flags: ChancesFlags): Promise<void> {
  const { dataset } = keepUsersWith(read, attribute);
  const { values: groupOf, labels: groups } = attributeOf(dataset, attribute);
  const { users, items, byUser } = dataset.ratings;
  const model = fitPresence(
    {
      histories: { rows: users, columns: items, ...byUser },
      groupOf,
      attribute,
      groups,
      items: dataset.items,
      scale: dataset.scale,
    },
    { seed: flags.seed, ...(flags.dimension === undefined ? {} : { directions: flags.dimension }) },
  );
  await writeFileAtomically(flags.output, encodePresenceModel(model));
  if (flags.quiet) return;
  const [variance] = model.stages.map(({ groupVariance }) => groupVariance);
  print(
    `${flags.output}: how likely ${groups.join(', ')} (${attribute}) rate each of ${count(items)} items, given taste`,
    variance! > 0
      ? `fitted to ${count(users)} people; group effects have a deviation of ${Math.sqrt(variance!).toFixed(3)} (log odds)`
      : `fitted to ${count(users)} people; no difference between the groups beyond chance: protect would change nothing`,
  );
}
