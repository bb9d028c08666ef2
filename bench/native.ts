/** The C yardstick: built once if there is a compiler, run as a process of its own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const DIMENSION = 20;

export interface NativeReference {
  /** Milliseconds of each repeat. */
  run(...words: (string | number)[]): number[];
  /** What the work came to. */
  result(...words: (string | number)[]): number;
}

/** undefined without a C compiler. */
export function buildNative(): NativeReference | undefined {
  const source = fileURLToPath(new URL('../bench/native/reference.c', import.meta.url));
  const program = join(mkdtempSync(join(tmpdir(), 'ulterior-bench-')), 'reference');
  try {
    execFileSync('cc', ['-O3', '-march=native', '-ffast-math', `-DD=${DIMENSION}`, '-o', program, source, '-lm'], {
      stdio: 'pipe',
    });
  } catch {
    return undefined;
  }
  const lines = (words: readonly (string | number)[]) =>
    execFileSync(program, words.map(String), { encoding: 'utf8' }).split('\n');
  return {
    run: (...words) => lines(words)[0]!.trim().split(' ').map(Number),
    result: (...words) => Number(lines(words)[1]),
  };
}
