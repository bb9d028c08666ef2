/**
 * Surveys with a fault or an unusual shape: what is found before anything is measured, the figure once it is settled, and
 * the figure of the same survey without the fault. Prints the table of docs/checks.md. Build first.
 *
 *   node scripts/odd-surveys.mjs --people 400
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { csvOf, figureOf, oddSurveys, QUICK } from './planted/oddSurveys.mjs';

const { values: options } = parseArgs({ options: { people: { type: 'string', default: '400' } } });
const folder = mkdtempSync(join(tmpdir(), 'ulterior-odd-surveys-'));
const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const run = (...words) => spawnSync(process.execPath, [program, ...words], { cwd: folder, encoding: 'utf8' });

function figure(file, output, words) {
  const { status, stderr } = run('audit', file, ...words, ...QUICK, '--output', output);
  if (status !== 0) throw new Error(stderr);
  return figureOf(JSON.parse(readFileSync(join(folder, output, 'records.json'), 'utf8')));
}

console.log('| survey | found | settled by | AUC | without the fault |\n| --- | --- | --- | --- | --- |');
for (const [name, make] of Object.entries(oddSurveys)) {
  const { odd, clean, attribute, finds, cure, items, description } = make(1, Number(options.people));
  const last = odd[0].filter((column) => column.startsWith('q')).at(-1);
  writeFileSync(join(folder, `${name}.csv`), csvOf(odd));
  writeFileSync(join(folder, 'clean.csv'), csvOf(clean));
  const layout = ['--item-columns', items ?? `q1..${last}`];
  const told = cure.includes('--attribute') ? [] : ['--attribute', attribute];
  const described = cure.includes('--set');
  if (described) run('describe', `${name}.csv`, ...layout, ...told, ...cure);
  const settled = figure(
    described ? `${name}.ulterior.json` : `${name}.csv`,
    name,
    described ? [] : [...layout, ...told, ...cure],
  );
  const expected = figure('clean.csv', `${name}-clean`, ['--item-columns', `q1..${last}`, '--attribute', attribute]);
  const shown = ({ value, low, high }) => `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
  const words = cure.length === 0 ? '' : `\`${cure.join(' ').replaceAll('|', '\\|')}\``;
  console.log(
    `| ${description} | ${finds === undefined ? 'nothing' : `\`${finds}\``} | ${words} | ${settled.value.toFixed(2)} | ${shown(expected)} |`,
  );
}
rmSync(folder, { recursive: true });
