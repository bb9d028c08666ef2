/**
 * Entry of the thread that computes units of one audit. Training and interviews go on to a pool of threads below it; what remains
 * (reading the data, statistics) is here, so that the process that serves requests never waits for it. It takes units until none
 * is free, as many at once as there are threads, and puts the records together if it gets the last one. Keys of units hold the
 * version, the data and the plug-ins: results of other data are not found.
 */

import { parentPort, workerData } from 'node:worker_threads';
import {
  attributeOf,
  collect,
  type Dataset,
  type DatasetSource,
  type Executor,
  fingerprint,
  loadKernels,
  loadNamed,
  openDataset,
  openThreadPool,
  type PlantedLeak,
  planAudit,
  plantedLeak,
  pluginRecords,
  runUnit,
  type ThreadPool,
  UlteriorError,
  usableGroupCount,
  VERSION,
  worldSpecOf,
} from 'ulterior/service-parts';
import { outcomeOf } from '../common/thread.ts';
import type { AuditWork, FromThread, ToThread, UnitStore, UnitsDone } from './auditMessages.ts';
import { specFor } from './auditRequest.ts';

const PLANTED = { questions: 10, people: 2000 };
const FINGERPRINT_LETTERS = 16;
/** The unit that puts the records together. */
const CLOSING = 'records';

const port = parentPort!;
const tell = (message: FromThread) => port.postMessage(message);
const work = workerData as AuditWork;

tell({ kind: 'end', outcome: await outcomeOf(audit) });
// Open ports keep a thread alive.
port.close();

async function audit(): Promise<UnitsDone> {
  await loadNamed(work.plugins);
  const { dataset, attribute } = await dataOf(work).finally(() => tell({ kind: 'read' }));
  const pool = openThreadPool(work.threads);
  try {
    return await unitsOf(dataset, attribute, pool);
  } finally {
    await pool.close();
  }
}

async function unitsOf(dataset: Dataset, attribute: string, pool: ThreadPool): Promise<UnitsDone> {
  const spec = specFor(work.request, attribute, usableGroupCount(dataset, attribute, work.request.settings));
  const plan = planAudit(dataset, spec);
  const prefix = prefixOf(dataset, attribute);
  const stored = (key: string) => `${prefix}-${key}`;
  const store = unitStore();
  const keys = new Map(plan.units.map(({ key }) => [stored(key), key]));
  const planned = plan.units.map(({ key, tasks }) => ({ key: stored(key), tasks }));
  if (!(await store.layOut([...planned, { key: stored(CLOSING), tasks: plan.closingTasks }]))) return 'unfit';

  const tools = { kernels: loadKernels('shared'), executor: pool };
  /** Whether it got the unit that closes the audit. */
  const lane = async (): Promise<boolean> => {
    for (;;) {
      const unit = await store.claim();
      const key = unit === undefined ? undefined : keys.get(unit);
      if (unit === undefined || key === undefined) return unit !== undefined;
      let done = 0;
      const onTaskDone = () => tell({ kind: 'progress', unit, done: ++done });
      await store.write(unit, await runUnit(plan, key, { ...tools, onTaskDone }));
    }
  };
  const closes = await Promise.all(Array.from({ length: pool.threads }, lane));
  if (!closes.includes(true)) return 'left';

  const results = new Map<string, Uint8Array>();
  for (const [unit, key] of keys) {
    const bytes = await store.read(unit);
    if (bytes !== undefined) results.set(key, bytes);
  }
  const records = await collect(plan, results, {
    ...tools,
    source: work.name,
    planted: plantedIn(work.source, dataset, attribute, spec, pool),
    finished: () => new Date().toISOString(),
  });
  return { records: JSON.stringify(records) };
}

async function dataOf({ source, mostTypes }: AuditWork): Promise<{ dataset: Dataset; attribute: string }> {
  const { dataset } = await openDataset(source);
  const [attribute] = dataset.attributes.keys();
  if (attribute === undefined) {
    throw new UlteriorError('ATTRIBUTE_UNKNOWN', 'no attribute is named to infer', 'name an attribute');
  }
  const { labels } = attributeOf(dataset, attribute);
  if (labels.length > mostTypes) {
    throw new UlteriorError(
      'ATTRIBUTE_INVALID',
      `the attribute has ${labels.length} values; at most ${mostTypes} are told apart here`,
      'merge values into groups or bins, for example age:18,25,35',
    );
  }
  return { dataset, attribute };
}

function prefixOf(dataset: Dataset, attribute: string): string {
  const data = fingerprint(dataset, attribute).slice(0, FINGERPRINT_LETTERS);
  return [VERSION, data, ...pluginRecords().map(({ sha256 }) => sha256.slice(0, FINGERPRINT_LETTERS))].join('-');
}

/** Asks the worker, which has the store. */
function unitStore(): UnitStore {
  const waiting = new Map<number, (answer: unknown) => void>();
  port.on('message', ({ call, answer }: ToThread) => {
    waiting.get(call)?.(answer);
    waiting.delete(call);
  });
  let calls = 0;
  const asking =
    <Name extends keyof UnitStore>(name: Name) =>
    (...words: Parameters<UnitStore[Name]>) =>
      new Promise<Awaited<ReturnType<UnitStore[Name]>>>((resolve) => {
        const call = calls++;
        waiting.set(call, resolve as (answer: unknown) => void);
        tell({ kind: 'call', call, name, words });
      });
  return { layOut: asking('layOut'), claim: asking('claim'), read: asking('read'), write: asking('write') };
}

/** The control with a known answer, where the data are an invented world of two types. */
function plantedIn(
  source: DatasetSource,
  dataset: Dataset,
  attribute: string,
  { resamples, level }: { readonly resamples: number; readonly level: number },
  executor: Executor,
): (() => Promise<PlantedLeak>) | undefined {
  if (source.kind !== 'world' || attributeOf(dataset, attribute).labels.length !== 2) return undefined;
  const tools = { kernels: loadKernels(), executor };
  return () => plantedLeak(worldSpecOf(source), source.seed ?? 1, { ...PLANTED, resamples, level }, tools);
}
