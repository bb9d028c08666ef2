/** What all routes share. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { DatasetSource, FactorModel } from 'ulterior/service-parts';
import type { Store } from '../../store/index.ts';
import type { Limits } from '../common/limits.ts';
import type { Metrics } from '../figures/metrics.ts';
import type { InterviewCache } from '../interviews/interviewCache.ts';
import type { ViewThreads } from '../interviews/viewThreads.ts';
import type { ModelCache } from '../models/modelCache.ts';
import type { Protection } from '../protection/protectionModel.ts';

export interface Service {
  readonly store: Store;
  readonly limits: Limits;
  readonly clock: () => Date;
  readonly metrics: Metrics;
  readonly models: ModelCache<FactorModel>;
  readonly protections: ModelCache<Protection>;
  readonly interviews: InterviewCache;
  readonly views: ViewThreads;
  /** Data of the operator that audits may name. */
  readonly dataSources: ReadonlyMap<string, DatasetSource>;
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;
