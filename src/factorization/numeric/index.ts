export { createNumericModel, isNumericModel, type NumericModel } from './numericModel.ts';
export { decodeNumericModel, encodeNumericModel, NUMERIC_FORMAT } from './numericModelFile.ts';
export {
  type NumericParameters,
  numericDefaults,
  numericParameters,
  numericTrainingSchema,
} from './numericParameters.ts';
export { trainingNumbers, trainNumeric } from './trainNumeric.ts';
