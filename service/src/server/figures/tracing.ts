/**
 * Traces for whoever runs the service, sent to a collector as OTLP over HTTP in JSON: one span for each request, each call
 * of the store and each audit. The protocol is stable and small, so it is written by hand (docs/adr).
 *
 * A span says what kind of thing happened and how long it took. Its name and attributes come from the list below, from
 * patterns of routes and from names of methods: no answer, item, id, token, address or message of an error gets into one. Ids of
 * traces that clients send are not taken over.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { filledIn, requireWithin, UlteriorError, VERSION } from 'ulterior/service-parts';
import type { Store } from '../../store/index.ts';

/** Everything that may stand in a span, by the names that OpenTelemetry has for it. */
export interface SpanAttributes {
  readonly 'http.request.method'?: string;
  /** The pattern, never the address itself. */
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  readonly 'db.system.name'?: 'postgresql';
  readonly 'ulterior.audit.outcome'?: 'done' | 'failed' | 'cancelled' | 'let go' | 'left' | 'unfit';
  /** A code of ours, or the name of a class. */
  readonly 'error.type'?: string;
}

const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const;
const FAILED = 2;

export interface OpenSpan {
  readonly name: string;
  readonly kind: keyof typeof KINDS;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly start: bigint;
}

interface TracerOptions {
  /** Of the collector: spans go to /v1/traces below it. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly serviceName?: string | undefined;
  /** How often spans are sent. */
  readonly flushSeconds?: number | undefined;
  readonly onProblem?: ((problem: unknown) => void) | undefined;
}

const MOST_WAITING = 4096;
const SEND_MILLISECONDS = 10_000;
const NANOSECONDS = 1_000_000n;

export class Tracer {
  readonly #options: TracerOptions;
  readonly #current = new AsyncLocalStorage<OpenSpan>();
  readonly #timer: NodeJS.Timeout;
  readonly #address: URL;
  /** The clock of spans runs evenly, from the time of day at the start on. */
  readonly #epoch = BigInt(Date.now()) * NANOSECONDS - process.hrtime.bigint();
  #waiting: object[] = [];
  #sending: Promise<void> = Promise.resolve();
  #failing = false;
  /** Spans that were thrown away because the collector did not take them. */
  lost = 0;

  constructor(options: TracerOptions) {
    const { flushSeconds = 5 } = options;
    requireWithin('flushSeconds', flushSeconds, { min: 0.01, max: 3600 });
    this.#options = options;
    this.#address = tracesAddress(options.url);
    this.#timer = setInterval(() => void this.flush(), 1000 * flushSeconds).unref();
  }

  begin(name: string, kind: OpenSpan['kind']): OpenSpan {
    const parent = this.#current.getStore();
    return {
      ...{ name, kind, spanId: randomBytes(8).toString('hex'), start: this.#now() },
      traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
      parentSpanId: parent?.spanId,
    };
  }

  /** Spans that begin within belong to it. */
  within<Result>(span: OpenSpan, work: () => Result): Result {
    return this.#current.run(span, work);
  }

  end(span: OpenSpan, attributes: SpanAttributes): void {
    if (this.#waiting.length >= MOST_WAITING) {
      this.lost++;
      return;
    }
    const { name, kind, traceId, spanId, parentSpanId, start } = span;
    const failed = attributes['error.type'] !== undefined;
    this.#waiting.push({
      ...{ traceId, spanId, parentSpanId, name, kind: KINDS[kind] },
      startTimeUnixNano: String(start),
      endTimeUnixNano: String(this.#now()),
      attributes: Object.entries(filledIn<SpanAttributes>({}, attributes)).map(([key, value]) => ({
        key,
        value: encoded(value),
      })),
      status: failed ? { code: FAILED } : {},
    });
  }

  /** A span around work; what it throws is thrown, and in the span is its kind alone. */
  async around<Result>(
    name: string,
    kind: OpenSpan['kind'],
    attributesOf: (result?: Result) => SpanAttributes,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const span = this.begin(name, kind);
    try {
      const result = await this.within(span, work);
      this.end(span, attributesOf(result));
      return result;
    } catch (error) {
      this.end(span, { ...attributesOf(), 'error.type': kindOf(error) });
      throw error;
    }
  }

  /** Sends what waits; one batch after another. */
  flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#send());
    return this.#sending;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  #now(): bigint {
    return this.#epoch + process.hrtime.bigint();
  }

  async #send(): Promise<void> {
    const spans = this.#waiting;
    if (spans.length === 0) return;
    this.#waiting = [];
    const { headers = {}, serviceName = 'ulterior', onProblem } = this.#options;
    const attributes = Object.entries({ 'service.name': serviceName, 'service.version': VERSION });
    const resource = { attributes: attributes.map(([key, value]) => ({ key, value: encoded(value) })) };
    const body = JSON.stringify({
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'ulterior' }, spans }] }],
    });
    try {
      const signal = AbortSignal.timeout(SEND_MILLISECONDS);
      const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body, signal };
      const response = await fetch(this.#address, { ...sent, redirect: 'error' });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`it answered ${response.status}`);
      this.#failing = false;
    } catch (error) {
      this.lost += spans.length;
      // A collector that is away is reported once.
      if (!this.#failing) onProblem?.(unsent(this.#address, error));
      this.#failing = true;
    }
  }
}

const encoded = (value: string | number) =>
  typeof value === 'number' ? { intValue: String(value) } : { stringValue: value };

function kindOf(error: unknown): string {
  if (error instanceof UlteriorError) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

function tracesAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      'the address of the collector is not one of http or https',
      'write --otlp http://127.0.0.1:4318, or set OTEL_EXPORTER_OTLP_ENDPOINT',
      { parameter: 'otlp' },
    );
  }
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url;
}

function unsent({ origin }: URL, error: unknown): UlteriorError {
  const { name, message, cause } = error as { name: string; message: string; cause?: { code?: string } };
  const reason = cause?.code ?? (name === 'Error' ? message : name);
  return new UlteriorError(
    'TRACES_NOT_SENT',
    `the collector at ${origin} does not take traces: ${reason}`,
    'check that it runs and takes OTLP over HTTP; traces are lost meanwhile, and nothing else is',
  );
}

const ofDatabase = (): SpanAttributes => ({ 'db.system.name': 'postgresql' });

/** The same store; each call of it is a span. */
export function tracedStore(store: Store, tracer: Tracer): Store {
  const traced = <Methods extends object>(repository: string, methods: Methods): Methods =>
    Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [
        name,
        (...words: unknown[]) => tracer.around(`${repository}.${name}`, 'client', ofDatabase, () => method(...words)),
      ]),
    ) as Methods;
  const { models, interviews, uploads, audits, keys, idempotency, erasures } = store;
  return {
    ...store,
    models: traced('models', models),
    interviews: traced('interviews', interviews),
    uploads: traced('uploads', uploads),
    audits: traced('audits', audits),
    keys: traced('keys', keys),
    idempotency: traced('idempotency', idempotency),
    erasures: traced('erasures', erasures),
  };
}
