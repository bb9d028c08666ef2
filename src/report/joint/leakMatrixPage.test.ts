import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, LOOKS } from '../../../test/support/accessible.ts';
import { sampleLeakRecords } from '../../../test/support/sampleLeakRecords.ts';
import { compileChart } from '../../render/chartSvg.ts';
import { renderReport } from '../../render/index.ts';
import { layouts, type Spec } from '../common/layout.ts';
import { leakMatrixCharts, leakRows } from './index.ts';
import { leakHeadline, offTargets } from './leakLookup.ts';
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
    // 0.5 + 0.15 (1 - exp(-10 / 6)), and 0.27 and 0.16 in place of 0.15.
    expect(offTargetSentence(records, worst!).replaceAll('\u00a0', ' ')).toBe(
      'A weak leak of age: 10 questions chosen to learn gender also tell it, with an AUC of 0.62 (95% interval 0.61 to 0.64, 6,022 people). In ' +
        'comparison, questions chosen for age reach 0.72 [0.71, 0.73] and popular items, which aim at nothing, reach 0.63 ' +
        '[0.62, 0.64]. The control reaches 0.50 [0.48, 0.51].',
    );
  });

  it('claims nothing that cannot be told from guessing, and says where there was no control', () => {
    const nothing = sampleLeakRecords({ past: 0.004 });
    expect(offTargetSentence(nothing, offTargets(nothing)[0]!)).toMatch(
      /^No leak of age shown: 10 questions chosen to learn gender reach an AUC of 0\.50 .* cannot be told from guessing .* no proof of safety\. With this many people, the smallest leak that would have been found with 80% probability is an AUC of 0\.5\d; a smaller one can hide\./,
    );
    const unchecked = sampleLeakRecords({ shuffled: false });
    expect(offTargetSentence(unchecked, offTargets(unchecked)[0]!)).toMatch(/No control was run/);
  });

  it('says of questions that mistake the groups for each other that this is no safety', () => {
    const records = sampleLeakRecords({ past: -0.15 });
    const said = offTargetSentence(records, offTargets(records)[0]!);
    expect(said).toMatch(
      /^No leak of age shown: .* 0\.38 .*\. But an attacker who asks them takes the groups for each other/,
    );
    expect(said).toContain('Take that for a leak');
    expect(said).toContain('a smaller one can hide');
    expect(said).not.toContain('cannot be told from guessing');
  });

  it('puts the largest leak first', () => {
    const records = sampleLeakRecords({ attributes: ['a', 'b', 'c'] });
    const curves = records.curves.map((curve) =>
      curve.row === 'target:c' && curve.attribute === 'b' && curve.variant === 'real'
        ? { ...curve, points: curve.points.map((point) => ({ ...point, auc: { ...point.auc, value: 0.9 } })) }
        : curve,
    );
    const pairs = offTargets({ ...records, curves });
    expect(pairs).toHaveLength(6);
    expect(pairs[0]).toMatchObject({ aim: 'c', watched: 'b' });
  });

  it('reads the matrix at ten questions, or at the most that are compared', () => {
    const records = sampleLeakRecords();
    expect(leakHeadline(records)).toBe(10);
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
    for (const { row, attribute, variant, points } of records.curves) {
      for (const questions of [5, 10, 20]) {
        const { value, low, high } = points[questions]!.auc;
        const figure = `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
        expect([row, attribute, variant, text.includes(figure)]).toEqual([row, attribute, variant, true]);
      }
    }
    expect(text).toContain('Left out, because an attribute is not known or a group is too small: 18 people.');
    expect(text).toContain(
      'Knowing gender for certain, and no answers, would be enough to tell age with an AUC of 0.51.',
    );
  });

  it('has a row for every figure in the long table', () => {
    const records = sampleLeakRecords();
    const rows = leakRows(records);
    expect(rows).toHaveLength(records.curves.length * 21 * 4);
    expect(rows.find(({ metric, questions }) => metric === 'auc of age' && questions === 5)).toMatchObject({
      contender: 'target:gender',
      variant: 'real',
      users: 6022,
    });
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
    expect(leakMatrixCharts({ ...sampleLeakRecords(), curves: [] })).toEqual([]);
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
