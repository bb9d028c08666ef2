/** `ulterior train --out-of-core`: ratings in Parquet that do not fit into memory, by SGD block after block. */
import { rm, stat } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import type { Command } from 'commander';
import type { Checkpoints } from '../../audit/index.ts';
import { openStream, parquetFiles, prepareStream, type StreamOptions } from '../../datasets/index.ts';
import { outOfRange } from '../../errors/index.ts';
import {
  type EpochState,
  shrinkGaps,
  type TrainingParameters,
  trained,
  trainStreamed,
} from '../../factorization/index.ts';
import { loadKernels, openCheckpoints, saveModel } from '../../runtime/index.ts';
import { VERSION } from '../../version/index.ts';
import { type DataFlags, peopleFrom } from '../shared/dataOptions.ts';
import { refuseIdle } from '../shared/options.ts';
import { bar, count, print, taskProgress, trainingProgress, warn } from '../shared/output.ts';

export interface OutOfCoreFlags {
  readonly outOfCore?: boolean;
}

/** What has no meaning, or no way to be done, where the ratings are not in memory. */
const IDLE = [
  'calibrate',
  'itemVectors',
  'plan',
  'spark',
  'threads',
  'itemsTable',
  'itemColumns',
  'usersMatch',
  'encoding',
  'delimiter',
  'header',
  'duplicates',
  'minUser',
  'minItem',
];

export function addOutOfCoreOption(command: Command): Command {
  return command.option(
    '--out-of-core',
    'for ratings that do not fit into memory: Parquet, a file or a folder, is trained on block by block, by SGD',
  );
}

/** Trains, and resumes where an earlier run with the same words was stopped. */
export async function trainOutOfCore(
  path: string,
  given: TrainingParameters,
  flags: DataFlags &
    OutOfCoreFlags & {
      readonly output: string;
      readonly model: string;
      readonly shrinkGaps?: boolean;
      readonly quiet?: boolean;
    },
): Promise<void> {
  refuseIdle(flags, IDLE, 'the ratings are not in memory (--out-of-core)');
  if (flags.model !== 'ratings')
    throw outOfRange('--model', flags.model, 'ratings: no other model is trained on blocks');
  const { usersTable, attribute, output } = flags;
  if (usersTable === undefined)
    throw outOfRange('--users-table', 'not given', 'a table with the people and the attribute');
  if (attribute === undefined) throw outOfRange('--attribute', 'not given', 'a column of the users table');
  const parameters = { ...given, solver: 'sgd' as const };
  const columns = { user: flags.userColumn, item: flags.itemColumn, rating: flags.ratingColumn };
  const people = await peopleFrom(usersTable, attribute, flags);
  const { size, mtimeMs } = await stat(usersTable);
  const folder = `${output}.blocks`;
  const checkpoints = await openCheckpoints(folder, {
    version: VERSION,
    ratings: await parquetFiles(path),
    people: { file: usersTable, size, changed: mtimeMs },
    attribute: [attribute, flags.missing, flags.lenientNumbers, flags.usersIdColumn],
    columns,
    parameters,
  });
  const options: StreamOptions = {
    folder,
    columns: Object.fromEntries(Object.entries(columns).filter(([, name]) => name !== undefined)),
    holdOut: parameters.noiseHoldOut,
    seed: parameters.seed,
    onProgress: flags.quiet ? undefined : readingProgress(),
  };
  const data = openStream(folder, await once(checkpoints, 'prepared', () => prepareStream(path, people, options)));
  if (data.leftOut > 0) {
    warn(`${count(data.leftOut)} ratings are left out: their people are not in ${usersTable}, or have no known group`);
  }
  const state = await checkpoints.read('epoch');
  const result = await trainStreamed(data, parameters, {
    kernels: loadKernels('plain', warn),
    onProgress: flags.quiet ? undefined : trainingProgress('training'),
    resume: state === undefined ? undefined : (deserialize(state) as EpochState),
    onEpoch: async (done) => checkpoints.write('epoch', serialize({ ...done })),
  });
  const plain = trained(result);
  const model = flags.shrinkGaps ? shrinkGaps(plain) : plain;
  await saveModel(output, model);
  await rm(folder, { recursive: true, force: true });
  if (flags.quiet) return;
  const { users, ratings, trainingErrors } = model.provenance;
  print(
    `${output}: ${model.typeLabels.join(', ')} (${model.attribute}), ${count(model.items.size)} items, profiles of length ${model.dimension}`,
    `trained on ${count(ratings)} ratings by ${count(users)} users in ${count(data.blocks)} ${data.blocks === 1 ? 'block' : 'blocks'}; training error ${trainingErrors.at(-1)!.toFixed(4)}, noise variance ${model.noiseVariance.toFixed(4)}`,
  );
}

/** What was kept, or what is made now and kept. */
async function once(checkpoints: Checkpoints, key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const kept = await checkpoints.read(key);
  if (kept !== undefined) return kept;
  const made = await make();
  await checkpoints.write(key, made);
  return made;
}

/** A bar for people who watch, drawn at most once per part in a hundred; elsewhere a line now and then. */
function readingProgress(): StreamOptions['onProgress'] {
  if (!process.stderr.isTTY) {
    const tell = { reading: taskProgress('reading'), sorting: taskProgress('sorting') };
    return (done, total, doing) => tell[doing]({ done, total });
  }
  let shown = -1;
  return (done, total, doing) => {
    const part = Math.floor((100 * done) / total);
    if (part === shown) return;
    shown = part;
    const line = `${doing} ${bar(done / total, 24)} ${part}%`;
    process.stderr.write(part === 100 ? '\r\u001b[K' : `\r\u001b[K${line}`);
  };
}
