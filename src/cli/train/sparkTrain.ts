/** `ulterior train --plan` and `--spark`: a plan for a training elsewhere, and that training by spark-submit. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { exitStatus, outOfRange, UlteriorError } from '../../errors/index.ts';
import type { ChannelParameters, TrainingParameters } from '../../factorization/index.ts';
import { packageFile } from '../../runtime/index.ts';
import type { DataFlags, OpenedData } from '../shared/dataOptions.ts';
import { asKey, refuseIdle } from '../shared/options.ts';
import { count, print } from '../shared/output.ts';
import { writePlan, writePlanRatings } from './planFiles.ts';

export interface SparkFlags {
  readonly plan?: string;
  readonly spark?: boolean;
  readonly sparkMaster?: string;
}

export function addSparkOptions(command: Command): Command {
  return command
    .option('--plan <folder>', 'train nothing: write what spark/train.py needs to train this model')
    .option('--spark', 'train on Apache Spark; with --plan, the folder keeps the plan and the finished sweeps');
}

/** Before the data are read. */
export function checkSparkFlags(flags: SparkFlags & { readonly output?: string; readonly model: string }): void {
  if (!flags.spark) refuseIdle(flags, ['sparkMaster'], 'there is no --spark', '', asKey);
  if (flags.plan === undefined && !flags.spark) {
    if (flags.output === undefined) throw outOfRange('--output', 'not given', 'the file that the model is written to');
    return;
  }
  if (flags.spark && flags.output === undefined) {
    throw outOfRange('--output', 'not given', 'the file that the model is written to');
  }
  if (!flags.spark) refuseIdle(flags, ['output'], '--plan only writes a plan', ', or add --spark');
  refuseIdle(flags, ['shrinkGaps', 'calibrate', 'itemVectors', 'threads'], 'the model is trained on Spark');
  if (flags.model === 'chances') {
    throw outOfRange('--model', flags.model, 'ratings, channels or presence: chances are trained on one machine');
  }
}

/** Writes the plan and, with --spark, trains by it. */
export async function trainOnSpark(
  opened: OpenedData,
  parameters: TrainingParameters | ChannelParameters,
  flags: SparkFlags & DataFlags & { readonly output?: string; readonly quiet?: boolean },
): Promise<void> {
  const folder = flags.plan ?? (await mkdtemp(join(tmpdir(), 'ulterior-plan-')));
  try {
    const { ratings } = opened.dataset;
    // What is written here has the usual names; a plan alone is for the user's own table.
    await writePlan(
      folder,
      opened,
      parameters,
      flags.spark ? { minUser: flags.minUser, minItem: flags.minItem } : flags,
    );
    if (!flags.spark) {
      if (flags.quiet) return;
      print(
        `${folder}: a plan for ${count(ratings.count)} ratings by ${count(ratings.users)} users of ${count(ratings.items)} items`,
        `train by it: spark-submit ${program} --plan ${folder} --ratings PARQUET`,
      );
      return;
    }
    const place = await writePlanRatings(folder, opened.dataset);
    const master = flags.sparkMaster === undefined ? [] : ['--master', flags.sparkMaster];
    await submit([...master, program, '--plan', folder, '--ratings', place, '--output', flags.output!], flags.quiet);
  } finally {
    if (flags.plan === undefined) await rm(folder, { recursive: true, force: true });
  }
}

const program = packageFile('spark/train.py');

/** spark-submit has its own Python, or the one that PYSPARK_PYTHON names. */
async function submit(words: readonly string[], quiet = false): Promise<void> {
  const child = spawn('spark-submit', words, { stdio: ['ignore', quiet ? 'pipe' : 'inherit', 'inherit'] });
  // It passes on what a program of Python says by its own standard output, errors included.
  const unsaid: Buffer[] = [];
  child.stdout?.on('data', (part: Buffer) => unsaid.push(part));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (cause: NodeJS.ErrnoException) => reject(cause.code === 'ENOENT' ? sparkMissing() : cause));
    child.once('close', resolve);
  });
  if (status === 0) return;
  process.stderr.write(Buffer.concat(unsaid));
  // Errors of the data or the call were told, with their code, by the program itself.
  if (status === exitStatus.usage || status === exitStatus.data) {
    process.exitCode = status;
    return;
  }
  throw new UlteriorError(
    'SPARK_FAILED',
    `spark-submit ended with status ${status}`,
    'read what Spark says above; the same command with --plan goes on after the last finished sweep',
    { status },
  );
}

function sparkMissing(): UlteriorError {
  return new UlteriorError(
    'PACKAGE_MISSING',
    'Training on Spark needs the program "spark-submit", which is not on the path',
    'install Java 17 or later, then run: pip install pyspark numpy',
    { package: 'pyspark' },
  );
}
