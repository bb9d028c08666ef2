export {
  type LoadedPlugin,
  loadedPlugins,
  noteLoaded,
  type PluginRecord,
  pluginRecords,
  pluginsPart,
  requireLoaded,
} from './loaded.ts';
export { createRegistry, isName, NAME_RULE, type Named, nameTaken, type Registry } from './registry.ts';
