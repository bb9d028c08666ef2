/** What a process of the service needs, whatever it does: how it ends, what it says, and the data that audits may name. */
import {
  type DatasetSource,
  openNamedSource,
  print,
  type ServeFlags,
  type ServiceFlags,
  showError,
  type WorkFlags,
  warn,
} from 'ulterior/service-parts';
import type { StoreOptions } from '../store/index.ts';
import type { Settings } from './settings.ts';

export function connectionsOf(flags: ServiceFlags, { config }: Settings): StoreOptions {
  return { connections: flags.connections ?? config.connections };
}

/** Ends once, however often it is asked to; a second signal does not wait. */
export function endOnSignal(close: () => Promise<void>): void {
  let ending = false;
  const end = () => {
    if (ending) process.exit(130);
    ending = true;
    print('Stopping after the requests in hand. Press Ctrl+C again to stop at once.');
    close().catch((error: unknown) => {
      showError(error);
      process.exitCode = 1;
    });
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

export function onProblem(problem: unknown): void {
  warnOf('the database', problem);
}

export function warnOf(what: string, problem: unknown): void {
  warn(`${what}: ${problem instanceof Error ? problem.message : String(problem)}`);
}

/** Only now: a plug-in may have brought the reader. A data file is read, and its tables must be those that it describes. */
export async function sourcesOf({ data }: WorkFlags | ServeFlags): Promise<Readonly<Record<string, DatasetSource>>> {
  const opened = Object.entries(data).map(async ([name, text]) => [name, await openNamedSource(text)] as const);
  return Object.fromEntries(await Promise.all(opened));
}
