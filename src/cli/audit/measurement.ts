/** What every measurement of `ulterior audit` is told, and what it says about itself. */
import type { Command } from 'commander';
import { type DataFlags, OF_DATA } from '../shared/dataOptions.ts';
import type { MeasureFlags } from '../shared/measure.ts';
import { refuseIdle } from '../shared/options.ts';
import type { MeasurementSettings } from '../spec/settings.ts';

/** Flags of every measurement, and the seed, which the spec may name. `attribute` is the first of `attributes`. */
export interface AuditFlags extends DataFlags, Omit<MeasureFlags, 'output'> {
  readonly attributes: readonly string[];
  readonly seed: number;
  readonly output?: string;
}

export interface Request<Flags> {
  readonly data: string | undefined;
  /** With what the spec says of how the measurement is run (`besides`). */
  readonly flags: Flags & AuditFlags;
  /** What the spec says, the attributes and the seed apart. */
  readonly inSpec: object;
  /** What it loaded. */
  readonly plugins?: readonly string[] | undefined;
  readonly command: Command;
}

export interface Measurement<Flags> extends MeasurementSettings {
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

const OF_EVERY = ['spec', 'set', 'output', 'threads', 'quiet', 'plugin', 'maxAuc', 'maxNamed'];
export const READ_BY_PLANS = ['part'];

/** Refuses what was typed and would be read in vain. */
export function refuseForeign({ reads, where }: Pick<Measurement<never>, 'reads' | 'where'>, command: Command): void {
  const known = [...OF_EVERY, ...OF_DATA, ...reads];
  const typed = command.options.map((option) => option.attributeName());
  const idle = typed.filter((name) => command.getOptionValueSource(name) === 'cli' && !known.includes(name));
  refuseIdle(Object.fromEntries(idle.map((name) => [name, true])), idle, where);
}
