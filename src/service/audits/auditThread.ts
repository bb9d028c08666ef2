/**
 * Entry of the thread that computes one audit. Training and interviews go on to a pool of threads below it; what remains
 * (reading the data, statistics) is here, so that the process that serves requests never waits for it. Checkpoints are
 * kept by the worker, under names that hold the version, the data and the plug-ins: those of other data are not found.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type Checkpoints, type PlantedLeak, plantedLeak, runAudit } from '../../audit/index.ts';
import { type DatasetSource, openDataset, worldSpecOf } from '../../datasets/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import type { Executor } from '../../maths/index.ts';
import { pluginRecords } from '../../plugins/index.ts';
import { attributeOf, type Dataset, fingerprint, usableGroupCount } from '../../ratings/index.ts';
import { loadKernels, loadNamed, openThreadPool } from '../../runtime/index.ts';
import { VERSION } from '../../version/index.ts';
import { outcomeOf } from '../process/thread.ts';
import type { AuditWork, FromThread, ToThread } from './auditMessages.ts';
import { specFor } from './auditRequest.ts';

const PLANTED = { questions: 10, people: 2000 };
const FINGERPRINT_LETTERS = 16;

const port = parentPort!;
const tell = (message: FromThread) => port.postMessage(message);
const work = workerData as AuditWork;

tell({ kind: 'end', outcome: await outcomeOf(audit) });
// Open ports keep a thread alive.
port.close();

async function audit(): Promise<string> {
  await loadNamed(work.plugins);
  const { dataset, attribute } = await dataOf(work);
  const spec = specFor(work.request, attribute, usableGroupCount(dataset, attribute, work.request.settings));
  const pool = openThreadPool(work.threads);
  try {
    const records = await runAudit(dataset, spec, {
      kernels: loadKernels('shared'),
      executor: pool,
      checkpoints: checkpointsOf(dataset, attribute),
      source: work.name,
      planted: plantedIn(work.source, dataset, attribute, spec, pool),
      finished: () => new Date().toISOString(),
      onProgress: ({ done, total }) => tell({ kind: 'progress', done, total }),
    });
    return JSON.stringify(records);
  } finally {
    await pool.close();
  }
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

/** Reads and writes through the worker, which has the store. */
function checkpointsOf(dataset: Dataset, attribute: string): Checkpoints {
  const data = fingerprint(dataset, attribute).slice(0, FINGERPRINT_LETTERS);
  const prefix = [VERSION, data, ...pluginRecords().map(({ sha256 }) => sha256.slice(0, FINGERPRINT_LETTERS))].join(
    '-',
  );
  const waiting = new Map<number, (reply: ToThread) => void>();
  port.on('message', (reply: ToThread) => {
    waiting.get(reply.call)?.(reply);
    waiting.delete(reply.call);
  });
  let calls = 0;
  const ask = async (message: (call: number) => FromThread) => {
    const call = calls++;
    const { bytes } = await new Promise<ToThread>((resolve) => {
      waiting.set(call, resolve);
      tell(message(call));
    });
    return bytes;
  };
  return {
    read: (key) => ask((call) => ({ kind: 'read', call, key: `${prefix}-${key}` })),
    write: async (key, bytes) => {
      await ask((call) => ({ kind: 'write', call, key: `${prefix}-${key}`, bytes }));
    },
  };
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
