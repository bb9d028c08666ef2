/** The pages of the detector and of a ledger: what they say, that it is all there, and in a real browser. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from '../../../../test/support/accessible.ts';
import { randomJointModel } from '../../../../test/support/jointModels.ts';
import { randomChannelModel } from '../../../../test/support/models.ts';
import {
  type DetectorRecords,
  type LedgerRecords,
  ledgerFindings,
  ledgerOf,
  runDetectorStudy,
} from '../../../defence/index.ts';
import { createModel } from '../../../factorization/index.ts';
import { createVocabulary, type ItemIndex } from '../../../ratings/index.ts';
import { compileChart } from '../../../render/chartSvg.ts';
import { renderReport, writeReport } from '../../../render/index.ts';
import { layouts } from '../../common/layout.ts';
import { followingCost, ledgerCharts } from '../advisor/advisorPage.ts';
import { pointsOf, shareOf } from './detectorLookup.ts';
import { detectorCharts } from './detectorPage.ts';
import { noticedSentence } from './detectorProse.ts';

const HOSTILE = '<img src=x onerror=alert(1)></script>"\'&';
const CHROMIUM = '/usr/bin/chromium';
const present = existsSync(CHROMIUM);
const required = process.env['ULTERIOR_REQUIRE_ALL'] !== undefined;
if (!present && !required) console.warn(`skipping tests: ${CHROMIUM} is missing`);

const SMALL = {
  questions: 6,
  compareAt: [3, 6],
  samples: 200,
  interviews: 200,
  attacks: 60,
  resamples: 50,
  shares: [0.5],
};
const base = randomChannelModel({ items: 40, dimension: 2, types: 2, seed: 3 });
const model = createModel({
  ...base,
  items: createVocabulary<ItemIndex>(
    Array.from({ length: 40 }, (_, n) => `i${n}`),
    Array.from({ length: 40 }, (_, n) => (n === 0 ? HOSTILE : `Item ${n}`)),
  ),
  itemStatistics: { ...base.itemStatistics, entropies: new Float32Array(40).fill(1) },
});
const tools = { source: HOSTILE, finished: () => '2030-01-02T03:04:05Z' };
const records = await runDetectorStudy(model, SMALL, tools);
const joint = randomJointModel({ items: 30, dimension: 2, shape: [2, 3], rows: 1, seed: 2 });
const several = await runDetectorStudy(
  createModel({ ...joint, itemStatistics: { ...joint.itemStatistics, entropies: new Float32Array(30).fill(1) } }),
  { ...SMALL, attacks: 20, shares: [], lists: ['popularity'] },
  tools,
);
const entries = ledgerOf(
  [{ model }],
  Array.from({ length: 5 }, (_, n) => ({ item: `i${n}`, answer: n === 2 ? ('skip' as const) : n + 1 })),
  { budget: 0.1 },
);
const ledger: LedgerRecords = {
  format: 'ulterior-ledger',
  version: 1,
  source: HOSTILE,
  models: [HOSTILE],
  budget: 0.1,
  ...entries,
  findings: ledgerFindings(entries),
  provenance: { version: '0.1.0', finished: '2030-01-02T03:04:05Z' },
};

const textOf = (page: string) =>
  page
    .replaceAll(/<(style|script|svg)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ');

describe('the page of the detector', () => {
  it('has every false alarm, and every way of asking, in a table', async () => {
    const page = await renderReport(records);
    expect(page).not.toContain('<img');
    const text = textOf(page);
    for (const one of records.falseAlarms) {
      const { low, high } = shareOf(one, records);
      const cell = `${((100 * one.alarms) / one.interviews).toFixed(1)}% [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]`;
      expect([cell, text.includes(cell)]).toEqual([cell, true]);
    }
    for (const { asker, attribute } of records.figures) {
      for (const questions of SMALL.compareAt) {
        const { value, low, high } = pointsOf(records, asker, attribute)[questions - 1]!.auc;
        const cell = `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
        expect([cell, text.includes(cell)]).toEqual([cell, true]);
      }
    }
    expect(text).toContain('Questions that all aim at type are always noticed, after');
    expect(text).toContain('where 5% are allowed');
  });

  it('says of each attribute what was found, and no more', () => {
    const [aimed, ...rest] = records.figures;
    const with_ = (alarms: number, medianQuestions?: number): DetectorRecords => {
      const { medianQuestions: _, ...figures } = aimed!;
      const changed = {
        ...figures,
        questionnaires: 60,
        alarmed: { alarms, interviews: 60 },
        ...(medianQuestions === undefined ? {} : { medianQuestions }),
      };
      return { ...records, figures: [changed, ...rest] };
    };
    expect(noticedSentence(with_(0), 'type')).toMatch(
      /^Questions that all aim at type are never noticed by someone who checks/,
    );
    expect(noticedSentence(with_(12), 'type')).toMatch(/are noticed in 20% of the interviews by someone who checks/);
    expect(noticedSentence(with_(45, 4), 'type')).toMatch(
      /noticed in 75% of the interviews, half of them within 4 questions, by/,
    );
    expect(noticedSentence(with_(45, 4), 'type')).toMatch(
      /An attacker who makes 50% of the questions popular ones is noticed in/,
    );
  });

  it('does not call chance a fault, nor a fault chance', async () => {
    const alarming = async (alarms: number) => {
      const [first, ...others] = records.falseAlarms;
      return textOf(await renderReport({ ...records, falseAlarms: [{ ...first!, alarms }, ...others] }));
    };
    // Of 200 interviews ten are allowed; twice as many happen with 200 drawn questionnaires.
    expect(await alarming(20)).toContain('The level holds on average over detectors');
    expect(await alarming(60)).toContain('more than chance explains');
  });

  it('has a row for every figure in the long table', () => {
    const { findings } = records;
    expect(findings).toHaveLength(records.figures.length * 6);
    expect(findings.find(({ length }) => length === 3)).toMatchObject({
      target: 'type',
      attacker: 'aimed:type',
      people: 60,
      auc: { value: expect.any(Number) },
      impliedAuc: expect.any(Number),
    });
    expect(several.findings.some(({ target, impliedAuc }) => target === 'b' && impliedAuc !== undefined)).toBe(false);
  });
});

describe('charts', () => {
  it('of the detector are false alarms, power, hiding and what passes, for each attribute', () => {
    expect(detectorCharts(records).map(({ id }) => id)).toEqual(['alarms', 'power-0', 'stealth-0', 'bounds-0']);
    expect(detectorCharts(several).map(({ id }) => id)).toEqual([
      'alarms',
      'power-0',
      'power-1',
      'bounds-0',
      'bounds-1',
    ]);
    expect(detectorCharts({ ...records, falseAlarms: [], figures: [], bounds: [] })).toEqual([]);
    expect(ledgerCharts(ledger).map(({ id }) => id)).toEqual(['known-0']);
  });

  it.each(Object.values(layouts))('compile without complaints on $name', async (layout) => {
    for (const chart of [...detectorCharts(records), ...detectorCharts(several), ...ledgerCharts(ledger)]) {
      expect((await compileChart(chart.spec(layout), 'page')).warnings).toEqual([]);
      expect(JSON.parse(JSON.stringify(chart.spec(layout)))).toEqual(chart.spec(layout));
    }
  });
});

describe('the page of a ledger', () => {
  it('has every answer with its bits, and what following the advice would have left', async () => {
    const page = await renderReport(ledger);
    expect(page).not.toContain('<img');
    const text = textOf(page);
    for (const { lines } of ledger.entries) {
      const { cost, bits, known, followed } = lines[0]!;
      expect(text).toContain(
        [cost, bits, known, followed].map((value) => value.toFixed(2).replace('-', '−')).join(' '),
      );
    }
    const [total] = ledger.totals;
    // The guess comes before the bits.
    expect(text).toMatch(
      new RegExp(`the guess at type is type 0 with .*% \\(${total!.known.toFixed(2)} bits known\\)`),
    );
    expect(text).toMatch(
      new RegExp(`would have left it at type \\d with .*% \\(${total!.followed.known.toFixed(2)} bits\\)`),
    );
    expect(ledgerFindings(ledger)).toHaveLength(5);
    expect(text).toContain(followingCost(ledger.entries));
  });

  it('says what following the advice costs', () => {
    const [entry] = ledger.entries;
    const advised = (...actions: ('answer' | 'skip' | 'distort')[]) =>
      followingCost(actions.map((action) => ({ advice: { ...entry!.advice, action } })));
    expect(advised('answer', 'answer')).toContain('costs nothing here');
    expect(advised('answer', 'skip', 'skip')).toBe(
      'Following the advice has a price: of 3 questions, 2 left unanswered. Recommendations learn less from that.',
    );
    expect(advised('skip', 'distort')).toContain('1 left unanswered and 1 answered with something else');
  });
});

describe.skipIf(!present && !required)(`in ${CHROMIUM}`, () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ulterior-detector-'));
    await writeReport(records, join(folder, 'detector'));
    await writeReport(ledger, join(folder, 'ledger'));
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  it('the files are all there', async () => {
    const found = await readdir(join(folder, 'detector'), { recursive: true });
    expect(found).toEqual(
      expect.arrayContaining(['report.html', 'records.json', 'curves.csv', 'charts/stealth-0.png']),
    );
    expect(JSON.parse(await readFile(join(folder, 'detector/records.json'), 'utf8'))).toEqual(records);
  });

  it.each([
    ['detector', 'light', 1280],
    ['detector', 'dark', 360],
    ['ledger', 'light', 1280],
    ['ledger', 'dark', 360],
  ] as const)(
    'axe finds nothing on the page of the %s in %s at %i pixels, and nothing goes wrong',
    async (kind, colorScheme, width) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
      try {
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(String(error)));
        page.on('dialog', (dialog) => complaints.push(`dialog ${dialog.message()}`));
        const address = pathToFileURL(join(folder, kind, 'report.html')).href;
        page.on('request', (request) => {
          if (request.url() !== address) complaints.push(`request ${request.url()}`);
        });
        await page.goto(address);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        for (const summary of await page.locator('summary').all()) await summary.click();
        await expectAccessible(page);
        expect(complaints).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );
});
