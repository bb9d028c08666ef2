export {
  type ForeignFit,
  type ForeignOptions,
  fitForeignModel,
  type NarrowedData,
  withItemVectors,
} from './fitForeignModel.ts';
export type { ForeignChanges, ForeignParameters } from './foreignParameters.ts';
