/** Commands as gates: exit status 4, the leaks that are judged, and what a baseline is compared with. Build first: threads. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { jointWorld } from '../../../test/support/jointWorld.ts';
import { gateStatus } from '../../errors/index.ts';
import { attributeOf, itemIndex, userIndex } from '../../ratings/index.ts';
import { createProgram } from '../program.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-gates-'));
const place = (...names: string[]) => join(folder, ...names);
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  process.exitCode = undefined;
});

async function run(...words: string[]): Promise<{ readonly status: unknown; readonly printed: string }> {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  process.exitCode = undefined;
  try {
    await createProgram().parseAsync(words, { from: 'user' });
    return { status: process.exitCode, printed: lines.join('') };
  } finally {
    spy.mockRestore();
    process.exitCode = undefined;
  }
}
const judged = (printed: string) => printed.split('\n').filter((line) => /^ {2}[✓✗] /.test(line));
const quick = ['--set', 'folds=2', '--set', 'resamples=50', '--set', 'training.dimension=2', '--threads', '1'];

describe('ulterior audit of several attributes', () => {
  const world = jointWorld({ users: 100, items: 18, seed: 8 });
  const { starts, indices, values } = world.ratings.byUser;
  const [gender, age] = ['gender', 'age'].map((name) => attributeOf(world, name));
  const rows = Array.from({ length: world.users.size }, (_, user) =>
    Array.from(indices.subarray(starts[user], starts[user + 1]), (item, n) =>
      [
        world.users.id(userIndex(user)),
        world.items.id(itemIndex(item)),
        values[starts[user]! + n],
        ...[gender!, age!].map((own) => own.labels[own.values[user]!]),
      ].join(','),
    ),
  ).flat();
  const small = ['--attribute', 'gender', '--attribute', 'age', '--questions', '2', ...quick];

  beforeAll(() => writeFileSync(place('ratings.csv'), ['user,item,rating,gender,age', ...rows].join('\n')));

  it('ends with status 4 unless every attribute is shown to be within the limit', async () => {
    const words = [...small, '--output', place('leaks'), '--max-auc', '0.6'];
    const { status, printed } = await run('audit', place('ratings.csv'), ...words);
    expect(status).toBe(gateStatus);
    expect(printed).toMatch(/^Gate: FAILED\. It judges by the upper end/m);
    expect(judged(printed).map((line) => /[✓✗] (\w+),/.exec(line)?.[1])).toEqual(['Gender', 'Age']);
    const again = (limit: string) => run('report', place('leaks/records.json'), '--max-auc', limit);
    expect((await again('0.6')).printed).toContain(judged(printed)[0]!);
    expect((await again('1')).status).toBeUndefined();
  });

  it('is not paired with a baseline, because it keeps no resamples: the errors of both add up', async () => {
    const records = place('leaks/records.json');
    const { status, printed } = await run('report', records, '--baseline', records);
    expect(status).toBeUndefined();
    const trends = printed.match(/It changed by 0\.000 \[\S+, 0\.\d+\] since the baseline \(.*; not paired\)/g);
    expect(trends, printed).toHaveLength(2);
  });
});

describe('ulterior audit --defence', () => {
  it('ends with status 4 unless every defence keeps every attacker within the limit', async () => {
    const words = ['world:demo,users=80,items=20,leak=0.6', ...quick, '--defence', 'leastChange:0.5'];
    const { status, printed } = await run('audit', ...words, '--output', place('defended'), '--max-auc', '0.6');
    expect(status).toBe(gateStatus);
    expect(judged(printed).join('\n')).toMatch(/✗ Chronotype, .*Least change.* limit of 0\.6/i);
    expect((await run('report', place('defended/records.json'), '--max-auc', '1')).status).toBeUndefined();
  });
});

describe('a baseline', () => {
  it('of another command is refused', async () => {
    const foreign = run('report', place('defended/records.json'), '--baseline', place('leaks/records.json'));
    await expect(foreign).rejects.toMatchObject({ code: 'RECORDS_FOREIGN' });
  });
});
