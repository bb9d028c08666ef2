import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sampleRecords } from '../../test/support/sampleRecords.ts';
import { formHtml, reportOf } from '../report/index.ts';
import { briefReport } from './renderReport.ts';
import { findBrowser, printedPage, reportPdf } from './reportPdf.ts';

const browser = findBrowser();
const required = process.env['ULTERIOR_REQUIRE_ALL'] !== undefined;
if (browser === undefined && !required) console.warn('skipping tests: there is no Chromium');

it.skipIf(browser === undefined && !required)('a report becomes one page of paper', async () => {
  const text = Buffer.from(await reportPdf(sampleRecords({ maxQuestions: 20 }))).toString('latin1');
  expect(text.slice(0, 5)).toBe('%PDF-');
  expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

it('without a browser the error says what to do', async () => {
  expect(findBrowser({ PATH: '/nowhere' })).toSatisfy((found) => found === undefined || existsSync(found as string));
  expect(findBrowser({ PATH: '/nowhere', ULTERIOR_BROWSER: '/my/browser' })).toBe('/my/browser');
  await expect(reportPdf(sampleRecords({ maxQuestions: 10 }), '/nowhere/chromium')).rejects.toMatchObject({
    code: 'BROWSER_MISSING',
    advice: expect.stringContaining('ULTERIOR_BROWSER'),
  });
});

it.skipIf(browser === undefined && !required)(
  'a brief report fits two pages, an assessment six',
  { timeout: 120_000 },
  async () => {
    const pages = async (html: string) =>
      Buffer.from(await printedPage(html))
        .toString('latin1')
        .match(/\/Type\s*\/Page\b/g)!.length;
    expect(await pages(await briefReport(sampleRecords({ maxQuestions: 20 })))).toBeLessThanOrEqual(2);
    const document = reportOf(sampleRecords()).dpo({ sha256: 'a'.repeat(64), limits: undefined })!;
    expect(await pages(formHtml(document))).toBeLessThanOrEqual(6);
  },
);
