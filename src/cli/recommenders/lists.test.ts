/** `ulterior data lists`: the built program in a process of its own, against a server of the test. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { recommenderServer, reply } from '../../../test/support/recommenderServer.ts';
import { exitStatus, type UlteriorError } from '../../errors/index.ts';
import { listOf } from '../../ratings/index.ts';
import { readLists } from '../../recommenderFiles/index.ts';
import { createProgram } from '../program.ts';

const program = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ulterior-recommendations-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `started` gets the function that stops the process as Ctrl+C does. */
function run(words: string[], env: Record<string, string> = {}, started?: (stop: () => void) => void): Promise<Ended> {
  const child = spawn(process.execPath, [program, 'data', 'lists', ...words], {
    env: { ...process.env, FORCE_COLOR: '', NO_COLOR: '1', ...env },
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (part) => (texts[name] += part));
  started?.(() => child.kill('SIGINT'));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, ...texts })));
}

const data = join(folder, 'ratings.csv');
// Ids that a CSV file has to quote, and one that a spreadsheet would run.
const items = ['a,b', 'say "so"', '=1+1', 'plain'];
const rows = ['ann', 'bob', 'cy'].flatMap((user, n) =>
  items.map((item, i) => [user, item, 1 + ((n + i) % 5)] as const),
);
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
writeFileSync(data, `user,item,rating\n${rows.map(([u, i, r]) => `${u},${quoted(i)},${r}`).join('\n')}\n`);

describe('ulterior data lists', () => {
  it('writes lists that are read back as they were answered', async () => {
    const server = await recommenderServer((response, { user }) =>
      reply(response, {
        items: user === 'bob' ? items.toReversed() : [{ item: 'plain', score: 0.25 }, ...items.slice(0, 3)],
      }),
    );
    const output = join(folder, 'lists.csv');
    const words = [data, '--recommender', server.url, '--top', '4', '--output', output, '--per-second', '1000'];
    const { status, stdout, stderr } = await run([...words, '--http-header-env', 'Authorization=MY_TOKEN'], {
      MY_TOKEN: 't0ken',
    });
    expect([stderr, status]).toEqual(['', 0]);
    expect(stdout).toContain(`${output}: 3 lists of up to 4 items, 4 different items\n3 requests sent; 0 lists from`);
    expect(server.headers.every(({ authorization }) => authorization === 't0ken')).toBe(true);
    expect(readFileSync(output, 'utf8').split('\n').slice(0, 2)).toEqual(['user,item,rank,score', 'ann,plain,1,0.25']);
    const { lists } = await readLists(output);
    const shown = lists.users.map((user, n) => [user, ...Array.from(listOf(lists, n), (item) => lists.items[item])]);
    expect(shown).toEqual([
      ['ann', 'plain', ...items.slice(0, 3)],
      ['bob', ...items.toReversed()],
      ['cy', 'plain', ...items.slice(0, 3)],
    ]);
    const again = await run(words);
    expect(again.stdout).toContain('0 requests sent; 3 lists from an earlier run');
    expect(server.requests).toHaveLength(3);
  });

  it('goes on after Ctrl+C where it was', async () => {
    let stop = () => {};
    let hang = true;
    const server = await recommenderServer((response, _, turn) => {
      if (turn === 2 && hang) return stop();
      return reply(response, items.slice(0, 1));
    });
    const words = [
      data,
      '--recommender',
      server.url,
      '--top',
      '1',
      '--at-once',
      '1',
      '--output',
      join(folder, 'stopped.csv'),
    ];
    const stopped = await run(words, {}, (given) => {
      stop = given;
    });
    expect(stopped.status).toBe(130);
    expect(stopped.stderr).toMatch(/stopped after the lists of 2 of 3 people\. The same command resumes where it was/);
    expect(existsSync(join(folder, 'stopped.csv'))).toBe(false);
    hang = false;
    const { status, stdout } = await run(words);
    expect(status).toBe(0);
    expect(stdout).toContain('1 request sent; 2 lists from an earlier run');
  });

  it('tells what is wrong by a code, and never what a header says', async () => {
    const server = await recommenderServer((response) => reply(response, {}, 500));
    const output = join(folder, 'none.csv');
    const words = [data, '--output', output];
    const wrong = (cause: unknown) => cause as UlteriorError;
    const refusals: [string[], string, number][] = [
      [['--recommender', server.url, '--http-header', 'Authorization: 5ecret'], 'RECOMMENDER_REFUSED', 3],
      [['--recommender', server.url, '--http-header', '5ecret'], 'RECOMMENDER_ADDRESS', 2],
      [['--recommender', server.url, '--http-header-env', 'Authorization=NOT_THERE'], 'RECOMMENDER_ADDRESS', 2],
      [['--recommender', server.url, '--http-header-env', 'Authorization'], 'RECOMMENDER_ADDRESS', 2],
      [['--recommender', 'http://shop.example/'], 'RECOMMENDER_ADDRESS', 2],
      [[], 'PARAMETER_OUT_OF_RANGE', 2],
    ];
    for (const [more, code, status] of refusals) {
      // In this process: starting another takes longer than what is tested.
      const program = createProgram();
      const ended = program.parseAsync(['data', 'lists', ...words, ...more], { from: 'user' });
      const error = await ended.then(() => expect.unreachable(), wrong);
      expect(error).toMatchObject({ code });
      expect(exitStatus[error.kind]).toBe(status);
      expect(JSON.stringify([error.message, error.advice, error.details, error.stack])).not.toContain('5ecret');
    }
    const strange = createProgram().parseAsync(['data', 'lists', ...words, '--unknown-items', 'drop'], {
      from: 'user',
    });
    await expect(strange).rejects.toMatchObject({ code: 'CALL_INVALID', advice: 'Allowed choices are refuse, keep.' });
    expect(existsSync(output)).toBe(false);
  });
});
