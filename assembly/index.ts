/**
 * The hot loops, compiled to one WebAssembly module in two builds: shared memory for threads, plain memory for pages.
 * Every function works on raw byte addresses in the imported memory; nothing is allocated here. Names, arguments and
 * meaning are documented in src/kernels/contract/kernels.ts, and src/kernels/twin/ holds the same functions in plain TypeScript,
 * bit for bit.
 */
export { alsStep } from './als';
export { advanceGaps } from './catalogue';
export { advanceGapsOfTwo } from './catalogueOfTwo';
export { dotTiles } from './dotTiles';
export { implicitStep } from './implicit';
export { implicitGradients } from './implicitGradients';
export { sgdRuns } from './sgd';
