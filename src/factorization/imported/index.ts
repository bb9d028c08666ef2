export {
  fitImportedModel,
  type ImportedFit,
  type ImportedOptions,
  type NarrowedData,
  withItemVectors,
} from './fitImportedModel.ts';
export type { ImportedChanges, ImportedParameters } from './importedParameters.ts';
