/**
 * Loads modules with your own definitions. A module is code with all rights of this process: load only what you trust.
 * It is named by a path or a file URL, read, checked as a whole, and only then added to the registries. Its SHA-256 goes
 * into records and checkpoints; a thread that finds other bytes at the same place refuses to work.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { exposureRegistry } from '../audit/index.ts';
import { defenceRegistry } from '../defence/index.ts';
import { outOfRange, UlteriorError } from '../errors/index.ts';
import { recommenderRegistry } from '../factorization/index.ts';
import { classifierRegistry } from '../inference/index.ts';
import {
  isName,
  type LoadedPlugin,
  loadedPlugins,
  NAME_RULE,
  type Named,
  nameTaken,
  noteLoaded,
  type PluginRecord,
  type Registry,
} from '../plugins/index.ts';
import { sectionRegistry } from '../report/sections/index.ts';
import { rivalRegistry } from '../rivals/index.ts';
import { problemsOf, schema } from '../schema/index.ts';
import { strategyRegistry } from '../selection/index.ts';
import { readerRegistry } from '../tables/index.ts';
import { type Definition, type DefinitionKind, PLUGIN_API, type Plugin } from './plugin.ts';

/** The door for each kind of definition. */
const registries: Readonly<Record<DefinitionKind, Registry<Named>>> = {
  strategies: strategyRegistry as unknown as Registry<Named>,
  classifiers: classifierRegistry as unknown as Registry<Named>,
  rivals: rivalRegistry as unknown as Registry<Named>,
  defences: defenceRegistry as unknown as Registry<Named>,
  readers: readerRegistry as unknown as Registry<Named>,
  recommenders: recommenderRegistry as unknown as Registry<Named>,
  sections: sectionRegistry as unknown as Registry<Named>,
  exposures: exposureRegistry as unknown as Registry<Named>,
};
const KINDS = Object.keys(registries) as readonly DefinitionKind[];

/**
 * All definitions of a kind, those that ship first. The list grows when a plug-in is loaded.
 *
 * @example
 * ```ts
 * import { definitions } from 'ulterior';
 *
 * console.log(definitions('rivals').map(({ name, summary }) => `${name}: ${summary}`));
 * ```
 */
export function definitions<Kind extends DefinitionKind>(kind: Kind): readonly Definition<Kind>[] {
  if (!KINDS.includes(kind)) throw outOfRange('kind', `"${kind}"`, `one of ${KINDS.join(', ')}`);
  return registries[kind].all as unknown as readonly Definition<Kind>[];
}

/**
 * Loads each module once, one after another. Paths are relative to `folder`, the working directory if left out. Load
 * before you make a spec or start work: what is loaded stays until the process ends.
 */
export async function loadPlugins(
  places: readonly string[],
  { folder = process.cwd() }: { readonly folder?: string | undefined } = {},
): Promise<PluginRecord[]> {
  const records: PluginRecord[] = [];
  for (const place of places) records.push(await load(place, urlOf(place, folder)));
  return records;
}

/** In another thread: the same files, with the same bytes. */
export async function loadNamed(plugins: readonly LoadedPlugin[]): Promise<void> {
  for (const { url, sha256, places } of plugins) {
    const found = loadedPlugins().find((plugin) => plugin.url === url) ?? (await load(places[0] ?? url, url));
    if (found.sha256 !== sha256) throw changed(places[0] ?? url);
  }
}

function urlOf(place: string, folder: string): string {
  return place.startsWith('file:') ? place : pathToFileURL(resolve(folder, place)).href;
}

async function load(place: string, url: string): Promise<PluginRecord> {
  const sha256 = createHash('sha256')
    .update(await bytesOf(place, url))
    .digest('hex');
  const known = loadedPlugins().find((plugin) => plugin.url === url);
  if (known !== undefined) {
    // A module is evaluated once: what it would be now has not been loaded.
    if (known.sha256 !== sha256) throw changed(place);
    noteLoaded({ ...known, places: [place] });
    return recordOf(known);
  }
  const plugin = checked(await moduleOf(place, url), place);
  if (loadedPlugins().some(({ name }) => name === plugin.name)) throw nameTaken('plug-in', plugin.name, `"${place}"`);
  const each = (use: (registry: Registry<Named>, definition: Named, where: string) => void) => {
    for (const kind of KINDS) {
      for (const [at, definition] of (plugin[kind] ?? []).entries()) {
        use(registries[kind], definition, `${kind}[${at}] of the plug-in "${plugin.name}"`);
      }
    }
  };
  // All are checked before any is added.
  const own = new Map<object, Set<string>>();
  each((registry, definition, where) => {
    registry.check(definition, where);
    const names = own.get(registry.names) ?? new Set();
    if (names.has(definition.name)) throw nameTaken(registry.kind, definition.name, where);
    own.set(registry.names, names.add(definition.name));
  });
  each((registry, definition, where) => registry.add(definition, where));
  const loaded = { name: plugin.name, version: plugin.version, sha256, url, places: [place] };
  noteLoaded(loaded);
  return recordOf(loaded);
}

const recordOf = ({ name, version, sha256 }: PluginRecord): PluginRecord => ({ name, version, sha256 });

async function bytesOf(place: string, url: string): Promise<Uint8Array> {
  try {
    return await readFile(fileURLToPath(url));
  } catch (cause) {
    throw new UlteriorError(
      'PLUGIN_NOT_FOUND',
      `the plug-in "${place}" cannot be read: ${messageOf(cause)}`,
      'give the path of its module, for example ./mine.mjs',
      { place },
    );
  }
}

async function moduleOf(place: string, url: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(/* @vite-ignore */ url);
  } catch (cause) {
    throw new UlteriorError(
      'PLUGIN_BROKEN',
      `the plug-in "${place}" cannot be loaded: ${messageOf(cause)}`,
      'run the module with node by itself to see where it fails',
      { place },
    );
  }
}

const partsSchema = schema.fieldsOf<Pick<Plugin, 'api' | 'name' | 'version'>>(
  { api: schema.whole(1, Number.MAX_SAFE_INTEGER), name: schema.text, version: schema.text },
  ['api', 'name', 'version'],
);

function checked(module: Readonly<Record<string, unknown>>, place: string): Plugin {
  const plugin = module['default'];
  if (typeof plugin !== 'object' || plugin === null || !('api' in plugin)) {
    throw new UlteriorError(
      'PLUGIN_FOREIGN',
      `"${place}" does not export a plug-in`,
      'write `export default definePlugin({ name, version, ... })`, see docs/plugins.md',
      { place },
    );
  }
  const { api } = plugin;
  if (api !== PLUGIN_API) {
    throw new UlteriorError(
      'PLUGIN_VERSION',
      `the plug-in "${place}" was written for version ${JSON.stringify(api)} of the interface; this is version ${PLUGIN_API}`,
      'use a version of the plug-in that was made for this version of Ulterior',
      { place, api, supported: PLUGIN_API },
    );
  }
  const lists = Object.entries(plugin).filter(([name]) => KINDS.some((kind) => kind === name));
  const rest = Object.fromEntries(Object.entries(plugin).filter(([name]) => !KINDS.some((kind) => kind === name)));
  const problems = [
    ...problemsOf(partsSchema, rest).map(({ message }) => message),
    ...(typeof rest['name'] !== 'string' || isName(rest['name']) ? [] : [`name must be ${NAME_RULE}`]),
    ...lists.filter(([, list]) => list !== undefined && !Array.isArray(list)).map(([name]) => `${name} must be a list`),
    ...(lists.some(([, list]) => Array.isArray(list) && list.length > 0)
      ? []
      : [`it defines nothing: give at least one of ${KINDS.join(', ')}`]),
  ];
  if (problems.length === 0) return plugin as Plugin;
  throw new UlteriorError(
    'PLUGIN_INCOMPLETE',
    `the plug-in "${place}" is not complete: ${problems.join('; ')}`,
    'docs/plugins.md lists what a plug-in needs',
    { place, problems },
  );
}

function changed(place: string): UlteriorError {
  return new UlteriorError(
    'PLUGIN_CHANGED',
    `the file of the plug-in "${place}" changed since it was loaded`,
    'start again: a process works with one version of a plug-in only',
    { place },
  );
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));
