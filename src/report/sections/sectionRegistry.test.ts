/** Sections of plug-ins: where they stand, that nothing in them can run, and what is refused. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pluginFolder, pluginText } from '../../../test/support/pluginFolder.ts';
import { sampleModelRecords } from '../../../test/support/sampleModelRecords.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';

const { module, said, path } = pluginFolder();
const section = (name: string, content: string, more = '') =>
  `{ name: '${name}', title: '<b>Mine</b>', ${more} content: ${content} }`;

it('adds a section before how it was measured; all of it is text, in the page and in the terminal', () => {
  writeFileSync(join(path, 'records.json'), JSON.stringify([sampleRecords(), sampleModelRecords()]));
  const table = `{ title: 'Figures', columns: ['<i>', 'n'], rows: [['<script>', String(findings.length)]] }`;
  const own = section(
    'own',
    `({ data, findings }) => ['On <img> ' + data.attribute, ${table}]`,
    `formats: ['ulterior-audit'],`,
  );
  const silent = section('silent', '() => []');
  const place = module('sections.mjs', pluginText('sections', `sections: [${own}, ${silent}]`));
  const [page, summary, count, other] = said(`
await load('${place}');
const { readFileSync } = await import('node:fs');
const { reportOf } = await compiled('report/index.js');
const [audit, model] = JSON.parse(readFileSync(${JSON.stringify(join(path, 'records.json'))}, 'utf8'));
say(reportOf(audit).page([]));
say(reportOf(audit).summary().join('\\n'));
say(reportOf(audit).findings.length);
say(reportOf(model).page([]));`) as [string, string, number, string];
  expect(page).toContain('<h2 id="added-own-title">&lt;b&gt;Mine&lt;/b&gt;</h2>\n<p>On &lt;img&gt; gender</p>');
  expect(page).toContain(`&lt;script&gt;</th><td class="number">${count}</td>`);
  expect(page.indexOf('added-own-title')).toBeLessThan(page.indexOf('methods-title'));
  expect(page.indexOf('added-own-title')).toBeGreaterThan(page.indexOf('tables-title'));
  expect(page).not.toMatch(/added-silent|<img>|<i>/);
  expect(summary).toMatch(/\nMore tables are in the report: .*; Figures/);
  expect(other).not.toContain('added-');
});

it('refuses what is neither text nor a table, and definitions that are not complete', () => {
  writeFileSync(join(path, 'one.json'), JSON.stringify(sampleRecords()));
  const wrong = module('wrong.mjs', pluginText('wrong', `sections: [${section('wrong', '() => [{ html: "<b>" }]')}]`));
  const half = module('half.mjs', pluginText('half', `sections: [{ name: 'half', title: 'x' }]`));
  const [incomplete, misbehaved] = said(`
say(await refusal(() => load('${half}')));
await load('${wrong}');
const { readFileSync } = await import('node:fs');
const { reportOf } = await compiled('report/index.js');
const records = JSON.parse(readFileSync(${JSON.stringify(join(path, 'one.json'))}, 'utf8'));
say(await refusal(() => reportOf(records).page([])));`);
  expect(incomplete).toMatch(/^PLUGIN_INCOMPLETE: .*content must be a function/);
  expect(misbehaved).toMatch(/^PLUGIN_MISBEHAVED: the content of the section "wrong"/);
});

it('what was measured is kept where a section fails, and the error says how to go on', () => {
  writeFileSync(join(path, 'kept.json'), JSON.stringify(sampleRecords()));
  const failing = module(
    'failing.mjs',
    pluginText('failing', `sections: [${section('failing', '() => [undefined.x]')}]`),
  );
  const [refused, kept] = said(`
await load('${failing}');
const { readFileSync } = await import('node:fs');
const { writeReport } = await compiled('render/index.js');
const records = JSON.parse(readFileSync(${JSON.stringify(join(path, 'kept.json'))}, 'utf8'));
const folder = ${JSON.stringify(join(path, 'written'))};
await writeReport(records, folder).catch(({ code, message, advice }) => say([code, message, advice].join(': ')));
say(JSON.stringify(JSON.parse(readFileSync(folder + '/records.json', 'utf8'))) === JSON.stringify(records));`) as [
    string,
    boolean,
  ];
  expect(refused).toMatch(/^PLUGIN_MISBEHAVED: the section "failing" failed: TypeError: .*undefined/);
  expect(refused).toMatch(/ulterior report .*written.records\.json --plugin/);
  expect(kept).toBe(true);
});
