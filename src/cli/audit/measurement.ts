/** What every measurement of `ulterior audit` is told, and what it says about itself. */
import type { Command } from 'commander';
import { type DataFlags, OF_DATA } from '../shared/dataOptions.ts';
import { EXPORTED_FORMS, GATE } from '../shared/gateOptions.ts';
import type { MeasureFlags } from '../shared/measure.ts';
import { refuseIdle } from '../shared/options.ts';

/** Flags of every measurement. `attribute` is the first of `attributes`. */
export interface AuditFlags extends DataFlags, Omit<MeasureFlags, 'output'> {
  readonly attributes: readonly string[];
  readonly seed: number;
  readonly output?: string;
}

export interface Request<Flags> {
  readonly data: string | undefined;
  readonly flags: Flags & AuditFlags;
  /** What the spec says. */
  readonly inSpec: object;
  /** What it loaded. */
  readonly plugins?: readonly string[] | undefined;
  /** Whether a flag was typed: defaults do not count over the spec. */
  readonly isGiven: (flag: string) => boolean;
  readonly command: Command;
}

export interface Measurement<Flags> {
  /** After "has no effect where". */
  readonly where: string;
  /** Adds its flags; a flag that several measurements have is added once. */
  readonly addOptions: (command: Command) => void;
  /** The flags that it reads besides those of every measurement. */
  readonly reads: readonly string[];
  readonly run: (request: Request<Flags>) => Promise<void>;
}

/** The flags, once a folder for the report is among them. */
export function withOutput<Flags extends AuditFlags>(
  flags: Flags,
  command: Command,
): Flags & { readonly output: string } {
  const { output } = flags;
  if (output === undefined) command.error("error: required option '--output <folder>' not specified");
  return { ...flags, output };
}

const OF_EVERY = ['spec', 'seed', 'output', 'threads', 'json', 'quiet', 'plugin', 'metrics', 'pdf'];
const OF_PARTS = ['part', 'collect'];
export const READ_BY_PLANS = [...OF_PARTS, ...GATE];

/** Refuses what was typed and would be read in vain. */
export function refuseForeign({ reads, where }: Pick<Measurement<never>, 'reads' | 'where'>, command: Command): void {
  const known = [...OF_EVERY, ...OF_DATA, ...EXPORTED_FORMS, ...GATE, ...reads];
  const typed = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
  const idle = typed.filter((option) => !known.includes(option.attributeName()));
  // --no-control: noControl
  const names = idle.map(({ long }) => long!.slice(2).replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()));
  refuseIdle(Object.fromEntries(names.map((name) => [name, true])), names, where);
}
