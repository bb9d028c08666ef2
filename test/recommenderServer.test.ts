/** examples/recommender-server.mjs as people start it, asked for lists by the command line; and what those lists reveal. Build first. */

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import type { ModelAuditRecords } from '../src/audit/index.ts';
import { openDataset, sourceFromText } from '../src/datasets/index.ts';
import { topN, trainEase } from '../src/factorization/index.ts';
import { packRows, trainLogistic } from '../src/inference/index.ts';
import { derive } from '../src/maths/index.ts';
import { listOf } from '../src/ratings/index.ts';
import { readLists } from '../src/recommenderFiles/index.ts';
import { loadKernels } from '../src/runtime/index.ts';
import { areaUnderCurve } from './support/auc.ts';
import { boundedIn } from './support/findings.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ulterior-server-'));
const examples: ChildProcess[] = [];
afterAll(async () => {
  for (const child of examples) {
    const gone = once(child, 'exit');
    if (child.kill()) await gone;
  }
  rmSync(folder, { recursive: true });
});
const PEOPLE = 240;
const ITEMS = 40;

/** Two clubs. Each person rates items of either half of the catalogue, those of their own half `lean` more often than the others. */
function ratingsOf(name: string, lean: number): string {
  const stream = derive(5, name);
  const lines = ['user,item,rating'];
  for (let person = 0; person < PEOPLE; person++) {
    for (let item = 0; item < ITEMS; item++) {
      const own = (item < ITEMS / 2 ? 0 : 1) === person % 2;
      if (stream.uniform() < 0.3 + (own ? lean : -lean)) lines.push(`p${person},i${item},${1 + stream.below(5)}`);
    }
  }
  const path = join(folder, `${name}.csv`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** Starts the example and gives its address. */
function startExample(words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'examples/recommender-server.mjs'), ...words, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  examples.push(child);
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += part;
      const url = /http:\S+/.exec(text)?.[0];
      if (url !== undefined) resolve(url);
    });
    child.on('exit', () => reject(new Error(`the server ended: ${text}`)));
  });
}

/** The lists that the command writes for everybody. */
async function listsOf(data: string, url: string) {
  const output = `${data}.lists.csv`;
  const words = ['data', 'lists', data, '--recommender', url, '--per-second', '2000', '--output', output];
  await promisify(execFile)(process.execPath, [join(root, 'dist/cli/main.js'), ...words]);
  return (await readLists(output)).lists;
}

/** How well logistic regression on the lists of half of the people tells the clubs of the other half. */
function clubsTold(lists: Awaited<ReturnType<typeof listsOf>>): number {
  const people = lists.users.map((user, n) => {
    const indices = listOf(lists, n).toSorted();
    return {
      club: Number(user.slice(1)) % 2,
      known: n < PEOPLE / 2,
      vector: { indices, values: indices.map(() => 1) },
    };
  });
  const [training, tested] = [people.filter(({ known }) => known), people.filter(({ known }) => !known)];
  const rows = packRows(
    lists.items.length,
    training.map(({ vector }) => vector),
  );
  const attacker = trainLogistic(
    rows,
    training.map(({ club }) => club),
    2,
    { ridge: 1 },
  );
  const scores = tested.map(({ vector }) => {
    const [first, second] = attacker.logWeights(vector);
    return second! - first!;
  });
  return areaUnderCurve(
    scores,
    tested.map(({ club }) => club),
  );
}

it('EASE over HTTP gives the lists that it gives at home; they reveal a leak that is there, and no other', async () => {
  const leaky = ratingsOf('leaky', 0.15);
  const lists = await listsOf(leaky, await startExample([leaky]));
  const { dataset } = await openDataset(sourceFromText(leaky));
  const { starts, indices } = dataset.ratings.byUser;
  const seen = { rows: dataset.users.size, columns: dataset.items.size, starts, indices };
  const ease = await trainEase(seen, {}, { kernels: loadKernels() });
  for (const [n, user] of lists.users.entries()) {
    const person = dataset.users.indexOf(user)!;
    const home = topN(ease, indices.subarray(starts[person]!, starts[person + 1]!), 10);
    expect(Array.from(listOf(lists, n), (item) => lists.items[item])).toEqual(
      home.map((item) => dataset.items.id(item as never)),
    );
  }
  expect(clubsTold(lists)).toBeGreaterThan(0.9);
  const tight = ratingsOf('tight', 0);
  const told = clubsTold(await listsOf(tight, await startExample([tight])));
  expect(Math.abs(told - 0.5)).toBeLessThan(0.2);
});

it('audit asks a running recommender itself, once, and finds what its lists tell', async () => {
  const data = ratingsOf('live', 0.15);
  const url = await startExample([data]);
  const people = join(folder, 'clubs.csv');
  const clubs = Array.from({ length: PEOPLE }, (_, person) => `p${person},${person % 2 === 0 ? 'even' : 'odd'}`);
  writeFileSync(people, `user,club\n${clubs.join('\n')}\n`);
  const audit = (...more: string[]) =>
    promisify(execFile)(process.execPath, [
      join(root, 'dist/cli/main.js'),
      ...['audit', data, '--users-table', people, '--attribute', 'club', '--recommender', url],
      ...[
        '--attackers',
        'logistic',
        '--set',
        'folds=3',
        '--set',
        'controls=1',
        '--set',
        'resamples=60',
        '--set',
        'tops=5,10',
        '--quiet',
      ],
      ...more,
    ]);
  const output = join(folder, 'live');
  await audit('--set', 'perSecond=2000', '--output', output);
  const found = JSON.parse(readFileSync(join(output, 'records.json'), 'utf8')) as ModelAuditRecords;
  expect(found.surfaces.map(({ kind }) => kind)).toEqual(['lists']);
  expect(Math.max(...boundedIn(found).map(({ auc }) => auc.value))).toBeGreaterThan(0.9);
  expect(existsSync(join(output, 'answers'))).toBe(true);
  // Lists and a recommender are two answers to one question; ids and groups without ratings are nothing to send.
  await expect(audit('--lists', data, '--output', join(folder, 'two'))).rejects.toThrow(/--lists/);
});

it('the popular things are the same for everybody who has not rated them', async () => {
  const data = ratingsOf('popular', 0);
  const url = await startExample([data, '--model', 'popularity']);
  const lists = await listsOf(data, url);
  const firsts = new Set(lists.users.map((_, n) => lists.items[listOf(lists, n)[0]!]));
  expect(firsts.size).toBeLessThan(15);
  const refused = await fetch(url, { method: 'POST', body: '{"history": 7, "n": 1}' });
  expect(refused.status).toBe(400);
  expect((await fetch(url)).status).toBe(405);
});
