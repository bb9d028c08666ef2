/** The file of `--spec`: settings of a measurement, under the names of its spec. */
import { dirname, resolve } from 'node:path';
import { auditSchema } from '../../audit/index.ts';
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import { loadPlugins, readWholeFile } from '../../runtime/index.ts';
import { requireFit, schema } from '../../schema/index.ts';
import { attributeName, parseAttribute } from '../../tables/index.ts';

export const SPEC = ['--spec <file>', 'JSON with the settings of the measurement; flags override it'] as const;

interface SpecFile {
  /** What it says, apart from what is named below. */
  readonly settings: object;
  readonly attributes: readonly string[];
  readonly seed?: number | undefined;
  /** Modules with definitions of one's own; they are loaded. */
  readonly plugins?: readonly string[] | undefined;
}

export async function readSpecFile(path: string | undefined): Promise<SpecFile> {
  if (path === undefined) return { settings: {}, attributes: [] };
  const { attribute, attributes, seed, plugins, ...settings } = await readSpecObject(path);
  if (attribute !== undefined) requireFit(schema.text, attribute, 'attribute');
  if (attributes !== undefined) requireFit(schema.listOf(schema.text), attributes, 'attributes');
  if (seed !== undefined) requireFit(schema.seed, seed, 'seed');
  // Paths in a spec are relative to its file, so that both can be moved together.
  if (plugins !== undefined) requireFit(auditSchema.fields['plugins']!, plugins, 'plugins');
  const modules = plugins as string[] | undefined;
  await loadPlugins(modules ?? [], { folder: dirname(resolve(path)) });
  const named = (attributes ?? (attribute === undefined ? [] : [attribute])) as string[];
  return { settings, attributes: named, seed: seed as number | undefined, plugins: modules };
}

export async function readSpecObject(path: string): Promise<Record<string, unknown>> {
  const text = new TextDecoder().decode(await readWholeFile(path));
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new UlteriorError('FILE_MALFORMED', `the spec "${path}" is not JSON`, 'correct it there', { path });
  }
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Record<string, unknown>;
  const advice = 'write settings as keys of one object: {"folds": 5}';
  throw new UlteriorError('FILE_MALFORMED', `the spec "${path}" is not a JSON object`, advice, { path });
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
