/** `ulterior serve work`: runs the audits that a server has queued, in a process of its own. */
import { print, showError, type WorkFlags, warn } from 'ulterior/service-parts';
import {
  type Limits,
  Metrics,
  type RunningStatus,
  type RunningWorker,
  startStatus,
  startWorker,
} from '../server/index.ts';
import { openNamedStore } from './namedStore.ts';
import { connectionsOf, endOnSignal, onProblem, sourcesOf, warnOf } from './running.ts';
import { openTracer, readSettings, reloadOnSignal } from './settings.ts';

export async function work(flags: WorkFlags): Promise<void> {
  const { statusHost: host, statusPort: port } = flags;
  const dataSources = await sourcesOf(flags);
  const settings = await readSettings(flags);
  const threads = flags.threads ?? settings.config.threads;
  const tracer = await openTracer(flags, (problem) => warnOf('traces', problem));
  const store = await openNamedStore(flags, { onProblem, ...connectionsOf(flags, settings) });
  const metrics = new Metrics();
  let status: RunningStatus | undefined;
  let worker: RunningWorker;
  try {
    status = port === undefined ? undefined : await startStatus({ store, metrics, host, port });
    const { limits } = settings;
    worker = await startWorker(store, { dataSources, threads, limits, metrics, tracer, log: warnOf });
  } catch (error) {
    await status?.close();
    await store.close();
    throw error;
  }
  const apply = (limits: Limits) => {
    worker.changeLimits(limits);
    return [];
  };
  reloadOnSignal(flags, settings, apply, {
    done: (restart) =>
      warn(
        `the configuration was read again${restart.length === 0 ? '' : `; not before the next start: ${restart.join(', ')}`}`,
      ),
    refused: showError,
  });
  print(
    ...(status === undefined ? [] : [`Health and figures: ${status.url}/health/ready, ${status.url}/metrics`]),
    'Waiting for audits. Stop with Ctrl+C: the audit in hand then resumes elsewhere or later.',
  );
  endOnSignal(async () => {
    await status?.close();
    await worker.stop();
    await store.close();
    await tracer?.close();
  });
}
