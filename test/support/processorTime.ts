/**
 * Processor time by test file: `ULTERIOR_TEST_TIMES=times.tsv npm test` adds a line per file, in seconds of user and system
 * together: with the processes that the tests started, and without what loads the file. Linux alone says this of other processes.
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';

const TICKS = 100;

/** Seconds that this process, those it started and those that have ended took together. */
function processorSeconds(): number {
  const children = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const fields = statOf(name);
    if (fields === undefined) continue;
    const [parent, ...times] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
    ticks.set(
      Number(name),
      times.reduce((sum, time) => sum + time, 0),
    );
    children.set(parent!, [...(children.get(parent!) ?? []), Number(name)]);
  }
  const within = (id: number): number =>
    (children.get(id) ?? []).reduce((sum, child) => sum + within(child), ticks.get(id) ?? 0);
  return within(process.pid) / TICKS;
}

/** What follows the name of a process; undefined where it is gone. */
function statOf(id: string): string[] | undefined {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return undefined;
  }
}

export function tellProcessorTime(output: string): void {
  let start = 0;
  beforeAll(() => {
    start = processorSeconds();
  });
  afterAll(() => {
    const { testPath = '' } = expect.getState();
    appendFileSync(output, `${(processorSeconds() - start).toFixed(2)}\t${testPath}\n`);
  });
}
