/** What `serve` and `serve work` share: a configuration file that can be read again while they run, limits, and traces. */
import { readFile } from 'node:fs/promises';
import { type ServiceFlags, UlteriorError } from 'ulterior/service-parts';
import { checkedConfig, type Limits, limitsFrom, type ServiceConfig, Tracer } from '../server/index.ts';

export interface Settings {
  readonly config: ServiceConfig;
  readonly limits: Limits;
}

/** What the file and the flags say together. */
export async function readSettings({ config: path, limit }: ServiceFlags): Promise<Settings> {
  const config = path === undefined ? {} : checkedConfig(await readConfig(path));
  return { config, limits: limitsFrom(config.limits, limit) };
}

async function readConfig(path: string): Promise<object> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as { code?: string };
    throw new UlteriorError(
      'FILE_NOT_READABLE',
      `"${path}" cannot be read (${code})`,
      'check the path and its rights',
      {
        path,
      },
    );
  }
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  } catch {
    // Said below.
  }
  throw new UlteriorError('FILE_MALFORMED', `"${path}" is not a JSON object`, 'see docs/service-config.schema.json', {
    path,
  });
}

interface ReloadLog {
  /** The file counts: what changed in it and counts only from the next start on. */
  done(restart: readonly string[]): void;
  refused(error: UlteriorError): void;
}

/** Reads the file again on SIGHUP. `apply` returns the limits that cannot change. One that is wrong changes nothing. */
export function reloadOnSignal(
  flags: ServiceFlags,
  start: Settings,
  apply: (limits: Limits) => readonly string[],
  log: ReloadLog,
): void {
  // Without a file the signal ends the process, as it does others.
  if (flags.config === undefined) return;
  const reload = async () => {
    try {
      const { config, limits } = await readSettings(flags);
      const fixed = apply(limits).map((name) => `limits.${name}`);
      log.done([...settingsChanged(start.config, config), ...fixed]);
    } catch (error) {
      if (!(error instanceof UlteriorError)) throw error;
      log.refused(error);
    }
  };
  let turn = Promise.resolve();
  process.on('SIGHUP', () => {
    turn = turn.then(reload);
  });
}

/** Fields that count only from the next start on. */
export const settingsChanged = (before: ServiceConfig, after: ServiceConfig): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !['limits', '$schema'].includes(name) && Reflect.get(before, name) !== Reflect.get(after, name),
  );

/** Undefined where the flag is not given: then nothing is traced. */
export async function openTracer(
  { otlp }: ServiceFlags,
  onProblem: (problem: unknown) => void,
): Promise<Tracer | undefined> {
  if (otlp === undefined) return undefined;
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME } = process.env;
  return new Tracer({
    url: otlp === true ? (OTEL_EXPORTER_OTLP_ENDPOINT ?? '') : otlp,
    headers: traceHeaders(OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    serviceName: OTEL_SERVICE_NAME,
    onProblem,
  });
}

/** name=value, with commas between; values are written as in an address. */
export function traceHeaders(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='));
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
    }),
  );
}
