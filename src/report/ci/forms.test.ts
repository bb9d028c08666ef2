/** The files of a pipeline: valid by the schema and by a parser of others, and nothing in data can break them. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { withFindings } from '../../../test/support/findings.ts';
import { itNeeds } from '../../../test/support/needs.ts';
import { sampleModelRecords } from '../../../test/support/sampleModelRecords.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import type { CheckedAudit } from './checked.ts';
import { judgeLeaks } from './gate.ts';
import { junitOf } from './junit.ts';
import { markdownOf } from './markdown.ts';
import { sarifOf } from './sarif.ts';

const HOSTILE = 'a|b <b>"x"</b> & \u0000\ud800 `@team` [link](https://evil.example) ]]>\n# head';
const records = sampleRecords();
const hostile = withFindings(records, (finding) => ({ ...finding, target: HOSTILE }));
const model = sampleModelRecords(0);
const place = { file: 'pri vacy/ulterior.json', line: 7 };
const audits: readonly CheckedAudit[] = [
  { name: 'films', place, records: hostile, gate: judgeLeaks(hostile, { maxAuc: 0.6, failOn: 'upper' }) },
  { name: 'lists', place, records: model, gate: judgeLeaks(model, { maxAuc: 0.9, failOn: 'upper', baseline: model }) },
  { name: 'gone', place, problem: { code: 'FILE_NOT_READABLE', message: HOSTILE, advice: 'look' } },
];
const schema = JSON.parse(
  readFileSync(new URL('../../../test/fixtures/sarif-2.1.0.schema.json', import.meta.url), 'utf8'),
);

describe('SARIF', () => {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  (addFormats as unknown as { default: (ajv: Ajv) => void }).default(ajv);
  const valid = ajv.compile(schema);

  it('fits the official schema; the schema refuses what does not', () => {
    for (const run of [audits, audits.slice(1, 2), []]) {
      expect([valid(JSON.parse(sarifOf(run))), valid.errors]).toEqual([true, null]);
    }
    const broken = JSON.parse(sarifOf(audits));
    broken.runs[0].results[0].level = 'terrible';
    expect(valid(broken)).toBe(false);
  });

  it('has what failed, at its place, and nothing of what passed', () => {
    const { results, tool } = JSON.parse(sarifOf(audits)).runs[0];
    expect(results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual([
      'leak-above-limit',
      'leak-above-limit',
      'audit-failed',
    ]);
    expect(tool.driver.rules[results[2].ruleIndex].id).toBe('audit-failed');
    expect(results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'pri%20vacy/ulterior.json' },
      region: { startLine: 7 },
    });
    expect(results[0].partialFingerprints['ulteriorLeak/v1']).toContain('after 10 questions');
  });
});

describe('JUnit', () => {
  const PARSE = `
import sys, json, xml.etree.ElementTree as E
root = E.fromstring(sys.stdin.buffer.read())
print(json.dumps([root.attrib, [[s.attrib, [[c.attrib, [[k.tag, k.attrib] for k in c]] for c in s]] for s in root]]))`;

  itNeeds('python3', 'is read by a parser of others: one case per leak, counts that agree', () => {
    const [root, suites] = JSON.parse(
      execFileSync('python3', ['-c', PARSE], { input: junitOf(audits), encoding: 'utf8' }),
    );
    expect(root).toMatchObject({ name: 'ulterior', failures: '2', errors: '1' });
    const cases = suites.flatMap(([, own]: [unknown, unknown[]]) => own);
    expect(root.tests).toBe(String(cases.length));
    expect(suites.map(([suite]: [{ name: string }]) => suite.name)).toEqual(['films', 'lists', 'gone']);
    expect(suites[0][1][0][0].name).toContain('a|b <b>"x"</b>');
    expect(suites[0][1][0][1][0][0]).toBe('failure');
    expect(suites[1][1].every(([, inside]: [unknown, unknown[]]) => inside.length === 0)).toBe(true);
    expect(suites[2][1][0][1][0]).toMatchObject(['error', { type: 'FILE_NOT_READABLE' }]);
  });

  it('a leak without a limit is skipped, not passed', () => {
    const gate = judgeLeaks(records, { failOn: 'upper' });
    expect(junitOf([{ name: 'x', place, gate }])).toContain('<skipped message="no limit"/>');
  });
});

describe('Markdown', () => {
  it('says what failed and by which end it was judged', () => {
    const text = markdownOf(audits);
    expect(text).toMatch(/^## ❌ Ulterior: the gate failed\n\n2 of 3 audits failed: films and gone\./);
    expect(text).toContain('Judged by the upper end of the interval, the largest over all attackers.');
    expect(text).toMatch(
      /^\| ✅ \| lists \|.*\| from top-10 lists \| 0\.500 \[.*\| 0\.9: within the limit \| 0\.000 /m,
    );
    expect(text).toContain('- gone could not be measured: ');
    expect(markdownOf(audits.slice(1, 2))).toMatch(/^## ✅ Ulterior: no leak above its limit\n\n1 audit passed\./);
  });

  it('names from data make no markup, no cell, no line and no mention', () => {
    const text = markdownOf(audits);
    expect(text).not.toMatch(/<b>|@team|\]\(|^# head|https:\/\//m);
    const table = text.split('\n').filter((line) => line.startsWith('|'));
    expect(new Set(table.map((line) => line.replaceAll('\\|', '').split('|').length))).toEqual(new Set([9]));
  });
});
