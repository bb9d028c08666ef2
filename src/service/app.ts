/** The service as an application that can be called, without a port. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, {
  type FastifyHttpOptions,
  type FastifyReply,
  type FastifyServerOptions,
  type RawServerDefault,
} from 'fastify';
import { UlteriorError } from '../errors/index.ts';
import { addAccess } from './access.ts';
import { addAdminPage } from './adminPage.ts';
import { answerClientError } from './clientErrors.ts';
import { addConnections } from './connections.ts';
import type { App, Service } from './context.ts';
import { InterviewCache } from './interviewCache.ts';
import { defaultLimits } from './limits.ts';
import { addLoadLimit } from './load.ts';
import { LogController, logFault, serializers } from './log.ts';
import { Metrics } from './metrics.ts';
import { ModelCache } from './modelCache.ts';
import { addOpenApi, addOpenApiRoutes } from './openapi.ts';
import type { ServiceOptions } from './options.ts';
import { addPage } from './page.ts';
import { asUlteriorError, PROBLEM_TYPE, problemOf, retryAfter } from './problem.ts';
import { addProcessGauges } from './processGauges.ts';
import { addRequestSpans } from './requestSpans.ts';
import { addAuditRoutes } from './routes/audits.ts';
import { addDataRoutes } from './routes/data.ts';
import { addHealthRoutes } from './routes/health.ts';
import { addInterviewRoutes } from './routes/interviews.ts';
import { addInterviewViewRoutes } from './routes/interviewViews.ts';
import { addKeyRoutes } from './routes/keys.ts';
import { addModelRoutes } from './routes/models.ts';
import { addOverviewRoute } from './routes/overview.ts';
import { addSecurityHeaders } from './securityHeaders.ts';
import { addStoreGauges } from './storeGauges.ts';
import { tracedStore } from './tracing.ts';
import { checkedProxies, type TrustedProxies } from './trustedProxies.ts';
import { addUploads } from './uploads.ts';
import { validatorCompiler } from './validation.ts';
import { ViewThreads } from './viewThreads.ts';

export interface AppOptions extends ServiceOptions {
  /** Shared with a worker in the same process. */
  readonly metrics?: Metrics | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    service: Service;
  }
}

const SLOWEST_CHECK = 5000;

export async function buildApp(options: AppOptions): Promise<App> {
  const service = serviceOf(options);
  const { limits, metrics } = service;
  const settings: FastifyHttpOptions<RawServerDefault> = {
    logger: options.logger === undefined ? false : { level: 'info', ...options.logger, serializers, base: null },
    logController: new LogController({ requestIdLogLabel: 'request' }),
    genReqId: () => randomUUID(),
    trustProxy: trustProxyOf(options.trustProxy),
    bodyLimit: limits.jsonBytes,
    connectionTimeout: 1000 * limits.idleSeconds,
    requestTimeout: 1000 * limits.requestSeconds,
    handlerTimeout: 1000 * limits.answerSeconds,
    http: {
      headersTimeout: 1000 * Math.min(limits.headerSeconds, limits.requestSeconds),
      connectionsCheckingInterval: Math.min(SLOWEST_CHECK, 1000 * limits.requestSeconds),
    },
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerClientError(error, socket as Socket),
    // What cannot even be routed.
    frameworkErrors: (error, request, reply) => {
      const problem = problemOf(asUlteriorError({ code: error.code, statusCode: 400 }), request.id);
      (reply as FastifyReply).code(problem.status).type(PROBLEM_TYPE).send(problem);
    },
  };
  const app: App = fastify(settings).withTypeProvider<TypeBoxTypeProvider>();
  app.decorate('service', service);
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler((thrown, request, reply) => {
    const error = asUlteriorError(thrown);
    const problem = problemOf(error, request.id);
    // What is refused on purpose is no fault.
    const refused = thrown instanceof UlteriorError && thrown.code === 'SERVICE_BUSY';
    if (problem.status >= 500 && !refused) logFault(request, thrown);
    const wait = retryAfter(error);
    if (wait !== undefined) reply.header('retry-after', wait);
    const { allow } = error.details;
    if (typeof allow === 'string') reply.header('allow', allow);
    return reply.code(problem.status).type(PROBLEM_TYPE).send(problem);
  });
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async () => {
    if (closing) throw new UlteriorError('SERVICE_BUSY', 'the service is being stopped', 'try again in a moment');
  });
  app.addHook('onSend', async (_request, reply) => {
    // A connection that would stay open for the next request would hold up the end of the service.
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('onResponse', async (request, reply) => {
    metrics.request(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000);
  });
  metrics.gauge('ulterior_interviews_in_memory', 'Interviews kept at hand.', () => service.interviews.size);
  metrics.gauge(
    'ulterior_views_waiting',
    'Views of interviews that wait or are worked out.',
    () => service.views.waiting,
  );

  app.addHook('onClose', () => service.views.close());

  if (options.tracer !== undefined) addRequestSpans(app, options.tracer);
  addConnections(app, service);
  addLoadLimit(app, service);
  const stopMeasuring = addProcessGauges(metrics);
  app.addHook('onClose', async () => stopMeasuring());
  addStoreGauges(metrics, service.store);
  await addSecurityHeaders(app);
  await addAccess(app, service);
  await addOpenApi(app, service);
  addUploads(app, service);
  addHealthRoutes(app, service);
  addOverviewRoute(app, service);
  addKeyRoutes(app, service);
  addModelRoutes(app, service);
  addInterviewRoutes(app, service);
  addInterviewViewRoutes(app, service);
  addDataRoutes(app, service);
  addAuditRoutes(app, service);
  await addOpenApiRoutes(app);
  addAdminPage(app, options.webFolder);
  if (options.webFolder !== undefined) await addPage(app, options.webFolder);
  return app;
}

function serviceOf({ clock = () => new Date(), tracer, ...options }: AppOptions): Service {
  const store = tracer === undefined ? options.store : tracedStore(options.store, tracer);
  const limits = { ...defaultLimits, ...options.limits };
  const models = new ModelCache(store, limits.cacheBytes / 2, clock);
  return {
    store,
    limits,
    clock,
    metrics: options.metrics ?? new Metrics(),
    models,
    views: new ViewThreads(store, limits),
    // The rest is for what changes have left behind and the collector has not come round to: about as much again.
    interviews: new InterviewCache(store, models, limits.cacheBytes / 4, clock),
    dataSources: new Map(Object.entries(options.dataSources ?? {})),
  };
}

function trustProxyOf(proxies: TrustedProxies | undefined): NonNullable<FastifyServerOptions['trustProxy']> {
  if (proxies === undefined) return false;
  const checked = checkedProxies(proxies);
  return typeof checked === 'number' ? (_address, hop) => hop < checked : [...checked];
}
