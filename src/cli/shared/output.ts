/** What people see: errors in three lines, progress as a bar on terminals and as a line now and then elsewhere, bars of text. */
import { UlteriorError } from '../../errors/index.ts';
import type { TrainingProgress } from '../../factorization/index.ts';
import { safeLines, safeText } from '../words/safeText.ts';
import { coloursFor } from './colours.ts';

const pc = coloursFor(process.stderr);
const { isColorSupported: isColoured } = coloursFor(process.stdout);

export function showError(error: unknown): void {
  if (error instanceof UlteriorError) {
    process.stderr.write(
      `${pc.red('error')} ${safeText(error.message)} [${error.code}]\n${pc.dim('  try:')} ${safeText(error.advice)}\n`,
    );
    return;
  }
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `${pc.red('internal error')} ${safeText(details)}\nThis is a bug in Ulterior. Please report it.\n`,
  );
}

export function warn(message: string): void {
  process.stderr.write(`${pc.yellow('warning')} ${safeText(message)}\n`);
}

/** News of something that goes on: not what a command prints in the end. */
export function say(message: string): void {
  // Over the bar, which is drawn again below.
  process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}${safeText(message)}\n`);
}

/** One line that is overwritten on a terminal; elsewhere a line now and then. */
export function trainingProgress(label: string): (progress: TrainingProgress) => void {
  if (!process.stderr.isTTY) return progressLines(label).tell;
  return ({ done, total, error }) => {
    const line = `${label} ${bar(done / total, 24)} ${done}/${total}  training error ${error.toFixed(3)}`;
    process.stderr.write(done === total ? '\r\u001b[K' : `\r\u001b[K${oneLine(line)}`);
  };
}

/** What goes on below cannot be overwritten. */
const oneLine = (line: string) => line.slice(0, (process.stderr.columns || LINE) - 1);

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

/** Terminals are at least this wide; longer lines are hard to read anyway. */
const LINE = 80;

/** How wide the terminal is; a file or a pipe has no end of a line. */
export const terminalWidth = (): number =>
  process.stdout.isTTY ? process.stdout.columns || LINE : Number.POSITIVE_INFINITY;

/** Text in lines, each after some spaces. */
export function wrapped(text: string, indent = 0): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || indent + line.length + 1 + word.length > LINE) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.map((line) => `${' '.repeat(indent)}${line}`);
}

export function print(...lines: string[]): void {
  process.stdout.write(`${safeLines(lines.join('\n'), isColoured)}\n`);
}

export function count(number: number, digits = 0): string {
  return number.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

/** A bar with the time that is left on a terminal; elsewhere a line now and then. */
export function taskProgress(label: string): (progress: Progress) => void {
  return process.stderr.isTTY ? progressBar(label).tell : progressLines(label).tell;
}

/** The same, and it is never silent for long: it says how things are even where no task ends. */
export function watchedProgress(label: string): {
  readonly tell: (progress: Progress) => void;
  readonly stop: () => void;
} {
  const { tell, tick, clear } = process.stderr.isTTY ? progressBar(label) : progressLines(label);
  const timer = setInterval(tick, 1000).unref();
  const stop = () => {
    clearInterval(timer);
    clear();
  };
  return { tell, stop };
}

/** Says now and then that something goes on without knowing how long it takes. */
export async function whileWorking<Found>(
  label: string,
  quiet: boolean | undefined,
  work: Promise<Found>,
): Promise<Found> {
  if (quiet) return work;
  const { stop } = watchedProgress(label);
  try {
    return await work;
  } finally {
    stop();
  }
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** The key of the unit that is worked on. */
  readonly unit?: string | undefined;
}

interface Teller {
  readonly tell: (progress: Progress) => void;
  /** Called every second. */
  readonly tick: () => void;
  readonly clear: () => void;
}

/** What the first steps take says little about the rest: minutes were promised for what took ten seconds. */
const SECONDS_BEFORE_AN_ESTIMATE = 10;

/** Whoever reads a log wants to know that a long run goes on; a short one needs no line. */
const SECONDS_BETWEEN_LINES = 30;

/** "auditing: 40% done, about 2 min left (real labels, fold 3)", at most every half minute, so that logs stay short. */
export function progressLines(
  label: string,
  now: () => number = () => performance.now() / 1000,
  write: (text: string) => void = (text) => process.stderr.write(text),
): Teller {
  const secondsLeft = timeLeft(now);
  const start = now();
  let last = start;
  let so: (Progress & { readonly left: number }) | undefined;
  const tick = () => {
    if (now() - last < SECONDS_BETWEEN_LINES) return;
    last = now();
    // Whoever still ticks puts the parts together.
    if (isDone(so)) return write(`${label}: finishing, ${duration(now() - start)} so far\n`);
    // Before the first hundredth, an estimate would be a guess.
    const known = so !== undefined && 100 * so.done >= so.total;
    const share = known ? `${Math.floor((100 * so!.done) / so!.total)}% done, about ${duration(so!.left)} left` : '';
    write(`${label}: ${share || `${duration(now() - start)} so far`}${unitWords(so?.unit)}\n`);
  };
  const tell = (progress: Progress) => {
    so = { ...progress, left: secondsLeft(progress) };
    if (!isDone(so)) tick();
  };
  return { tell, tick, clear: () => undefined };
}

function progressBar(label: string): Teller {
  const secondsLeft = timeLeft();
  const start = performance.now() / 1000;
  let so: Progress | undefined;
  let left = 0;
  let told = start;
  const draw = () => {
    const now = performance.now() / 1000;
    const share = so === undefined ? '' : ` ${bar(so.done / so.total, 24)} ${so.done}/${so.total}`;
    const known = so !== undefined && 100 * so.done >= so.total && now - start > SECONDS_BEFORE_AN_ESTIMATE;
    const since = `${duration(now - start)} so far`;
    const time = known ? `about ${duration(Math.max(0, left - (now - told)))} left` : since;
    const line = isDone(so) ? `${label}  finishing, ${since}` : `${label}${share}  ${time}${unitWords(so?.unit)}`;
    process.stderr.write(`\r\u001b[K${oneLine(line)}`);
  };
  const clear = () => void process.stderr.write('\r\u001b[K');
  const tell = (progress: Progress) => {
    so = progress;
    left = secondsLeft(progress);
    told = performance.now() / 1000;
    if (isDone(so)) clear();
    else draw();
  };
  return { tell, tick: draw, clear };
}

const isDone = (so: Progress | undefined) => so !== undefined && so.done >= so.total;

/** " (real labels, fold 3)": units are counted from 0, people count from 1. */
function unitWords(unit: string | undefined): string {
  if (unit === undefined) return '';
  const words = unit
    .replace(/-?fold-(\d+)/, (_, fold: string) => `, fold ${Number(fold) + 1}`)
    .replace(/^real/, 'real labels')
    .replace(/^shuffled-(\d+)/, (_, n: string) => `shuffled labels ${Number(n) + 1}`)
    .replace(/^permutations$/, 'test on shuffled labels')
    .replaceAll('-', ' ');
  return ` (${words.replace(/^, /, '')})`;
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
