/**
 * The eleven tasks of the guide, one line each: they run as they stand there, one after another, on a small survey that is described
 * once. The service then audits it by the same data file. Build first.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { derive } from '../src/maths/index.ts';
import { QUICK as SERVED } from './support/audits.ts';
import { shellWords } from './support/commandLines.ts';
import { ulterior } from './support/program/index.ts';
import { serveProgram } from './support/serviceProcess.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-guide-'));
afterAll(() => rmSync(folder, { recursive: true }));
const put = (name: string, lines: readonly string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`);

const QUESTIONS = ['tea', 'cake', 'rain', 'snow', 'cats', 'dogs'];
const stream = derive(3, 'people of the guide');
const people = Array.from({ length: 60 }, (_, n) => {
  const answers = QUESTIONS.map((_question, at) => Math.min(5, 1 + stream.below(5) + (n % 2 === 0 && at < 2 ? 1 : 0)));
  return { id: `p${n}`, gender: n % 2 === 0 ? 'female' : 'male', age: 18 + ((7 * n) % 60), answers };
});
put('survey.csv', [
  ['id', 'gender', 'age', ...QUESTIONS].join(','),
  ...people.map(({ id, gender, age, answers }) => [id, gender, age, ...answers].join(',')),
]);
put('questions.txt', QUESTIONS.slice(0, 2));
put('top10.csv', [
  'user,item,rank',
  ...people.flatMap(({ id }, n) => [0, 1, 2].map((rank) => [id, QUESTIONS[(n + rank) % 6], rank + 1].join(','))),
]);
put('ulterior.json', [
  JSON.stringify({
    maxAuc: 0.99,
    audits: [{ name: 'survey', data: 'survey.ulterior.json', options: { spec: 'quick.json' } }],
  }),
]);

/** So that each takes a second: what is measured less often, by what the line is about. */
const training = { dimension: 2, iterations: 3 };
const QUICK = { folds: 2, resamples: 50, training };
const INTERVIEWS = { ...QUICK, permutations: 0, controls: 1, maxQuestions: 2, fullHistory: ['logistic'] };
put('quick.json', [JSON.stringify({ ...INTERVIEWS, headlineQuestions: 2 })]);
const SPECS: Readonly<Record<string, object>> = {
  report: { ...INTERVIEWS, headlineQuestions: 2 },
  both: { ...QUICK, maxQuestions: 2, baselines: ['random'] },
  list: { ...QUICK, agendaSamples: 0 },
  lists: { folds: 2, resamples: 50, controls: 1, attackers: ['logistic'], anchors: [] },
  defences: { ...QUICK, attackers: ['logistic'] },
  designed: { ...QUICK, agendaSamples: 0 },
};

const guide = readFileSync(fileURLToPath(new URL('../docs/guide.md', import.meta.url)), 'utf8');
const [, table] = /^## Eleven tasks, one line each\n([\s\S]*?)^## /m.exec(guide)!;
const lines = Array.from(table!.matchAll(/`npx ulterior (.*?)`/g), ([, line]) => line!);

describe('the eleven tasks of the guide', () => {
  it('are eleven', () => expect(lines).toHaveLength(11));

  it.each(lines)('ulterior %s', (line) => {
    const words = shellWords(line);
    const spec = SPECS[words[words.indexOf('--output') + 1] ?? ''];
    if (spec !== undefined) put('spec.json', [JSON.stringify(spec)]);
    const { status, stdout, stderr } = ulterior([...words, ...(spec === undefined ? [] : ['--spec', 'spec.json'])], {
      cwd: folder,
      input: `y\n${'4\n'.repeat(5)}`,
    });
    // Those that judge may say no.
    const judged = status === 4 && /^(design|report|check)/.test(line);
    expect([judged ? 0 : status, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    expect(stdout).toMatch(/\d/);
  });
});

it('the service offers the survey by the data file alone, and audits it', async () => {
  const survey = `survey=${join(folder, 'survey.ulterior.json')}`;
  const service = await serveProgram({ folder: join(folder, 'store') }, ['--data', survey]);
  const call = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
    const sent = body && { method: 'POST', body: JSON.stringify(body) };
    const answered = await fetch(`${service.url}/v1/audits${path}`, { headers, ...sent });
    return (await answered.json()) as { readonly id: string; readonly state: string; readonly data: object };
  };
  try {
    const { id } = await call('', { data: { name: 'survey' }, settings: SERVED });
    await expect.poll(async () => (await call(`/${id}`)).state, { timeout: 120_000, interval: 500 }).toBe('done');
    expect((await call(`/${id}/records`)).data).toMatchObject({ users: 60, items: 6, attribute: 'gender' });
  } finally {
    await service.end();
  }
});
