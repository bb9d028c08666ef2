/** The service over an empty store, called without a port. */
import type { InjectOptions } from 'fastify';
import { type App, type AppOptions, buildApp, createKey, defaultLimits } from '../../service/src/server/index.ts';
import { inspectModel } from '../../service/src/server/models/inspectModel.ts';
import type { Scope, Store } from '../../service/src/store/index.ts';
import { createModel, encodeModel, type FactorModel } from '../../src/factorization/index.ts';
import { createVocabulary, type ItemIndex } from '../../src/ratings/index.ts';
import { randomModel } from './models.ts';
import { temporaryStore } from './temporaryStore.ts';

export interface Answered {
  readonly status: number;
  /** Parsed where it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what is there
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface Call {
  /** A key or token; nothing is sent where it is left out. */
  readonly as?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestService {
  readonly app: App;
  readonly store: Store;
  readonly keys: Readonly<Record<Scope, string>>;
  call(method: InjectOptions['method'], url: string, call?: Call): Promise<Answered>;
  /** Another instance on the same store. */
  another(options?: Partial<AppOptions>): Promise<TestService>;
  close(): Promise<void>;
}

export async function testService(options: Partial<AppOptions> = {}): Promise<TestService> {
  const store = options.store ?? (await temporaryStore({ pollSeconds: 0.05 }));
  const keys = {
    admin: (await createKey(store, 'admin', 'admin')).key,
    audit: (await createKey(store, 'audit', 'audit')).key,
    interview: (await createKey(store, 'interview', 'interview')).key,
  };
  return serviceOver(store, keys, options);
}

async function serviceOver(
  store: Store,
  keys: TestService['keys'],
  options: Partial<AppOptions>,
): Promise<TestService> {
  const limits = { requestsPerMinute: 1_000_000, refusalsPerMinute: 1_000_000, ...options.limits };
  const app = await buildApp({ ...options, store, limits });
  await app.ready();
  return {
    app,
    store,
    keys,
    call: (method, url, { as, body, headers = {} } = {}) => {
      const type = body === undefined ? undefined : contentTypeOf(body);
      const sent = {
        ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
        ...(type === undefined ? {} : { 'content-type': type }),
        ...headers,
      };
      const payload = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : body;
      return inject(app, {
        method: method!,
        url,
        headers: sent,
        ...(body === undefined ? {} : { payload: payload as object }),
      });
    },
    another: (more = {}) => serviceOver(more.store ?? store, keys, { ...options, ...more }),
    close: async () => {
      await app.close();
      await store.close();
    },
  };
}

function contentTypeOf(body: unknown): string {
  return body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
}

async function inject(app: App, options: InjectOptions): Promise<Answered> {
  const { statusCode, headers, body: text } = await app.inject(options);
  const json = /json/.test(String(headers['content-type'] ?? ''));
  return { status: statusCode, headers, text, body: json && text !== '' ? JSON.parse(text) : text };
}

/** Two types, ratings from 1 to 5. */
export const smallModel = () => randomModel({ items: 12, dimension: 2, types: 2, seed: 3 });

/** The same, with items and a scale that are found again wherever they turn up. */
export const markedModel = () =>
  createModel({
    ...smallModel(),
    items: createVocabulary<ItemIndex>(
      Array.from({ length: 12 }, (_, n) => `markedItem${n}`),
      Array.from({ length: 12 }, (_, n) => `markedTitle${n}`),
    ),
    scale: { min: 0, max: 987654, step: 0 },
  });

export async function addModel(store: Store, model: FactorModel = smallModel(), name = 'small'): Promise<string> {
  const bytes = encodeModel(model);
  const { id } = await store.models.add({ name, bytes, description: inspectModel(bytes, defaultLimits) });
  return id;
}

/** An interview with the model, as the holder of a key starts it. */
export async function startInterview(
  service: TestService,
  modelId: string,
  more: object = {},
): Promise<Answered['body']> {
  const started = await service.call('POST', '/v1/interviews', {
    as: service.keys.interview,
    body: { modelId, consent: true, ...more },
  });
  if (started.status !== 201) throw new Error(started.text);
  return started.body;
}
