/** What people see: errors in three lines, progress on terminals only, bars of text. */
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

/** One line that is overwritten; nothing where output does not go to a terminal. */
export function trainingProgress(label: string): (progress: TrainingProgress) => void {
  if (!process.stderr.isTTY) return () => {};
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

/** A bar with the time that is left, on terminals only. */
export function taskProgress(label: string): (progress: { done: number; total: number }) => void {
  if (!process.stderr.isTTY) return () => {};
  const start = performance.now();
  let first: number | undefined;
  return ({ done, total }) => {
    // What was finished before (checkpoints) took no time now, and says nothing about the rest.
    first ??= done - 1;
    const seconds = (performance.now() - start) / 1000;
    const left = ((total - done) * seconds) / Math.max(1, done - first);
    const line = `${label} ${bar(done / total, 24)} ${done}/${total}  about ${duration(left)} left`;
    process.stderr.write(done >= total ? '\r\u001b[K' : `\r\u001b[K${line}`);
  };
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
