export { discardCheckpoints, openCheckpoints } from './checkpoints.ts';
export {
  loadAnswerModel,
  loadAnyModel,
  loadModel,
  loadPresenceModel,
  makeFolder,
  readWholeFile,
  saveModel,
  writeFileAtomically,
} from './files.ts';
export { type KernelBuild, loadKernels, startFrom } from './kernels.ts';
export { loadNamed, loadPlugins } from './loadPlugins.ts';
export { LOG_LEVELS } from './logLevels.ts';
export { installCommand, loadPart, type OptionalPart } from './optionalPackages.ts';
export { packageFile } from './packageFolder.ts';
export { definePlugin, PLUGIN_API, type Plugin, type PluginParts } from './plugin.ts';
export { openThreadPool, type ThreadPool } from './threadPool.ts';
