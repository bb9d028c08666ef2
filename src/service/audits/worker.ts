/**
 * Works on the queue of audits, one at a time: in the process of the service, or in processes of its own. An audit is
 * held by a lease that is renewed while it runs. Whoever dies lets go of it by saying nothing; another takes it up from
 * its checkpoints, and gets the same records.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatasetSource } from '../../datasets/index.ts';
import { errorCodes, UlteriorError } from '../../errors/index.ts';
import { loadedPlugins } from '../../plugins/index.ts';
import type { Store, StoredAudit } from '../../store/index.ts';
import type { DataDescription } from '../data/inspectData.ts';
import { inspect } from '../data/uploads.ts';
import { loggedError } from '../figures/log.ts';
import { Metrics } from '../figures/metrics.ts';
import { type SpanAttributes, type Tracer, tracedStore } from '../figures/tracing.ts';
import { fault } from '../http/problem.ts';
import { changeLimits, defaultLimits, type Limits } from '../process/limits.ts';
import { removeAbandonedFolders, withPrivateFolder } from '../process/privateFolder.ts';
import type { AuditWork } from './auditMessages.ts';
import { type PlacedFile, sourceFor, TABLES } from './auditRequest.ts';
import { runAuditThread } from './auditRun.ts';
import type { AuditRequest } from './auditSchemas.ts';
import { holdLease } from './lease.ts';

/** What a worker works with. */
export interface WorkerOptions {
  readonly dataSources?: Readonly<Record<string, DatasetSource>> | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Threads below an audit; all cores if left out. */
  readonly threads?: number | undefined;
  /** How long an audit stays with a worker that says nothing. */
  readonly leaseSeconds?: number | undefined;
  /** How often progress is told, and cancellation heard. */
  readonly reportSeconds?: number | undefined;
  /** How often audits of dead workers are looked for. */
  readonly requeueSeconds?: number | undefined;
  readonly metrics?: Metrics | undefined;
  readonly tracer?: Tracer | undefined;
  /** Hears of faults; no data are in what it hears. */
  readonly log?: ((message: string, error: unknown) => void) | undefined;
}

/** A worker that runs. */
export interface RunningWorker {
  /** For audits that begin from now on. */
  changeLimits(limits: Limits): void;
  /** Takes no more audits; the one in hand is let go, for another to go on with. */
  stop(): Promise<void>;
}

type Given = Omit<WorkerOptions, 'threads' | 'limits' | 'tracer'>;
type Settings = { readonly [Name in keyof Given]-?: NonNullable<Given[Name]> } & {
  readonly limits: Limits;
  readonly threads: number | undefined;
  /** The worker's own name, under which it holds audits. */
  readonly worker: string;
  readonly stopping: AbortSignal;
};

type End = { readonly records: string } | { readonly problem: Record<string, unknown> } | 'cancelled' | 'let go';

type Outcome = NonNullable<SpanAttributes['ulterior.audit.outcome']>;

/** An audit that was taken up so often and not finished takes its workers down with it. */
const MOST_ATTEMPTS = 20;
const ATTEMPTS = 'attempts';

export async function startWorker(plain: Store, options: WorkerOptions = {}): Promise<RunningWorker> {
  const { tracer } = options;
  const store = tracer === undefined ? plain : tracedStore(plain, tracer);
  const stopping = new AbortController();
  const settings: Settings = {
    dataSources: options.dataSources ?? {},
    limits: { ...defaultLimits, ...options.limits },
    threads: options.threads,
    leaseSeconds: options.leaseSeconds ?? 30,
    reportSeconds: options.reportSeconds ?? 1,
    requeueSeconds: options.requeueSeconds ?? 15,
    metrics: options.metrics ?? new Metrics(),
    log: options.log ?? (() => {}),
    worker: randomUUID(),
    stopping: stopping.signal,
  };
  await removeAbandonedFolders();
  const quietly = async (message: string, action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      settings.log(message, loggedError(error));
    }
  };
  const work = async (id: string) => {
    const handling = () => handle(store, id, settings);
    if (tracer === undefined) await handling();
    else
      await tracer.around(
        'audit',
        'consumer',
        (outcome) => (outcome === undefined ? {} : { 'ulterior.audit.outcome': outcome }),
        handling,
      );
  };
  const queue = await store.queue.work((id) => quietly('an audit was broken off', () => work(id)));
  const lookForAbandoned = async () => {
    const count = await store.queue.requeueAbandoned();
    if (count > 0) settings.metrics.count('ulterior_audits_total', 'requeued', count);
  };
  const timer = setInterval(() => {
    void quietly('abandoned audits could not be looked for', lookForAbandoned);
  }, 1000 * settings.requeueSeconds);
  timer.unref();
  return {
    changeLimits: (limits) => {
      changeLimits(settings.limits, limits);
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort('let go' satisfies End);
      await queue.stop();
    },
  };
}

/** What became of it; undefined where there was nothing to do. */
async function handle(store: Store, id: string, settings: Settings): Promise<Outcome | undefined> {
  const { worker, leaseSeconds, metrics, stopping } = settings;
  if (stopping.aborted) return undefined;
  const audit = await store.audits.lease(id, worker, leaseSeconds);
  if (audit === undefined) return undefined;
  metrics.count('ulterior_audits_total', 'started');
  const end = await endOf(store, audit, settings);
  if (end === 'let go') {
    if (stopping.aborted) await countAttempts(store, id, -1);
    // A lease of no time: somebody else may take it up at once.
    const { progress } = (await store.audits.find(id)) ?? audit;
    await store.audits.report(id, worker, 0, progress);
    return end;
  }
  if (!(await store.audits.finish(id, worker, end))) return undefined;
  const outcome = end === 'cancelled' ? end : 'records' in end ? 'done' : 'failed';
  metrics.count('ulterior_audits_total', outcome);
  return outcome;
}

async function endOf(store: Store, audit: StoredAudit, settings: Settings): Promise<End> {
  try {
    if ((await countAttempts(store, audit.id, 1)) > MOST_ATTEMPTS) throw fault();
    return await withPrivateFolder(async (folder) =>
      compute(store, audit, await prepare(store, audit, folder, settings), settings),
    );
  } catch (error) {
    // Not the fault of the audit: it is taken up again when its lease is over.
    if (error instanceof UlteriorError && error.code === 'STORE_UNAVAILABLE') throw error;
    if (!(error instanceof UlteriorError)) settings.log('an audit failed', loggedError(error));
    return { problem: problemOf(error instanceof UlteriorError ? error : fault()) };
  }
}

/** Counted before it begins, in case it does not end. Stopping the service in an orderly way takes it back: that is nobody's fault. */
async function countAttempts(store: Store, id: string, more: 1 | -1): Promise<number> {
  const before = (await store.audits.readCheckpoint(id, ATTEMPTS))?.[0] ?? 0;
  const attempts = Math.max(0, before + more);
  await store.audits.writeCheckpoint(id, ATTEMPTS, Uint8Array.of(Math.min(attempts, MOST_ATTEMPTS + 1)));
  return attempts;
}

/** Puts uploads on the disk, where the readers find them, and says what is to be done. */
async function prepare(store: Store, audit: StoredAudit, folder: string, settings: Settings): Promise<AuditWork> {
  const request = audit.request as unknown as AuditRequest;
  const { data } = request;
  const { limits, threads, dataSources } = settings;
  const placed: Partial<Record<(typeof TABLES)[number], PlacedFile>> = {};
  const names: Record<string, string> = {};
  if ('upload' in data) {
    for (const table of TABLES) {
      const id = data[table];
      if (id === undefined) continue;
      const upload = await store.uploads.find(id);
      const bytes = upload && (await store.uploads.bytes(id));
      if (upload === undefined || bytes === undefined) {
        throw new UlteriorError('SOURCE_UNKNOWN', 'the uploaded data were erased', 'upload them again');
      }
      const { format } = await inspect<DataDescription>({ limits }, 'data', bytes);
      const path = join(folder, table);
      await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
      placed[table] = { path, format };
      names[path] = upload.name;
    }
  }
  const files = placed.upload && { ...placed, upload: placed.upload };
  const source = sourceFor(request, files, new Map(Object.entries(dataSources)), limits);
  const name = 'upload' in data ? names[files!.upload.path]! : data.name;
  return { request, source, name, names, threads, mostTypes: limits.modelTypes, plugins: loadedPlugins() };
}

async function compute(store: Store, audit: StoredAudit, work: AuditWork, settings: Settings): Promise<End> {
  const { worker, leaseSeconds, reportSeconds, limits } = settings;
  const ended = new AbortController();
  const lease = holdLease(store, audit, {
    worker,
    leaseSeconds,
    reportSeconds,
    onEnd: (why) => ended.abort(why === 'cancel' ? 'cancelled' : 'let go'),
  });
  const end: End = { problem: problemOf(tooLong(limits.auditSeconds)) };
  const timer = setTimeout(() => ended.abort(end), 1000 * limits.auditSeconds);
  const signal = AbortSignal.any([settings.stopping, ended.signal]);
  try {
    const records = await runAuditThread(work, {
      megabytes: limits.auditMegabytes,
      checkpoints: {
        read: (key) => store.audits.readCheckpoint(audit.id, key),
        write: (key, bytes) => store.audits.writeCheckpoint(audit.id, key, bytes),
      },
      onProgress: lease.progress,
      signal,
    });
    return { records };
  } catch (error) {
    if (signal.aborted) return signal.reason as End;
    throw error;
  } finally {
    clearTimeout(timer);
    await lease.release();
  }
}

function tooLong(seconds: number): UlteriorError {
  return new UlteriorError(
    'REQUEST_TOO_COSTLY',
    `the audit took longer than the ${seconds} seconds that are allowed`,
    'use fewer ratings, folds, strategies or resamples, or raise the limits of the worker',
  );
}

function problemOf({ code, message, advice }: UlteriorError): Record<string, unknown> {
  return { code, title: errorCodes[code].title, detail: message, advice };
}
