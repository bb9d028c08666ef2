export { discardCheckpoints, openCheckpoints } from './checkpoints.ts';
export {
  loadAnswerModel,
  loadAnyModel,
  loadModel,
  loadPresenceModel,
  makeFolder,
  readWholeFile,
  reasonOf,
  saveModel,
  writeFileAtomically,
} from './files.ts';
export { loadKernels } from './kernels.ts';
export { definitions, loadNamed, loadPlugins } from './loadPlugins.ts';
export { LOG_LEVELS } from './logLevels.ts';
export { installCommand, loadPart, type OptionalPart } from './optionalPackages.ts';
export { filesOfPackage, packageFile } from './packageFolder.ts';
export { type Definition, definePlugin, type Plugin } from './plugin.ts';
export { openThreadPool, type ThreadPool } from './threadPool.ts';
