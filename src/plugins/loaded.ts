/**
 * The plug-ins of this process. The list only grows, and is filled before work begins: records name everything on it,
 * because whatever was loaded may have had a part in the figures.
 */
import { UlteriorError } from '../errors/index.ts';

/** What records say of a plug-in. */
export interface PluginRecord {
  readonly name: string;
  readonly version: string;
  /** Of the bytes of its module, in hexadecimal; files that the module imports are not part of it. */
  readonly sha256: string;
}

/** And where it was found: what another thread needs to load it too. */
export interface LoadedPlugin extends PluginRecord {
  readonly url: string;
  /** As it was named in flags and specs. */
  readonly places: readonly string[];
}

const loaded: LoadedPlugin[] = [];

export function loadedPlugins(): readonly LoadedPlugin[] {
  return loaded;
}

/** Once for each module; another way to name it is noted. */
export function noteLoaded(plugin: LoadedPlugin): void {
  const at = loaded.findIndex(({ url }) => url === plugin.url);
  if (at < 0) loaded.push(plugin);
  else loaded[at] = { ...plugin, places: [...new Set([...loaded[at]!.places, ...plugin.places])] };
}

/** In the order in which they were loaded. */
export function pluginRecords(): PluginRecord[] {
  return loaded.map(({ name, version, sha256 }) => ({ name, version, sha256 }));
}

/** For the provenance of records, and for the identity of checkpoints: nothing where there are none. */
export function pluginsPart(): { readonly plugins?: readonly PluginRecord[] } {
  return loaded.length === 0 ? {} : { plugins: pluginRecords() };
}

/** A spec that names a plug-in is not run without it. */
export function requireLoaded(places: readonly string[]): void {
  const absent = places.filter((place) => !loaded.some((plugin) => plugin.places.includes(place)));
  if (absent.length === 0) return;
  throw new UlteriorError(
    'PLUGIN_NOT_LOADED',
    `the spec names plug-ins that are not loaded: ${absent.join(', ')}`,
    'call `await loadPlugins([...])` with them first; the command line does so by itself',
    { plugins: absent },
  );
}
