/** Data files on the command line: in the place of data, keys become flags, except where a flag was typed. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { type DescribedData, dataFileText, openDataFile } from '../../datasets/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import { readWholeFile, writeFileAtomically } from '../../runtime/index.ts';
import { attributeName, isDataFile, parseAttribute } from '../../tables/index.ts';

/** Writes a data file. Another one in its place stays, and is an error, unless it is this one that was read. */
export async function saveDataFile(path: string, described: DescribedData, replaced = false): Promise<void> {
  const content = await dataFileText(path, described);
  const there = existsSync(path) ? new TextDecoder().decode(await readWholeFile(path)) : undefined;
  if (there === content) return;
  if (there !== undefined && !replaced) {
    throw new UlteriorError(
      'DATA_FILE_EXISTS',
      `"${path}" is there already, and says something else about the data`,
      `change it with \`ulterior describe ${path} --set key=value\`, or name another file with --output`,
      { path },
    );
  }
  await writeFileAtomically(path, new TextEncoder().encode(content));
}

/** What a command knows from a data file. */
export interface Described {
  readonly file: string;
  /** The keys that count: those beside which no flag was typed. */
  readonly keys: readonly string[];
  /** Expressions of all that it describes. */
  readonly attributes: readonly string[];
}

/**
 * Before a command acts. `changed`: what is done where tables are not those that were described. `several`: whether its
 * --attribute may be given several times.
 */
export async function useDataFile(command: Command, changed: 'refused' | 'allowed', several: boolean): Promise<void> {
  const at = command.registeredArguments.findIndex((argument) => argument.name() === 'data');
  const file: unknown = at >= 0 ? command.processedArgs[at] : command.getOptionValue('data');
  if (typeof file !== 'string' || !isDataFile(file)) return;
  const { data, reading } = await openDataFile(file, changed);
  if (data === undefined && !(at >= 0 && !command.registeredArguments[at]!.required)) {
    const advice = 'set data to the path of the table';
    throw new UlteriorError('DATA_FILE', `"${file}" names people and no ratings`, advice, { path: file });
  }
  if (at >= 0) command.processedArgs[at] = data;
  else command.setOptionValue('data', data);
  const attributes = reading.attribute === undefined ? [] : [reading.attribute].flat();
  const first = several ? attributes : attributes[0];
  const flags = { ...reading, attribute: attributes.length === 0 ? undefined : first };
  const keys = Object.entries(flags).flatMap(([key, value]) =>
    value === undefined || command.getOptionValue(key) !== undefined ? [] : [key],
  );
  for (const key of keys) command.setOptionValueWithSource(key, Reflect.get(flags, key), 'config');
  const typed = keys.includes('attribute') ? undefined : command.getOptionValue('attribute');
  const isMeant = (one: unknown) => meant(one, attributes);
  if (typed !== undefined) command.setOptionValue('attribute', several ? typed.map(isMeant) : isMeant(typed));
  const described: Described = { file, keys, attributes };
  command.setOptionValue('described', described);
}

/** `--attribute gender` may be the name of what the file describes: with its labels, cuts and range. */
function meant(typed: unknown, attributes: readonly string[]): unknown {
  return attributes.find((expression) => attributeName(parseAttribute(expression)) === typed) ?? typed;
}
