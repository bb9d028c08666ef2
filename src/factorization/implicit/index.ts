export { type ImplicitParameters, implicitDefaults } from './parameters.ts';
export {
  foldInPeople,
  type ImplicitFactors,
  implicitTask,
  type SeenRows,
  trainImplicit,
} from './trainImplicit.ts';
