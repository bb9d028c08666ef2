export { type ImplicitParameters, implicitDefaults } from './parameters.ts';
export { checkHistory, checkSeen, type SeenRows } from './seenRows.ts';
export {
  foldInPeople,
  type ImplicitFactors,
  implicitTask,
  trainImplicit,
} from './trainImplicit.ts';
