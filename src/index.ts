/** The library: everything that runs anywhere, and what touches the machine. */
export * from './audit/index.ts';
export * from './errors/index.ts';
export * from './factorization/index.ts';
export * from './inference/index.ts';
export * from './interview/index.ts';
export * from './kernels/index.ts';
export * from './numeric/index.ts';
export * from './ratings/index.ts';
export * from './runtime/index.ts';
export * from './selection/index.ts';
export * from './worlds/index.ts';
