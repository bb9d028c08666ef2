/** What people see: errors in three lines, progress as a bar on terminals and as a line now and then elsewhere, bars of text. */
import { UlteriorError } from '../../errors/index.ts';
import type { TrainingProgress } from '../../factorization/index.ts';
import { coloursFor } from './colours.ts';

const pc = coloursFor(process.stderr);

export function showError(error: unknown): void {
  if (error instanceof UlteriorError) {
    process.stderr.write(`${pc.red('error')} ${error.message} [${error.code}]\n${pc.dim('  try:')} ${error.advice}\n`);
    return;
  }
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${pc.red('internal error')} ${details}\nThis is a bug in Ulterior. Please report it.\n`);
}

export function warn(message: string): void {
  process.stderr.write(`${pc.yellow('warning')} ${message}\n`);
}

/** One line that is overwritten on a terminal; elsewhere a line now and then. */
export function trainingProgress(label: string): (progress: TrainingProgress) => void {
  if (!process.stderr.isTTY) return progressLines(label);
  return ({ done, total, error }) => {
    const line = `${label} ${bar(done / total, 24)} ${done}/${total}  training error ${error.toFixed(3)}`;
    process.stderr.write(done === total ? '\r\u001b[K' : `\r\u001b[K${line}`);
  };
}

/** A bar of the given width, filled to `share` in eighths of a character. */
export function bar(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8);
  const partial = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8]!;
  return ('█'.repeat(Math.floor(eighths / 8)) + partial).padEnd(width, '·');
}

/** A probability as people read it; never 0 or 100, which no evidence gives. */
export function percent(share: number): string {
  if (share > 0.9995) return '> 99.9%';
  return share < 0.0005 ? '< 0.1%' : `${(100 * share).toFixed(1)}%`;
}

export function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

export function count(number: number, digits = 0): string {
  return number.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

/** A bar with the time that is left on a terminal; elsewhere a line now and then. */
export function taskProgress(label: string): (progress: Progress) => void {
  if (!process.stderr.isTTY) return progressLines(label);
  const secondsLeft = timeLeft();
  const start = performance.now();
  return ({ done, total }) => {
    const left = secondsLeft({ done, total });
    const said = performance.now() - start < SECONDS_BEFORE_AN_ESTIMATE * 1000 ? '' : `  about ${duration(left)} left`;
    const line = `${label} ${bar(done / total, 24)} ${done}/${total}${said}`;
    process.stderr.write(done >= total ? '\r\u001b[K' : `\r\u001b[K${line}`);
  };
}

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** What the first steps take says little about the rest: four minutes were promised for what took ten seconds. */
const SECONDS_BEFORE_AN_ESTIMATE = 5;

/** Whoever reads a log wants to know that a long run goes on; a short one needs no line. */
const SECONDS_BETWEEN_LINES = 30;

/** "auditing: 40% done, about 2 min left", at most every half minute, so that logs stay short. */
export function progressLines(
  label: string,
  now: () => number = () => performance.now() / 1000,
  write: (text: string) => void = (text) => process.stderr.write(text),
): (progress: Progress) => void {
  const secondsLeft = timeLeft(now);
  let last = now();
  return ({ done, total }) => {
    const left = secondsLeft({ done, total });
    // Before the first hundredth, an estimate would be a guess.
    if (done >= total || 100 * done < total || now() - last < SECONDS_BETWEEN_LINES) return;
    last = now();
    write(`${label}: ${Math.floor((100 * done) / total)}% done, about ${duration(left)} left\n`);
  };
}

function timeLeft(now: () => number = () => performance.now() / 1000): (progress: Progress) => number {
  const start = now();
  let first: number | undefined;
  return ({ done, total }) => {
    // What was finished before (checkpoints) took no time now, and says nothing about the rest.
    first ??= done - 1;
    return ((total - done) * (now() - start)) / Math.max(1, done - first);
  };
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
