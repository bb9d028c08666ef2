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
import { decodeModel, filledIn, UlteriorError } from 'ulterior/service-parts';
import { defaultLimits } from '../common/limits.ts';
import { asUlteriorError, PROBLEM_TYPE, problemOf, retryAfter } from '../common/problem.ts';
import { serviceFile } from '../common/servicePackage.ts';
import { checkedProxies, type TrustedProxies } from '../common/trustedProxies.ts';
import { LogController, logFault, serializers } from '../figures/log.ts';
import { Metrics } from '../figures/metrics.ts';
import { addProcessGauges } from '../figures/processGauges.ts';
import { addStoreGauges } from '../figures/storeGauges.ts';
import { tracedStore } from '../figures/tracing.ts';
import { addAccess } from '../http/access.ts';
import { answerClientError } from '../http/clientErrors.ts';
import { addConnections } from '../http/connections.ts';
import type { App, Service } from '../http/context.ts';
import { addJsonBodies } from '../http/jsonBodies.ts';
import { addLoadLimit } from '../http/load.ts';
import { addOpenApi, addOpenApiRoutes } from '../http/openapi.ts';
import { addRequestSpans } from '../http/requestSpans.ts';
import { addRouteDefaults } from '../http/routeDefaults.ts';
import { addSecurityHeaders } from '../http/securityHeaders.ts';
import { addUploads } from '../http/uploads.ts';
import { validatorCompiler } from '../http/validation.ts';
import { InterviewCache } from '../interviews/interviewCache.ts';
import { ViewThreads } from '../interviews/viewThreads.ts';
import { ModelCache } from '../models/modelCache.ts';
import { addAdminPage } from '../pages/adminPage.ts';
import { addPage } from '../pages/page.ts';
import { protectionOf } from '../protection/protectionModel.ts';
import { addAuditRoutes } from '../routes/auditRoutes.ts';
import { addDataRoutes } from '../routes/dataRoutes.ts';
import { addHealthRoutes } from '../routes/healthRoutes.ts';
import { addInterviewRoutes } from '../routes/interviewRoutes.ts';
import { addKeyRoutes } from '../routes/keyRoutes.ts';
import { addModelRoutes } from '../routes/modelRoutes.ts';
import { addOverviewRoute } from '../routes/overviewRoutes.ts';
import { addProtectionRoute } from '../routes/protectionRoute.ts';
import { addInterviewViewRoutes } from '../routes/viewRoutes.ts';
import type { ServiceOptions } from './options.ts';

export interface AppOptions extends ServiceOptions {
  /** Shared with a worker in the same process. */
  readonly metrics?: Metrics | undefined;
  /** The built page of the administrator, if it is not that of the package. */
  readonly adminFolder?: string | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    service: Service;
  }
}

/** How often headers and requests that are late are looked for. */
const SLOWEST_CHECK = 1000;

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
  addConnections(app, service, options.trustProxy);
  addLoadLimit(app, service);
  const stopMeasuring = addProcessGauges(metrics);
  app.addHook('onClose', async () => stopMeasuring());
  addStoreGauges(metrics, service.store);
  await addSecurityHeaders(app);
  await addAccess(app, service);
  addRouteDefaults(app);
  await addOpenApi(app, service);
  addUploads(app, service);
  addJsonBodies(app);
  addHealthRoutes(app, service);
  addOverviewRoute(app, service);
  addKeyRoutes(app, service);
  addModelRoutes(app, service);
  addProtectionRoute(app, service);
  addInterviewRoutes(app, service);
  addInterviewViewRoutes(app, service);
  addDataRoutes(app, service);
  addAuditRoutes(app, service);
  await addOpenApiRoutes(app);
  await addAdminPage(app, options.adminFolder ?? serviceFile('dist/page/'));
  if (options.webFolder !== undefined) await addPage(app, options.webFolder);
  return app;
}

function serviceOf({ clock = () => new Date(), tracer, ...options }: AppOptions): Service {
  const store = tracer === undefined ? options.store : tracedStore(options.store, tracer);
  const limits = filledIn(defaultLimits, options.limits ?? {});
  const models = new ModelCache(store, decodeModel, (3 * limits.cacheBytes) / 8, clock);
  return {
    store,
    limits,
    clock,
    metrics: options.metrics ?? new Metrics(),
    models,
    protections: new ModelCache(store, protectionOf, limits.cacheBytes / 8, clock),
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
