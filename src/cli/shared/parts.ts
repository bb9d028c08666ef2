/**
 * One piece of work on several machines that see one folder. Each runs `--part i/n`: its units go into the checkpoints of
 * the output folder. `--part collect` then makes the records of all units, the same as one machine would have made alone.
 */
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type Checkpoints,
  collect,
  missingUnits,
  type Part,
  type Plan,
  type RunTools,
  runPart,
  runPlan,
} from '../../audit/index.ts';
import { count, print } from './output.ts';

export interface PartFlags {
  readonly part?: Part | 'collect';
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export const PARTS_HELP = `
On several machines that see one folder, each runs the same command with its --part, counted from 0, and leaves its part in the output
folder; the last line puts them together:
  ulterior ... --output shared --part 0/8        (and 1/8 to 7/8: Slurm arrays, Kubernetes Indexed Jobs)
  ulterior ... --output shared --part collect`;

export function addPartOptions(command: Command): Command {
  // PARTS_HELP says more than a line among the flags could.
  return command.addOption(new Option('--part <i/n>').argParser(partFrom).hideHelp());
}

function partFrom(text: string): Part | 'collect' {
  if (text === 'collect') return text;
  const [, part, of] = /^(\d{1,6})\/(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  if (part === undefined || of === undefined || part >= of) {
    throw new InvalidArgumentError('Give i/n with i from 0 to n - 1, such as 0/8, or the word collect.');
  }
  return { part, of };
}

/** undefined where only a part was done. */
export async function runInParts<Records, Tools extends RunTools>(
  plan: Plan<Records, Tools>,
  tools: Tools & { readonly checkpoints: Checkpoints },
  flags: PartFlags,
): Promise<Records | undefined> {
  const { checkpoints } = tools;
  const { part } = flags;
  if (part === undefined) return runPlan(plan, tools);
  if (part !== 'collect') {
    await runPart(plan, part, tools);
    if (!flags.quiet && !flags.json)
      print(...partLines(plan.units.length, await missingUnits(plan, checkpoints), part));
    return undefined;
  }
  const results = new Map<string, Uint8Array>();
  for (const { key } of plan.units) {
    const bytes = await checkpoints.read(key);
    if (bytes !== undefined) results.set(key, bytes);
  }
  return collect(plan, results, tools);
}

function partLines(units: number, missing: readonly string[], { part, of }: Part): string[] {
  const there = `Part ${part}/${of} is done. ${count(units - missing.length)} of ${count(units)} units are there`;
  if (missing.length === 0) return [`${there}: run the command with --part collect.`];
  return [`${there}. When the other parts are done, run the command with --part collect.`];
}
