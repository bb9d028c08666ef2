/** A long run on threads that Ctrl+C stops; what is told of it; and its report. */
import { gateStatus, UlteriorError } from '../../errors/index.ts';
import { writeReport } from '../../render/index.ts';
import { type AnyRecords, gateLines, measuredWith, reportOf, stepLines, wrapLine } from '../../report/index.ts';
import { discardCheckpoints, loadKernels, openThreadPool, type ThreadPool } from '../../runtime/index.ts';
import { typedCommand } from '../words/typedCommand.ts';
import { type GateFlags, gateOf } from './gateOptions.ts';
import { type Progress, print, terminalWidth, warn, watchedProgress, whileWorking } from './output.ts';
import type { PartFlags } from './parts.ts';
import { shownPath } from './shownPath.ts';

export interface LongRunFlags extends Pick<PartFlags, 'part'> {
  readonly threads?: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

interface LongRun {
  /** What goes before the bar. */
  readonly doing: string;
  readonly source: string;
  /** Where finished parts are kept, if they are. */
  readonly checkpoints?: string | undefined;
}

/** What runs of every kind are given. */
function toolsFor(
  { source }: LongRun,
  onProgress: ((progress: Progress) => void) | undefined,
  executor: ThreadPool,
  signal: AbortSignal,
) {
  return {
    kernels: loadKernels('shared', warn),
    executor,
    source: shownPath(source),
    finished: () => new Date().toISOString(),
    onProgress,
    signal,
  };
}

export type LongRunTools = ReturnType<typeof toolsFor>;

/** undefined, and exit status 130, where it was stopped. */
export async function longRun<Found>(
  run: LongRun,
  flags: LongRunFlags,
  work: (tools: LongRunTools) => Promise<Found>,
): Promise<Found | undefined> {
  const pool = openThreadPool(flags.threads);
  const control = new AbortController();
  const stop = () => control.abort(new Error('stopped'));
  process.once('SIGINT', stop);
  const progress = flags.quiet ? undefined : watchedProgress(run.doing);
  try {
    return await work(toolsFor(run, progress?.tell, pool, control.signal));
  } catch (error) {
    progress?.stop();
    if (!control.signal.aborted) {
      const alone = flags.part === undefined;
      if (alone && run.checkpoints !== undefined && failsAgain(error)) await discardCheckpoints(run.checkpoints);
      throw error;
    }
    warn(
      run.checkpoints === undefined
        ? 'stopped. Nothing was written.'
        : `stopped. Finished folds are in ${run.checkpoints}. The same command goes on from there: ${typedCommand()}`,
    );
    process.exitCode = 130;
    return undefined;
  } finally {
    progress?.stop();
    process.removeListener('SIGINT', stop);
    await pool.close();
  }
}

/**
 * Whether the same command on the same machine would end the same way. Its finished parts are then of no use, and would
 * only make the corrected command refuse the folder. A full disk, or a fault of the program, may be gone next time.
 */
function failsAgain(error: unknown): boolean {
  if (!(error instanceof UlteriorError) || error.kind === 'fault') return false;
  return error.code !== 'FILE_NOT_WRITABLE' && error.code !== 'FILE_NOT_READABLE';
}

function pluginLines({ provenance }: AnyRecords): string[] {
  const named = 'plugins' in provenance ? measuredWith(provenance) : undefined;
  return named === undefined ? [] : ['', `Measured with ${named}.`];
}

/** Writes the report where there is a folder for it, prints the records or a summary, and judges them where there is a gate. */
export async function publishRecords(
  records: AnyRecords,
  flags: LongRunFlags & GateFlags & { readonly output?: string },
): Promise<void> {
  const { output, json, quiet } = flags;
  // Most of a small audit's time, in vain where nobody looks at the report.
  const pictures = process.env['ULTERIOR_PICTURES'] !== 'no';
  const writing = output === undefined ? undefined : writeReport(records, output, { pictures });
  const written = writing && (await whileWorking('writing the report', quiet, writing));
  for (const warning of written?.warnings ?? []) warn(warning);
  const report = written === undefined ? [] : ['', `Report: ${written.files[0]}`];
  const gate = await gateOf(records, flags);
  const judged = gate === undefined ? [] : ['', ...gateLines(gate)];
  if (json) print(JSON.stringify(records));
  else if (!quiet) {
    const { summary, next } = reportOf(records);
    const width = terminalWidth();
    // A command stays on one line, so that it can be copied.
    const steps = stepLines(next).flatMap((line) => (line.startsWith('  ') ? [line] : wrapLine(line, width)));
    print(...summary(width), ...pluginLines(records), ...steps, ...judged, ...report);
  }
  if (gate?.passed !== false) return;
  if (json || quiet) warn(gateLines(gate).join('\n'));
  process.exitCode = gateStatus;
}
