export { BLOCK, blocksOf, type DenseRows, type DenseTools, denseRows } from './blocks.ts';
export { choleskyLengths, factorise, invert, solveTransposed, substituteRows } from './cholesky.ts';
export { fillGaussian, gaussianTask, type Points } from './gaussianKernel.ts';
export { substitutionTask } from './substitution.ts';
