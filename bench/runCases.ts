/** Runs comparisons one after the other. A case that fails becomes a row that says so; the others still run. */
import type { cases } from './cases/index.ts';
import { type Comparison, compare, type Result } from './harness.ts';
import type { NativeReference } from './native.ts';

interface Failed {
  readonly name: string;
  readonly failed: string;
}

export type Row = Result | Failed;

interface Setting {
  readonly native: NativeReference | undefined;
  /** Of the full size. */
  readonly share: number;
  /** Rounds of each case; its own number if left out. */
  readonly rounds?: number;
  readonly say: (line: string) => void;
}

export async function runCases(some: typeof cases, { native, share, rounds, say }: Setting): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [key, make] of some) {
    say(`${key} ...`);
    let close = async () => {};
    try {
      const made = await make(native, share);
      if (made === undefined) {
        say('  left out: Python has no package implicit (ULTERIOR_PYTHON names another Python)');
        continue;
      }
      const comparison: Comparison = 'comparison' in made ? made.comparison : made;
      if ('comparison' in made) close = made.close;
      rows.push(await compare({ ...comparison, rounds: rounds ?? comparison.rounds ?? 5 }));
    } catch (error) {
      rows.push(failedRow(key, error));
    }
    await close().catch((error: unknown) => rows.push(failedRow(`${key}, cleaning up`, error)));
  }
  return rows;
}

function failedRow(name: string, error: unknown): Failed {
  return { name, failed: error instanceof Error ? error.message : String(error) };
}
