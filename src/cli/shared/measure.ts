/** One measurement from the command line: its plan, run in parts or whole with checkpoints, and what was found, published. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Checkpoints, missingUnits, type NamedData, type Plan, type RunTools } from '../../audit/index.ts';
import type { AnyRecords } from '../../report/index.ts';
import { openCheckpoints, type ThreadPool } from '../../runtime/index.ts';
import type { GateFlags } from './gateOptions.ts';
import { type LongRunFlags, type LongRunTools, longRun, publishRecords } from './longRun.ts';
import { withNamedData } from './namedData.ts';
import { wholeNumber } from './options.ts';
import { runInParts } from './parts.ts';

export interface MeasureFlags extends LongRunFlags, GateFlags {
  readonly output: string;
}

/** Flags of every command that measures something. */
export function addRunOptions(command: Command): Command {
  return command
    .option('--threads <number>', 'threads (default: all cores)', wholeNumber)
    .option('--quiet', 'print nothing but errors');
}

export const OUTPUT = ['--output <folder>', 'where to write the report; run again to resume'] as const;

export interface Measured<Records extends AnyRecords, Tools extends RunTools> {
  /** What goes before the bar. */
  readonly doing: string;
  readonly source: string;
  /** Data and spec: checkpoints of anything else are refused. */
  readonly identity: object;
  readonly plan: Plan<Records, Tools>;
  /** What the plan needs besides what every run is given. */
  readonly tools?: (executor: ThreadPool) => Partial<Tools>;
  readonly named?: NamedData | undefined;
  /** What is said before it begins; not again where it is resumed, nor of a part. */
  readonly before?: ((tools: LongRunTools) => Promise<void>) | undefined;
}

/** What was found, once it is published; undefined where only a part was done, or the run was stopped. */
export async function measure<Records extends AnyRecords, Tools extends RunTools>(
  { doing, source, identity, plan, tools: more, named, before }: Measured<Records, Tools>,
  flags: MeasureFlags,
): Promise<Records | undefined> {
  const folder = join(flags.output, 'checkpoints');
  const checkpoints = await openCheckpoints(folder, identity);
  const records = await longRun({ doing, source, checkpoints: folder }, flags, async (tools) => {
    const begun = flags.quiet || flags.part !== undefined || (await hasBegun(plan, checkpoints));
    if (!begun) await before?.(tools);
    const all = { ...tools, ...more?.(tools.executor), checkpoints };
    return runInParts(plan, all as unknown as Tools & typeof all, flags);
  });
  if (records === undefined) return undefined;
  await publishRecords(named === undefined ? records : withNamedData(records, named), flags);
  return records;
}

async function hasBegun(plan: Plan<unknown, never>, checkpoints: Checkpoints): Promise<boolean> {
  return (await missingUnits(plan, checkpoints)).length < plan.units.length;
}
