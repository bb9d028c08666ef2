/** `--attribute` for commands that infer several: it may be given several times. */
import type { Command } from 'commander';
import type { ReadDataset } from '../../tables/index.ts';
import { type DataFlags, openData, readWithWarnings, sourceFrom } from './dataOptions.ts';
import { several } from './options.ts';

/** `attribute` is the first of them: that of commands and data with one. */
export interface SeveralAttributes {
  readonly attributes: readonly string[];
}

export function takeSeveralAttributes(command: Command): Command {
  const option = command.options.find((one) => one.attributeName() === 'attribute')!;
  option.argParser(several).description += '; repeat it for several';
  return command;
}

/** What was typed: all of them, and the first by itself. */
export function withAttributes<Flags extends { readonly attribute?: unknown }>(
  { attribute: _, ...flags }: Flags,
  attributes: readonly string[],
): Omit<Flags, 'attribute'> & SeveralAttributes & { readonly attribute?: string } {
  const [attribute] = attributes;
  return attribute === undefined ? { ...flags, attributes } : { ...flags, attributes, attribute };
}

/**
 * The data with all attributes that are named; a world has its own. People who lack the first are left out when reading,
 * those who lack another later.
 */
export async function openSeveral(data: string, flags: DataFlags & SeveralAttributes): Promise<ReadDataset> {
  const { attributes } = flags;
  const source = sourceFrom(data, flags);
  if (attributes.length < 2 || source.kind === 'world') return openData(data, flags);
  return readWithWarnings({ ...source, attributes }, flags.quiet);
}
