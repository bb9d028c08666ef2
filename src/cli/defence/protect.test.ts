/** `ulterior protect`: the built program. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import { presenceWorld } from '../../../test/support/presenceWorld.ts';
import { ulterior } from '../../../test/support/program/index.ts';
import { historyAt } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { addProtect } from './protect.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-protect-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (...words: string[]) => ulterior(words);
const file = (name: string, lines: readonly string[]) => {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
};
const read = (path: string) => readFileSync(path, 'utf8').trim().split('\n');

const world = presenceWorld({ people: 200, items: 30, gap: 1.2 }, 3);
const rowsOf = (person: number) => {
  const { indices, values } = historyAt(world.rows, person);
  return Array.from(indices, (item, n) => `p${person},film ${item},${values[n]}`);
};
const everybody = Array.from({ length: 200 }, (_, person) => person);
const ratings = file('ratings.csv', ['user,item,rating', ...everybody.flatMap(rowsOf)]);
const people = file('people.csv', [
  'user,club',
  ...everybody.map((person) => `p${person},${world.groupOf[person] === 0 ? 'red' : 'blue'}`),
]);
const person = everybody.find((one) => world.groupOf[one] === 0)!;
const mine = file('mine.csv', ['user,item,rating', ...rowsOf(person)]);
const model = join(folder, 'chances.safetensors');
const secret = join(folder, 'mine.secret');
const sent = join(folder, 'sent.csv');
/** Enough changes for any secret. */
const much = ['--guard', '0', '--thinning', '0.5'];
const given = ['--presence-model', model, '--secret-file', secret, '--output', sent];

beforeAll(() => {
  const trained = run(
    'train',
    ratings,
    '--users-table',
    people,
    '--attribute',
    'club',
    '--model',
    'chances',
    '--spec',
    file('spec.json', ['{"directions":3,"guard":4}']),
    '--output',
    model,
  );
  expect([trained.status, trained.stderr]).toEqual([0, '']);
  expect(trained.stdout).toMatch(
    /how likely blue, red \(club\) rate each of 30 items, given taste\nfitted to 200 people; group effects have a deviation of \d/,
  );
});

describe('ulterior protect', () => {
  it('makes a secret for the owner alone, and says what changed and why', () => {
    const { status, stdout, stderr } = run('protect', mine, '--group', 'red', ...given, ...much);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /what 1 person can send instead of \d+ ratings, so that they tell less about club\n {2}\d+ withheld, \d+ ratings moved/,
    );
    expect(stdout).toMatch(/film \d+ {2}\(rated by [\d.]+% blue, [\d.]+% red, with a taste like yours\)/);
    expect(stdout).toContain('mine.secret: your new secret.');
    expect(stdout).toContain('This is no proof of safety.');
    if (process.platform !== 'win32') expect(statSync(secret).mode & 0o777).toBe(0o600);
    expect(readFileSync(secret, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    const [head, ...rows] = read(sent);
    expect(head).toBe('user,item,rating');
    expect(rows.every((row) => /^p\d+,film \d+,[1-5]$/.test(row))).toBe(true);
  });

  it('sends the same again with the same secret, and something else with another', () => {
    const first = read(sent);
    const again = run('protect', mine, '--group', 'red', ...given, ...much);
    expect(again.stdout).not.toContain('new secret');
    expect(read(sent)).toEqual(first);
    // Secrets are drawn: one of them may send the same by chance.
    const others = [1, 2, 3, 4].map((n) => {
      const secretFile = ['--secret-file', join(folder, `other-${n}.secret`)];
      const { status, stdout } = run('protect', mine, '--group', 'red', ...given, ...much, ...secretFile, '--quiet');
      expect([status, stdout]).toEqual([0, '']);
      return read(sent);
    });
    expect(others).not.toEqual(others.map(() => first));
  });

  it('remembers what was withheld, and withholds it again when there are more ratings', () => {
    const memory = join(folder, 'mine.memory');
    const [head, ...all] = read(mine);
    const itemsOf = (lines: readonly string[]) => lines.slice(1).map((line) => line.split(',')[1]!);
    const everSent = new Set<string>();
    const everWithheld = new Set<string>();
    for (const size of [3, 6, all.length]) {
      const some = file('growing.csv', [head!, ...all.slice(0, size)]);
      const words = ['protect', some, '--group', 'red', ...given, '--thinning', '0.9', '--guard', '0'];
      expect(run(...words, '--memory', memory, '--quiet')).toMatchObject({ status: 0, stderr: '' });
      const items = itemsOf(read(sent));
      for (const item of items) everSent.add(item);
      for (const item of itemsOf(read(some))) if (!items.includes(item)) everWithheld.add(item);
    }
    expect(everWithheld.size).toBeGreaterThan(0);
    expect([...everWithheld].filter((item) => everSent.has(item))).toEqual([]);
    if (process.platform !== 'win32') expect(statSync(memory).mode & 0o777).toBe(0o600);
    const foreign = run('protect', mine, '--group', 'red', ...given, '--memory', mine);
    expect(foreign.stderr).toContain('is no memory of what was protected before');
  });

  it('takes many people with their groups, as JSON too', () => {
    const { status, stdout } = run(
      'protect',
      ratings,
      '--users-table',
      people,
      '--attribute',
      'club',
      ...given,
      '--json',
    );
    expect(status).toBe(0);
    const all = JSON.parse(stdout) as {
      person: string;
      group: string;
      ratings: number;
      sent: number;
      withheld: string[];
    }[];
    expect(all).toHaveLength(200);
    for (const one of all) expect(one.sent + one.withheld.length).toBe(one.ratings);
    expect(read(sent)).toHaveLength(1 + all.reduce((sum, one) => sum + one.sent, 0));
  });

  it('warns where the model knows of no difference between the groups, and so does its training', () => {
    const dealt = derive(1, 'labels').shuffle([...everybody]);
    const lines = dealt.map((one, place) => `p${one},${place % 2 === 0 ? 'red' : 'blue'}`);
    const shuffled = file('shuffled.csv', ['user,club', ...lines]);
    const alike = join(folder, 'alike.safetensors');
    const unguarded = file('unguarded.json', ['{"directions":3,"guard":0}']);
    const words = ['--attribute', 'club', '--model', 'chances', '--spec', unguarded, '--quiet'];
    const trained = run('train', ratings, '--users-table', shuffled, ...words, '--output', alike);
    const used = run('protect', mine, '--group', 'red', ...given, '--presence-model', alike, '--quiet');
    for (const { status, stdout, stderr } of [trained, used]) {
      expect([status, stdout]).toEqual([0, '']);
      expect(stderr).toContain('The 200 people of this model do not show');
      expect(stderr).toContain('That is no proof that there is nothing to hide');
    }
    // Ratings may move a step, but every item is there.
    expect(read(sent)).toHaveLength(read(mine).length);
  });

  it('withholds items that the model does not know, and says so', () => {
    const more = file('more.csv', [...read(mine), `p${person},a new film,3`]);
    const { status, stderr } = run('protect', more, '--group', 'red', ...given);
    expect(status).toBe(0);
    expect(stderr).toContain('1 ratings are of items that the model does not know.');
    expect(read(sent).join()).not.toContain('a new film');
  });

  it('says what is wrong with what it was told', async () => {
    const refused = (...words: string[]) => {
      const here = new Command().exitOverride();
      addProtect(here);
      return asyncFailure(() => here.parseAsync(['protect', ...words], { from: 'user' }));
    };
    const red = [mine, '--group', 'red', ...given];
    expect(await refused(mine, ...given)).toMatch(
      /^ATTRIBUTE_UNKNOWN: nothing says which group .* -> give --group \(blue, red\)/,
    );
    expect(await refused(mine, '--group', 'green', ...given)).toMatch(
      /^PARAMETER_OUT_OF_RANGE: group is "green"; it must be one of the groups of the model \(club\): blue, red/,
    );
    expect(await refused(...red, '--strength', '2')).toMatch(/^PARAMETER_OUT_OF_RANGE: --strength is 2/);
    expect(await refused(...red, '--presence-model', mine)).toMatch(/^MODEL_FOREIGN: .*mine\.csv/);
    const short = file('short.secret', ['abc']);
    chmodSync(short, 0o600);
    expect(await refused(...red, '--secret-file', short)).toMatch(/^SECRET_UNUSABLE: .*64 hexadecimal digits/);
    if (process.platform === 'win32') return;
    chmodSync(secret, 0o644);
    expect(await refused(...red)).toMatch(/^SECRET_UNUSABLE: .*others may read it -> .*chmod 600/);
    chmodSync(secret, 0o600);
  });
});
