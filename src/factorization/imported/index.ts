export { fitImportedModel, type ImportedFit, type NarrowedData, withItemVectors } from './fitImportedModel.ts';
