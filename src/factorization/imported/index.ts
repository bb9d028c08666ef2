export type { ImportedChanges, ImportedParameters } from '../model/importedParameters.ts';
export { fitImportedModel, type ImportedFit, type NarrowedData, withItemVectors } from './fitImportedModel.ts';
