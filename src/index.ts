/**
 * The library: everything that runs anywhere, and threads and files. Readers (`ulterior/datasets`) and drawing
 * (`ulterior/render`) are entries of their own, because they load a database and a chart library.
 */
export * from './audit/index.ts';
export * from './defence/index.ts';
export * from './errors/index.ts';
export * from './factorization/index.ts';
export * from './inference/index.ts';
export * from './interview/index.ts';
export * from './kernels/index.ts';
export * from './numeric/index.ts';
export * from './plugins/index.ts';
export * from './ratings/index.ts';
export * from './report/index.ts';
export * from './rivals/index.ts';
export * from './runtime/index.ts';
export * from './selection/index.ts';
export * from './tables/index.ts';
export * from './worlds/index.ts';
