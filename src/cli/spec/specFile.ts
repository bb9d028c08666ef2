/** `--spec` and `--set`: settings of a measurement, under the names of its spec. */
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { auditSchema } from '../../audit/index.ts';
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import { loadPlugins, readWholeFile } from '../../runtime/index.ts';
import { type FieldsSchema, requireFit, schema } from '../../schema/index.ts';
import { attributeName, parseAttribute } from '../../tables/index.ts';
import { several } from '../shared/options.ts';
import { hasKeys } from '../words/flagErrors.ts';
import { withSet } from './settings.ts';

const KEYS = new WeakMap<Command, FieldsSchema>();

/** `keys`: all that the file may have. */
export function addSpecOptions(command: Command, keys: FieldsSchema): Command {
  KEYS.set(command, keys);
  hasKeys(command, Object.keys(keys.fields));
  return command
    .option('--spec <file>', 'JSON with rarely needed settings (keys: see below)')
    .option('--set <key=value>', 'one such setting, in place of the one in the file; repeat it for several', several);
}

/** What a spec of the command may say; nothing where it takes none. */
export const specKeys = (command: Command): FieldsSchema | undefined => KEYS.get(command);

interface SpecFile {
  /** What it says, apart from what is named below. */
  readonly settings: object;
  readonly attributes: readonly string[];
  /** Modules with your own definitions; they are loaded. */
  readonly plugins?: readonly string[] | undefined;
}

/** Keys that name files or a folder: in a spec they are relative to its file, so that both can be moved together. */
const PATHS = [
  'interviewVectors',
  'itemIds',
  'userIds',
  'itemVectors',
  'scores',
  'setAside',
  'journal',
  'saveModel',
  'model',
];

/** A spec that names no attributes and no modules. */
export async function readSettings(path: string | undefined): Promise<Pick<SpecFile, 'settings'>> {
  return { settings: path === undefined ? {} : await readSpecObject(path) };
}

export async function readSpecFile(path: string | undefined): Promise<SpecFile> {
  if (path === undefined) return { settings: {}, attributes: [] };
  const { attribute, attributes, plugins, ...settings } = await readSpecObject(path);
  if (attribute !== undefined) requireFit(schema.text, attribute, 'attribute');
  if (attributes !== undefined) requireFit(schema.listOf(schema.text), attributes, 'attributes');
  if (plugins !== undefined) requireFit(auditSchema.fields['plugins']!, plugins, 'plugins');
  const modules = plugins as string[] | undefined;
  await loadPlugins(modules ?? [], { folder: dirname(resolve(path)) });
  const named = (attributes ?? (attribute === undefined ? [] : [attribute])) as string[];
  return { settings, attributes: named, plugins: modules };
}

/** What the file and `--set` say, all of it as `keys` demands. */
export function settingsFrom(
  keys: FieldsSchema,
  { settings }: Pick<SpecFile, 'settings'>,
  set?: readonly string[],
): Record<string, unknown> {
  const said = withSet(keys, settings, set);
  requireFit(keys, said);
  return said;
}

async function readSpecObject(path: string): Promise<Record<string, unknown>> {
  const text = new TextDecoder().decode(await readWholeFile(path));
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new UlteriorError('FILE_MALFORMED', `the spec "${path}" is not JSON`, 'correct it there', { path });
  }
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return placed(read, dirname(resolve(path)));
  const advice = 'write settings as keys of one object: {"folds": 5}';
  throw new UlteriorError('FILE_MALFORMED', `the spec "${path}" is not a JSON object`, advice, { path });
}

function placed(read: object, folder: string): Record<string, unknown> {
  const place = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(place);
    return typeof value === 'string' && value !== 'positions' ? resolve(folder, value) : value;
  };
  return Object.fromEntries(
    Object.entries(read).map(([key, value]) => [key, PATHS.includes(key) ? place(value) : value]),
  );
}

/** What is inferred: the flags say so, or the spec. It may name the columns, or what the flags call them. */
export function attributesOver(inSpec: readonly string[], given: readonly string[]): readonly string[] {
  if (given.length === 0 || inSpec.length === 0) return given.length === 0 ? inSpec : given;
  const same = given.length === inSpec.length && given.every((flag, at) => isSameAttribute(inSpec[at]!, flag));
  if (same) return given;
  throw outOfRange('--attribute', given.join(', '), `left out, or of "${inSpec.join('", "')}" as in the spec`);
}

function isSameAttribute(inSpec: string, inFlag: string): boolean {
  const [spec, flag] = [parseAttribute(inSpec), parseAttribute(inFlag)];
  return spec.column === flag.column || attributeName(spec) === attributeName(flag);
}
