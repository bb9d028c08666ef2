/** Every table of figures in the documents has a command that makes it, or says why not: experiments/documents/tables.json. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Documents } from '../scripts/reproduce/documents.ts';
import { figureTables } from './support/figureTables.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const { scripts, tables } = JSON.parse(
  readFileSync(join(root, 'experiments/documents/tables.json'), 'utf8'),
) as Documents;
const names = (folder: string) =>
  readdirSync(join(root, 'experiments', folder)).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));
const runs = ['runs', 'beyond/runs', 'defence/runs'].flatMap(names);
const pages = execFileSync('git', ['ls-files', 'README.md', 'docs'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path.endsWith('.md'));

it('every table of figures in the documents is listed with what makes it, and nothing else is', () => {
  const found = pages.flatMap((page) =>
    figureTables(readFileSync(join(root, page), 'utf8')).map((section) => `${page}: ${section}`),
  );
  const listed = tables.flatMap(({ page, section, count = 1 }) => Array<string>(count).fill(`${page}: ${section}`));
  expect(found.toSorted(), 'list new tables in experiments/documents/tables.json').toEqual(listed.toSorted());
});

it('a table names runs and scripts that exist, or gives a reason', () => {
  const ids = scripts.map(({ id }) => id);
  for (const { page, section, notMeasured, byHand, ...by } of tables) {
    const made = [...(by.runs ?? []), ...(by.scripts ?? [])];
    expect([page, section, notMeasured === undefined], 'measured or not, not both').toEqual([
      page,
      section,
      made.length > 0 || byHand !== undefined,
    ]);
    expect(runs).toEqual(expect.arrayContaining([...(by.runs ?? [])]));
    expect(ids).toEqual(expect.arrayContaining([...(by.scripts ?? [])]));
  }
});

it('scripts have names of their own, and exist', () => {
  const exhibits = ['', 'beyond', 'defence'].flatMap(names);
  const all = [...new Set([...runs, ...exhibits]), ...scripts.map(({ id }) => id)];
  expect(all.toSorted()).toEqual([...new Set(all)].toSorted());
  for (const { calls } of scripts) {
    for (const [file] of calls) {
      const source = file!.replace(/^dist-bench\/(.*)\.js$/, 'bench/$1.ts');
      expect([source, existsSync(join(root, source))]).toEqual([source, true]);
    }
  }
});

it('figures are found in tables, wherever they stand', () => {
  const table = (cell: string) => `# Page\n\n## Section\n\n| what | how much |\n| --- | ---: |\n| one | ${cell} |\n`;
  for (const cell of ['12', '**0.83** [0.80, 0.85]', '−0.5', 'stack 0.83', '≤ 3 s', 'about 7%']) {
    expect([cell, figureTables(table(cell))]).toEqual([cell, ['Section']]);
  }
  for (const cell of ['words', '`--top 10`', '[page](x-0.5.md)', 'at most two', '', 'MovieLens 1M']) {
    expect([cell, figureTables(table(cell))]).toEqual([cell, []]);
  }
  expect(figureTables(`\`\`\`text\n${table('12')}\`\`\`\n`), 'no tables in code').toEqual([]);
  expect(figureTables(`${table('12')}\n${table('words')}`)).toEqual(['Section']);
});
