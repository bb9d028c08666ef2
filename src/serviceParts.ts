/**
 * What the package of the service (`ulterior-service`) takes from this one. It is internal: no part of the public interface, and it
 * changes in any version, so that package names one version of this one. Both share these modules, and so the plug-ins.
 */
export {
  type AuditRecords,
  type AuditSpec,
  auditSchema,
  auditSpec,
  collect,
  contenderNamed,
  defaultContenders,
  MODELS,
  type PlantedLeak,
  planAudit,
  plantedLeak,
  runUnit,
} from './audit/index.ts';
export type {
  KeyScope,
  ServeFlags,
  ServiceCommands,
  ServiceFlags,
  StoreFlags,
  WorkFlags,
} from './cli/service/serviceCommands.ts';
export { coloursFor } from './cli/shared/colours.ts';
export { print, showError, warn } from './cli/shared/output.ts';
export {
  type DatasetSource,
  openDataset,
  openNamedSource,
  sourceFromText,
  tableSource,
  type WorldSource,
  worldSpecOf,
} from './datasets/index.ts';
export {
  Advisor,
  answersIn,
  answersToExpect,
  bitsBetween,
  decodePresenceModel,
  type EarlierSending,
  type GivenAnswer,
  itemDigests,
  ledgerOf,
  MOST_THINNING,
  PRESENCE_FORMAT,
  type PresenceModel,
  popularityOf,
  presenceWarnings,
  protectHistory,
  secretDraws,
} from './defence/index.ts';
export {
  type Carried,
  type ErrorCode,
  errorCodes,
  nearestName,
  outOfRange,
  packError,
  requireInvariant,
  requireWithin,
  UlteriorError,
  unpackError,
} from './errors/index.ts';
export {
  attributesOf,
  decodeModel,
  type FactorModel,
  formatOf,
  NUMERIC_FORMAT,
  type PresetName,
  parametersFrom,
  presets,
  type TrainingParameters,
  trainingSchema,
} from './factorization/index.ts';
export { classifiers, marginal, observe, startBelief } from './inference/index.ts';
export { Interview, type StoppingRule, type StopReason } from './interview/index.ts';
export { type Executor, largestAt } from './maths/index.ts';
export { type LoadedPlugin, loadedPlugins, pluginRecords } from './plugins/index.ts';
export {
  attributeOf,
  type Dataset,
  type FindingCode,
  findingCodes,
  fingerprint,
  type ItemIndex,
  itemIndex,
  levels,
  type RatingScale,
  usableGroupCount,
  type Vocabulary,
} from './ratings/index.ts';
export { renderReport } from './render/index.ts';
export { counted } from './report/index.ts';
export {
  filesOfPackage,
  LOG_LEVELS,
  loadKernels,
  loadNamed,
  openThreadPool,
  packageFile,
  readWholeFile,
  type ThreadPool,
} from './runtime/index.ts';
export {
  type FieldsSchema,
  filledIn,
  type JsonSchema,
  jsonSchemaOf,
  type NumberSchema,
  requireFit,
  schema,
} from './schema/index.ts';
export { createStrategy, exactStrategyFor, type Strategy, strategiesInService } from './selection/index.ts';
export {
  attributeName,
  type DataFile,
  dataFileNameOf,
  dataSchema,
  encodings,
  isColumnRange,
  parseAttribute,
  requireSameTable,
} from './tables/index.ts';
export { VERSION } from './version/index.ts';
export { worldDefaults, worldPresets } from './worlds/index.ts';
