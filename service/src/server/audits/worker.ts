/**
 * Works on the queue of audits, one at a time: in the process of the service, or in processes of its own. All workers of a store
 * share the units of an audit. A worker holds its units by a lease that it renews while it works. Whoever dies lets go of them by
 * saying nothing; others do them, and the records are the same.
 */

import { randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatasetSource, errorCodes, filledIn, loadedPlugins, UlteriorError } from 'ulterior/service-parts';
import type { LeasedAudit, Store, StoredAudit } from '../../store/index.ts';
import { changeLimits, defaultLimits, type Limits } from '../common/limits.ts';
import { fault } from '../common/problem.ts';
import { nameFor, openScratch, type Scratch, sweepScratch } from '../common/scratch.ts';
import type { DataDescription } from '../data/inspectData.ts';
import { inspect } from '../data/inspectUpload.ts';
import { loggedError } from '../figures/log.ts';
import { Metrics } from '../figures/metrics.ts';
import { type SpanAttributes, type Tracer, tracedStore } from '../figures/tracing.ts';
import type { AuditWork } from './auditMessages.ts';
import { type PlacedFile, requireDescribed, sourceFor, TABLES } from './auditRequest.ts';
import { runAuditThread } from './auditRun.ts';
import type { AuditRequest } from './auditSchemas.ts';
import { holdLease } from './lease.ts';

/** What a worker works with. */
export interface WorkerOptions {
  readonly dataSources?: Readonly<Record<string, DatasetSource>> | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Threads below an audit; all cores if left out. */
  readonly threads?: number | undefined;
  /** How long units stay with a worker that says nothing. */
  readonly leaseSeconds?: number | undefined;
  /** How often progress is told, and cancellation heard. */
  readonly reportSeconds?: number | undefined;
  /** How often units of dead workers are looked for. */
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
  /** Takes no more units; those in hand are let go, for another to do. */
  stop(): Promise<void>;
}

type Given = Omit<WorkerOptions, 'threads' | 'limits' | 'tracer'>;
type Settings = { readonly [Name in keyof Given]-?: NonNullable<Given[Name]> } & {
  readonly limits: Limits;
  readonly threads: number | undefined;
  /** The worker's own name, under which it holds audits. */
  readonly worker: string;
  readonly stopping: AbortSignal;
  readonly scratch: Scratch;
};

/** The first three end the audit. The others only end this worker's part in it: it was stopped, there is nothing left for it, or it cannot help. */
type End =
  | { readonly records: string }
  | { readonly problem: Record<string, unknown> }
  | 'cancelled'
  | 'let go'
  | 'left'
  | 'unfit';

type Outcome = NonNullable<SpanAttributes['ulterior.audit.outcome']>;

/** An audit at which this many workers died, with no unit finished in between, takes its workers down with it. */
const MOST_LOSSES = 20;

export async function startWorker(plain: Store, options: WorkerOptions = {}): Promise<RunningWorker> {
  const { tracer } = options;
  const store = tracer === undefined ? plain : tracedStore(plain, tracer);
  const stopping = new AbortController();
  await sweepScratch();
  const scratch = await openScratch();
  const settings: Settings = {
    dataSources: options.dataSources ?? {},
    limits: filledIn(defaultLimits, options.limits ?? {}),
    threads: options.threads,
    leaseSeconds: options.leaseSeconds ?? 30,
    reportSeconds: options.reportSeconds ?? 1,
    requeueSeconds: options.requeueSeconds ?? 15,
    metrics: options.metrics ?? new Metrics(),
    log: options.log ?? (() => {}),
    worker: randomUUID(),
    stopping: stopping.signal,
    scratch,
  };
  const quietly = async <Result>(message: string, action: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await action();
    } catch (error) {
      settings.log(message, loggedError(error));
      return undefined;
    }
  };
  const work = async (id: string): Promise<'unfit' | undefined> => {
    const handling = () => handle(store, id, settings);
    const attributes = (outcome?: Outcome): SpanAttributes => ({ 'ulterior.audit.outcome': outcome });
    const outcome =
      tracer === undefined
        ? await handling()
        : await tracer.around<Outcome | undefined>('audit', 'consumer', attributes, handling);
    return outcome === 'unfit' ? outcome : undefined;
  };
  const queue = await store.queue
    .work((id) => quietly('an audit was broken off', () => work(id)))
    .catch(async (error: unknown) => {
      await scratch.close();
      throw error;
    });
  const lookForAbandoned = async () => {
    await sweepScratch();
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
      await scratch.close();
    },
  };
}

/** What became of it; undefined where there was nothing to do. */
async function handle(store: Store, id: string, settings: Settings): Promise<Outcome | undefined> {
  const { worker, leaseSeconds, metrics, stopping } = settings;
  if (stopping.aborted) return undefined;
  const audit = await store.audits.lease(id, worker, leaseSeconds);
  if (audit === undefined) return undefined;
  metrics.count('ulterior_audits_total', audit.others ? 'joined' : 'started');
  const end = await whileLeased(store, id, settings, (held) => endOf(store, audit, settings, held));
  if (end === 'let go' || end === 'left' || end === 'unfit') {
    await store.audits.leave(id, worker);
    return end;
  }
  if (!(await store.audits.finish(id, worker, end))) return undefined;
  const outcome = end === 'cancelled' ? end : 'records' in end ? 'done' : 'failed';
  metrics.count('ulterior_audits_total', outcome);
  return outcome;
}

/** What a worker has while it holds an audit. */
interface Held {
  progress(unit: string, done: number): void;
  /** Aborted, with the end as the reason, when it is to stop. */
  readonly signal: AbortSignal;
}

/** From the first moment on: to fetch and look at large uploads may take longer than a lease lasts. */
async function whileLeased(
  store: Store,
  id: string,
  { worker, leaseSeconds, reportSeconds, stopping }: Settings,
  work: (held: Held) => Promise<End>,
): Promise<End> {
  const ended = new AbortController();
  const lease = holdLease(store, id, {
    worker,
    leaseSeconds,
    reportSeconds,
    onEnd: (why) => ended.abort((why === 'cancel' ? 'cancelled' : 'let go') satisfies End),
  });
  try {
    return await work({ progress: lease.progress, signal: AbortSignal.any([stopping, ended.signal]) });
  } finally {
    await lease.release();
  }
}

async function endOf(store: Store, audit: LeasedAudit, settings: Settings, held: Held): Promise<End> {
  let laidOut = false;
  try {
    if (audit.losses >= MOST_LOSSES) throw fault();
    return await settings.scratch.within(audit.id, async (folder) =>
      compute(store, audit, await prepare(store, audit, folder, settings), settings, { ...held, folder }, () => {
        laidOut = true;
      }),
    );
  } catch (error) {
    // Not the fault of the audit: its units are taken up again when the lease is over.
    if (error instanceof UlteriorError && error.code === 'STORE_UNAVAILABLE') throw error;
    // Others have read the data: that this worker cannot is no fault of the audit either.
    if (audit.others && !laidOut) {
      settings.log('a worker cannot help with an audit of others', loggedError(error));
      return 'unfit';
    }
    if (!(error instanceof UlteriorError)) settings.log('an audit failed', loggedError(error));
    return { problem: problemOf(error instanceof UlteriorError ? error : fault()) };
  }
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
      // Before it is fetched: an erasure that comes from now on is owed.
      const path = join(folder, `${table}-${nameFor(id)}`);
      await writeFile(path, '', { mode: 0o600, flag: 'wx' });
      const upload = await store.uploads.find(id);
      const bytes = upload && (await store.uploads.bytes(id));
      if (upload === undefined || bytes === undefined) {
        throw new UlteriorError('SOURCE_UNKNOWN', 'the uploaded data were erased', 'upload them again');
      }
      if (data.described !== undefined) requireDescribed(data.described, table, bytes);
      const { format } = await inspect<DataDescription>({ limits }, 'data', bytes);
      await writeFile(path, bytes);
      placed[table] = { path, format };
      names[path] = upload.name;
    }
  }
  const files = placed.upload && { ...placed, upload: placed.upload };
  const source = sourceFor(request, files, new Map(Object.entries(dataSources)), limits);
  const name = 'upload' in data ? names[files!.upload.path]! : data.name;
  return { request, source, name, names, threads, mostTypes: limits.modelTypes, plugins: loadedPlugins() };
}

async function compute(
  store: Store,
  { id }: StoredAudit,
  work: AuditWork,
  { worker, limits, metrics, log }: Settings,
  held: Held & { readonly folder: string },
  onLaidOut: () => void,
): Promise<End> {
  const late = new AbortController();
  const end: End = { problem: problemOf(tooLong(limits.auditSeconds)) };
  const timer = setTimeout(() => late.abort(end), 1000 * limits.auditSeconds);
  const signal = AbortSignal.any([held.signal, late.signal]);
  try {
    return await runAuditThread(work, {
      megabytes: limits.auditMegabytes,
      scratch: held.folder,
      onRead: () =>
        emptyFolder(held.folder).catch((error) => log('the files of an audit stay until it ends', loggedError(error))),
      units: {
        layOut: async (units) => {
          const agreed = await store.audits.layOut(id, worker, units);
          if (agreed) onLaidOut();
          return agreed;
        },
        claim: () => store.audits.claim(id, worker),
        read: (key) => store.audits.readCheckpoint(id, key),
        write: async (key, bytes) => {
          await store.audits.writeCheckpoint(id, key, bytes);
          metrics.count('ulterior_units_total', 'done');
        },
      },
      onProgress: held.progress,
      signal,
    });
  } catch (error) {
    if (signal.aborted) return signal.reason as End;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing of the data stays on the disk for as long as an audit takes. */
async function emptyFolder(folder: string): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })));
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
