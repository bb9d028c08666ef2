/** `ulterior ask detect`: the built program. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ulterior } from '../../../test/support/program/index.ts';
import type { DetectorRecords } from '../../defence/index.ts';
import { startBelief } from '../../inference/index.ts';
import { loadModel } from '../../runtime/index.ts';
import { Candidates, chooseBatch } from '../../selection/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-detect-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (...words: string[]) => ulterior(words);

const model = join(folder, 'open.safetensors');
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const few = ['--samples', '400', '--threads', '1'];
let aimed: string;
let harmless: string;

beforeAll(async () => {
  const world = 'world:demo,users=240,items=60,leak=0.5';
  expect(run('train', world, '--model', 'channels', '--dimension', '2', '--output', model, '--quiet').status).toBe(0);
  const { items, ...trained } = await loadModel(model);
  const order = chooseBatch({ items, ...trained }, startBelief({ items, ...trained }), Candidates.all(60), 60);
  // By title, and by id.
  aimed = file(
    'aimed.csv',
    ['rank,title', ...order.slice(0, 8).map((item, n) => `${n},"${items.title(item)}"`)].join('\n'),
  );
  harmless = file(
    'harmless.txt',
    order
      .slice(-8)
      .map((item) => items.id(item))
      .join('\n'),
  );
});

describe('ulterior ask detect', () => {
  it('says that questions aim, with statistic, p-values and the alarm, and as JSON', () => {
    const { status, stdout, stderr } = run('ask', 'detect', model, '--questions', aimed, ...few);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^8 questions, compared with 400 questionnaires from each of 3 strategies/);
    expect(stdout).toMatch(/^chronotype +\d\.\d{3} +0\.0025 +0\.0025 {2}after [1-4] questions?$/m);
    expect(stdout).toContain('The questions aim at chronotype, or might as well');
    const json = run('ask', 'detect', model, '--questions', aimed, ...few, '--json');
    const found = JSON.parse(json.stdout);
    expect(found).toMatchObject({ questions: 8, horizon: 20, samples: 400, level: 0.05 });
    expect(found.attributes[0]).toMatchObject({ attribute: 'chronotype', pValue: 1 / 401 });
    expect(found.attributes[0].points).toHaveLength(8);
  });

  it('is a gate: status 4 where the questions aim, 0 where nothing shows that', () => {
    expect(run('ask', 'detect', model, '--questions', aimed, ...few, '--fail-below', '0.01', '--quiet')).toEqual({
      status: 4,
      stdout: '',
      stderr: '',
    });
    const { status, stdout } = run('ask', 'detect', model, '--questions', harmless, ...few, '--fail-below', '0.01');
    expect(status).toBe(0);
    expect(stdout).toContain('Nothing shows that the questions aim at anything.');
    expect(stdout).toMatch(/^chronotype .* none$/m);
  });

  it('says what is wrong with what it was told', () => {
    const refused = (...words: string[]) => {
      const { status, stderr } = run('ask', 'detect', ...words);
      return `${status} ${stderr}`;
    };
    const unknown = file('unknown.txt', 'No Such Film\n');
    expect(refused(model, '--questions', unknown, ...few)).toMatch(/^3 error .*"No Such Film".*\[ITEM_UNKNOWN\]/);
    expect(refused(model, '--lists', 'maxGap')).toMatch(/^2 error --lists has no effect where there is no --study/);
    expect(refused(model, '--study', '--fail-below', '0.1')).toMatch(/^2 error --fail-below has no effect/);
    expect(refused(model)).toMatch(/^2 error there is no list to check .*\n.*--questions/);
    expect(refused(model, '--study')).toMatch(/^2 error a study needs a folder/);
    expect(refused(model, model, '--questions', aimed)).toMatch(/^2 error two of the models infer chronotype/);
    expect(refused(model, '--questions', aimed, '--horizon', '4', ...few)).toMatch(/^2 error number of questions is 8/);
  });

  it('studies itself, writes a report, and draws it again', () => {
    const output = join(folder, 'study');
    const small = '--horizon 6 --at 3,6 --samples 200 --interviews 100 --attacks 40 --shares 0.5 --lists popularity';
    const words = ['ask', 'detect', model, '--study', '--output', output, ...small.split(' ')];
    const { status, stdout, stderr } = ulterior(words, { drawn: true });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Do questions aim at chronotype\? How well one can tell\n/);
    expect(stdout).toMatch(/^aimed +always +always +always +\d$/m);
    const records = JSON.parse(readFileSync(join(output, 'records.json'), 'utf8')) as DetectorRecords;
    expect(records).toMatchObject({
      format: 'ulterior-detector',
      spec: { questions: 6, compareAt: [3, 6], shares: [0.5] },
    });
    expect(existsSync(join(output, 'charts/stealth-0.svg'))).toBe(true);
    const again = join(folder, 'again');
    expect(run('report', join(output, 'records.json'), '--output', again).status).toBe(0);
    expect(readFileSync(join(again, 'report.html'), 'utf8')).toBe(readFileSync(join(output, 'report.html'), 'utf8'));
  });
});
