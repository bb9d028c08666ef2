export { type StackOptions, type StackProblem, type StackResult, stackAttack } from './stack.ts';
