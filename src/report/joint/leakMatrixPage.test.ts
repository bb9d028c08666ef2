import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, LOOKS } from '../../../test/support/accessible.ts';
import { boundedIn, withFindings } from '../../../test/support/findings.ts';
import { sampleLeakRecords } from '../../../test/support/sampleLeakRecords.ts';
import { compileChart } from '../../render/chartSvg.ts';
import { renderReport } from '../../render/index.ts';
import { type Finding, findingsWith } from '../common/input.ts';
import { layouts, type Spec } from '../common/layout.ts';
import { leakHeadline, offTargets } from './leakLookup.ts';
import { leakMatrixCharts } from './leakMatrixPage.ts';
import { offTargetSentence } from './leakProse.ts';

const HOSTILE = '<img src=x onerror=alert(1)></script>"\'&';
const textOf = (html: string) =>
  html
    .replaceAll(/<(style|script|svg)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ');

describe('what the page of a leak matrix says', () => {
  it('names what is told past the aim, with interval, people, comparison and control', () => {
    const records = sampleLeakRecords();
    const [worst] = offTargets(records);
    // 0.5 + 0.15 (1 - exp(-20 / 6)), and 0.27 and 0.16 in place of 0.15.
    expect(offTargetSentence(records, worst!).replaceAll('\u00a0', ' ')).toBe(
      'A weak leak of age: 20 questions chosen to learn gender also tell it, with an AUC of 0.64 (95% bounds over the whole matrix 0.62 to 0.66, 6,022 people). In ' +
        'comparison, questions chosen for age reach 0.76 [0.74, 0.78] and popular items, which aim at nothing, reach 0.65 ' +
        '[0.63, 0.67]. The control reaches 0.50 [0.48, 0.51].',
    );
  });

  it('claims nothing that was not shown to beat guessing, and says where there was no control', () => {
    const nothing = sampleLeakRecords({ past: 0.004 });
    expect(offTargetSentence(nothing, offTargets(nothing)[0]!)).toMatch(
      /^No leak of age shown: 20 questions chosen to learn gender reach an AUC of 0\.50 .* was not shown to beat guessing .* no proof of safety\. With this many people, we would have found an AUC of 0\.5\d four times out of five\. A smaller leak can hide\./,
    );
    const unchecked = sampleLeakRecords({ shuffled: false });
    expect(offTargetSentence(unchecked, offTargets(unchecked)[0]!)).toMatch(/No control was run/);
  });

  it('calls possible what bounds exclude guessing for and no test shows, and names a group that a mean hides', () => {
    const records = sampleLeakRecords();
    const unsure = { ...records, verdict: { ...records.verdict, leak: false } };
    expect(offTargetSentence(unsure, offTargets(unsure)[0]!)).toMatch(
      /^A possible leak of age, not shown\. The bounds exclude guessing, .* 20 questions chosen to learn gender reach an AUC of 0\.64/,
    );
    const rare = { value: 0.9, low: 0.88, high: 0.92, bounds: { low: 0.86, high: 0.93 } };
    const hidden = (one: Finding): Finding => {
      return one.auc?.bounds === undefined ? one : { ...one, auc: { ...one.auc, bounds: { low: 0.48, high: 0.6 } } };
    };
    const groups = boundedIn(records).map((one) => ({ ...one, group: 'c', auc: rare }));
    const grouped = { ...records, findings: [...records.findings.map(hidden), ...groups] };
    expect(offTargetSentence(grouped, offTargets(grouped)[0]!)).toMatch(
      /^A very strong leak of age: .* The group that is easiest to recognise is “c”: an AUC of 0\.90/,
    );
    // A pair whose own bounds hold guessing is not shown by what another one tells.
    const partly = withFindings(records, (one) => (one.attacker === 'target:gender' ? hidden(one) : one));
    expect(offTargets(partly).map(({ watched, leak }) => [watched, leak])).toContainEqual(['age', 'none']);
    expect(offTargets(partly).map(({ watched, leak }) => [watched, leak])).toContainEqual(['gender', 'weak']);
  });

  it('says of questions that mistake the groups for each other that this is no safety', () => {
    const records = sampleLeakRecords({ past: -0.15 });
    const said = offTargetSentence(records, offTargets(records)[0]!);
    expect(said).toMatch(
      /^No leak of age shown: .* 0\.36 .*\. But an attacker who asks them is wrong more often than chance/,
    );
    expect(said).toContain('Treat that as a leak');
    expect(said).toContain('A smaller leak can hide');
    expect(said).not.toContain('not shown to beat guessing');
  });

  it('puts the largest leak first', () => {
    const records = sampleLeakRecords({ attributes: ['a', 'b', 'c'] });
    const raised = withFindings(records, (one) => {
      const is = one.attacker === 'target:c' && one.target === 'b' && one.auc?.bounds !== undefined;
      return is ? { ...one, auc: { ...one.auc!, value: 0.9 } } : one;
    });
    const pairs = offTargets(raised);
    expect(pairs).toHaveLength(6);
    expect(pairs[0]).toMatchObject({ aim: 'c', watched: 'b' });
  });

  it('reads the matrix at the most questions that are compared', () => {
    const whole = sampleLeakRecords();
    expect(leakHeadline(whole)).toBe(20);
    const records = withFindings(whole, (one) => (one.auc?.bounds === undefined ? one : undefined));
    expect(leakHeadline({ ...records, spec: { ...records.spec, compareAt: [2, 4, 50] } })).toBe(4);
  });

  it('has every figure of the matrix in a table, and no data that could run', async () => {
    const records = sampleLeakRecords();
    const asked = records.asked.map((one) => ({
      ...one,
      items: one.items.map((item) => ({ ...item, title: HOSTILE })),
    }));
    const page = await renderReport({ ...records, asked });
    expect(page).not.toContain('<img');
    const text = textOf(page);
    for (const { attacker, target, variant, length, auc } of findingsWith(records.findings, 'auc')) {
      if (![5, 10, 20].includes(length!)) continue;
      const { value, low, high } = auc;
      const figure = `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
      expect([attacker, target, variant, text.includes(figure)]).toEqual([attacker, target, variant, true]);
    }
  });
});

describe('charts of a leak matrix', () => {
  const charts = leakMatrixCharts(sampleLeakRecords({ attributes: ['gender', 'age', 'income of the household'] }));

  it('are the matrix, and a chart for each attribute', () => {
    expect(charts.map(({ id }) => id)).toEqual(['leak-matrix', 'watched-0', 'watched-1', 'watched-2']);
  });

  it.each(Object.values(layouts))('compile without complaints on $name', async (layout) => {
    for (const chart of charts) expect((await compileChart(chart.spec(layout), 'page')).warnings).toEqual([]);
  });

  it('outline the cells at which questions aim', () => {
    const { layer } = charts[0]!.spec(layouts.page) as { layer: { mark: Spec; data: { values: Spec[] } }[] };
    const cells = layer[0]!.data.values;
    const outlined = layer.find(({ mark }) => mark['filled'] === false)!.data.values;
    // Three targets and two baselines by three attributes, and a model of each alone.
    expect(cells).toHaveLength(18);
    expect(outlined).toHaveLength(6);
    expect(outlined[0]).toMatchObject({ row: 'asked for gender', attribute: 'gender' });
  });

  it('are left out where nothing was measured', () => {
    expect(leakMatrixCharts({ ...sampleLeakRecords(), findings: [] })).toEqual([]);
  });
});

const CHROMIUM = '/usr/bin/chromium';
const present = existsSync(CHROMIUM);
const required = process.env['ULTERIOR_REQUIRE_ALL'] !== undefined;
if (!present && !required) console.warn(`skipping tests: ${CHROMIUM} is missing`);

describe.skipIf(!present && !required)(`the page in ${CHROMIUM}`, () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ulterior-leaks-'));
    await writeFile(
      join(folder, 'report.html'),
      await renderReport(sampleLeakRecords({ attributes: ['gender', 'age', 'income'] })),
    );
    const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
    browser = await chromium.launch({ executablePath: CHROMIUM, args: quiet });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  it.each(LOOKS)('is accessible and scrolls one way only: %s, %i pixels', async (colorScheme, width) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    try {
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      await page.goto(pathToFileURL(join(folder, 'report.html')).href);
      for (const summary of await page.locator('summary').all()) await summary.click();
      await expectAccessible(page);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  });
});
