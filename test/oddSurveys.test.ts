/** Surveys with a fault, from the command line: what is said before measuring, and the figure once it is settled. Build first. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { csvOf, figureOf, oddSurveys, QUICK } from '../scripts/planted/oddSurveys.mjs';
import { ulterior } from './support/program/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-odd-surveys-'));
afterAll(() => rmSync(folder, { recursive: true }));
const PEOPLE = 400;

function run(...words: string[]) {
  const { status, stdout, stderr } = ulterior(words, { cwd: folder });
  return { status, stdout, stderr };
}

function audited(file: string, output: string, words: readonly string[]) {
  const { status, stderr } = run('audit', file, ...words, ...QUICK, '--output', output);
  expect(`${status} ${stderr.replaceAll(/^warning .*\n/gm, '')}`).toBe('0 ');
  return JSON.parse(readFileSync(join(folder, output, 'records.json'), 'utf8'));
}

describe('odd surveys', () => {
  it.each(Object.entries(oddSurveys))('%s', (name, make) => {
    const { odd, clean, attribute, finds, stops, cure, items } = make(1, PEOPLE);
    const last = odd[0]!.filter((column) => String(column).startsWith('q')).at(-1);
    writeFileSync(join(folder, `${name}.csv`), csvOf(odd));
    writeFileSync(join(folder, `${name}-clean.csv`), csvOf(clean));
    const layout = ['--item-columns', items ?? `q1..${last}`];

    // By one line: what is found, and nothing else.
    const described = JSON.parse(run('describe', `${name}.csv`, ...layout, '--attribute', attribute, '--json').stdout);
    expect(described.findings.map(({ code }: { code: string }) => code)).toEqual(finds === undefined ? [] : [finds]);

    if (stops) {
      const refused = run('audit', `${name}.csv`, ...layout, '--attribute', attribute, ...QUICK, '--output', 'refused');
      expect(refused.status).toBe(3);
      expect(refused.stderr).toMatch(
        new RegExp(`^error "${name}.csv": \\[${finds}\\] .* \\[DATA_DOUBTFUL\\]\\n {2}try: `),
      );
      expect(refused.stderr).toContain(`--accept ${finds}`);
    }
    const settled = cure.includes('--set') ? `${name}.ulterior.json` : `${name}.csv`;
    if (cure.includes('--set')) {
      expect(run('describe', `${name}.csv`, ...layout, '--attribute', attribute, ...cure).status).toBe(0);
    }
    const said = [...layout, ...(cure.includes('--attribute') ? [] : ['--attribute', attribute]), ...cure];
    const found = figureOf(audited(settled, `${name}-settled`, cure.includes('--set') ? [] : said));
    const cleanWords = ['--item-columns', `q1..${last}`, '--attribute', attribute];
    // The same data need no second audit.
    if (odd === clean) return;
    const expected = figureOf(audited(`${name}-clean.csv`, `${name}-clean`, cleanWords));
    expect(found.value).toBeGreaterThan(expected.low);
    expect(found.value).toBeLessThan(expected.high);
  });
});
