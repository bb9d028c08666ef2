export type { ImportedChanges, ImportedParameters } from '../model/importedParameters.ts';
export {
  fitImportedModel,
  type ImportedFit,
  type ImportedOptions,
  type NarrowedData,
  withItemVectors,
} from './fitImportedModel.ts';
