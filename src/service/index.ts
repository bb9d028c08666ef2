export { type AppOptions, buildApp } from './app.ts';
export type { App } from './context.ts';
export { createKey, type NewKey } from './credentials.ts';
export { inspectModel } from './inspectModel.ts';
export { defaultLimits, type Limits } from './limits.ts';
export { Metrics } from './metrics.ts';
export { type RunningServer, type ServerOptions, startServer } from './server.ts';
export { type Swept, sweep } from './sweep.ts';
export { type RunningWorker, startWorker, type WorkerOptions } from './worker.ts';
