/** The experiment specs: complete, valid, and runnable. */

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { auditSpec, lookUp } from '../src/audit/index.ts';
import { type Experiment, isAudit, type Reproduction, reproductionPage } from '../src/report/index.ts';
import { expectAccessible, LOOKS } from './support/accessible.ts';
import { curveIn, historyIn } from './support/findings.ts';
import { freshUlterior, REPRODUCE } from './support/program/index.ts';
import { sampleRecords } from './support/sampleRecords.ts';

type Exhibit = Reproduction['exhibits'][number];

const folder = fileURLToPath(new URL('../experiments/', import.meta.url));
const read = <Spec>(from: string) =>
  readdirSync(from)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, JSON.parse(readFileSync(join(from, name), 'utf8')) as Spec] as const);
const experiments = read<Experiment>(join(folder, 'runs'));
const exhibits = read<Exhibit>(folder);

describe('experiments/', () => {
  it('names every spec after its file', () => {
    for (const [name, { id }] of [...experiments, ...exhibits]) expect(name).toBe(`${id}.json`);
  });

  it('has every table and figure of the paper, in its order', () => {
    const inOrder = exhibits.map(([, exhibit]) => exhibit).sort((a, b) => a.order - b.order);
    expect(inOrder.map(({ id }) => id)).toEqual([
      'table-dataset-statistics',
      'figure-ratings-per-user',
      'figure-type-gaps',
      'figure-type-gaps-top',
      'figure-passive-auc',
      'figure-passive-rmse',
      'figure-active-auc',
      'figure-active-rmse',
      'figure-confidence',
      'figure-ridges',
      'table-full-history',
      'figure-selection-time',
    ]);
  });

  it('can be shown, and every run is drawn on', async () => {
    const page = await reproductionPage({
      exhibits: exhibits.map(([, exhibit]) => exhibit),
      runs: experiments.map(([, experiment]) => ({ experiment })),
      timings: new Map(),
      draw: () => Promise.reject(new Error('nothing was run')),
      subject: 'paper',
    });
    expect(page.match(/<section/g)).toHaveLength(exhibits.length + 1);
    for (const [, { id }] of experiments) {
      expect(exhibits.filter(([, { runs }]) => runs.includes(id)).length).toBeGreaterThan(0);
    }
  });

  it.each(experiments)('%s compares contenders', (_, experiment) => {
    if (!isAudit(experiment)) throw new Error('only audits are in the paper');
    expect(auditSpec({ ...experiment.spec, attribute: 'x' }).contenders.length).toBeGreaterThan(1);
  });
});

describe.each([
  ['beyond', 'What a real attacker would do'],
  ['defence', 'Noticing an agenda'],
] as const)('experiments/%s/', (subject, title) => {
  const runs = read<Experiment>(join(folder, subject, 'runs'));
  const shown = read<Exhibit>(join(folder, subject));

  it('names every spec after its file, can be shown, and every run is drawn on', async () => {
    for (const [name, { id }] of [...runs, ...shown]) expect(name).toBe(`${id}.json`);
    const page = await reproductionPage({
      exhibits: shown.map(([, exhibit]) => exhibit),
      runs: runs.map(([, experiment]) => ({ experiment })),
      timings: new Map(),
      draw: () => Promise.reject(new Error('nothing was run')),
      subject,
    });
    expect(page).toContain(title);
    for (const [, { id }] of runs) expect(shown.some(([, exhibit]) => exhibit.runs.includes(id))).toBe(true);
  });
});

describe('figures of an audit', () => {
  const records = sampleRecords();

  it('are found by kind', () => {
    expect(lookUp(records, { kind: 'users' })?.value).toBe(records.data.users);
    expect(lookUp(records, { kind: 'items' })?.value).toBe(records.data.items);
    const first = historyIn(records, 'factor');
    expect(lookUp(records, { kind: 'auc', classifier: 'factor' })).toEqual(first.auc);
    expect(lookUp(records, { kind: 'accuracy', classifier: 'factor' })).toEqual(first.accuracy);
    expect(lookUp(records, { kind: 'aucAt', contender: 'maxGap', questions: 10 })).toEqual(
      curveIn(records, 'maxGap')[10]!.auc,
    );
    const paired = records.comparisons.find(({ second, length }) => second === 'random' && length === 10)!;
    expect(lookUp(records, { kind: 'aucLead', over: 'random', questions: 10 })).toEqual(paired.difference);
    const [a, b] = records.data.labels;
    expect(lookUp(records, { kind: 'ratings', label: b!.label })?.value).toBe(b!.ratings);
    const ratio = lookUp(records, { kind: 'userRatio', labels: [a!.label, b!.label] });
    expect(ratio?.value).toBe(a!.users / b!.users);
  });

  it('a share of users below a number of ratings is right to the percentile', () => {
    const ratingsPerUser = Array.from({ length: 101 }, (_, percent) => 10 * percent);
    const data = { ...records.data, ratingsPerUser };
    expect(lookUp({ ...records, data }, { kind: 'usersBelow', ratings: 500 })?.value).toBeCloseTo(0.5, 2);
    expect(lookUp({ ...records, data }, { kind: 'usersBelow', ratings: 0 })?.value).toBe(0);
  });

  it('that are not there are not made up', () => {
    expect(lookUp(records, { kind: 'auc', classifier: 'oracle' })).toBeUndefined();
    expect(lookUp(records, { kind: 'aucAt', contender: 'nobody', questions: 1 })).toBeUndefined();
    expect(lookUp(records, { kind: 'aucLead', over: 'nobody', questions: 10 })).toBeUndefined();
    expect(lookUp(records, { kind: 'users', label: 'a' })).toBeUndefined();
    expect(lookUp(records, { kind: 'ratingRatio', labels: ['a', 'b'] })).toBeUndefined();
  });
});

describe('npm run reproduce', () => {
  const newFolder = () => mkdtempSync(join(tmpdir(), 'ulterior-reproduce-'));
  const reproduce = (...words: string[]) => freshUlterior(words, { program: REPRODUCE });

  /** The specs of the paper with a smaller world, quick enough for a test. */
  function smallSpecs(): string {
    const specs = newFolder();
    cpSync(folder, specs, { recursive: true });
    const path = join(specs, 'runs', 'world-tv.json');
    const experiment = JSON.parse(readFileSync(path, 'utf8')) as Experiment;
    const source = { ...experiment.source, users: 250 };
    const spec = { ...experiment.spec, folds: 2, maxQuestions: 20, resamples: 60, controls: 1, permutations: 200 };
    writeFileSync(path, JSON.stringify({ ...experiment, source, spec }));
    return specs;
  }

  it('runs what can be run, times the strategies, says what is missing, and can be read by all', async () => {
    const output = newFolder();
    const { status, stderr } = reproduce(
      ...['--experiments', smallSpecs(), '--only', 'world-tv,movielens-1m-gender', '--output', output],
    );
    expect([status, stderr]).toEqual([0, '']);
    const page = readFileSync(join(output, 'index.html'), 'utf8');
    expect(page).toContain('data are not here: MovieLens 1M, gender (needs ml-1m/ratings.dat).');
    expect(page).toMatch(/Milliseconds per question[\s\S]*FBC-Selection[\s\S]*IncFBC[\s\S]*ours/);
    expect(page).toMatch(
      /After 30 answers instead of 1, FBC-Selection takes [\d.]+ times as long, IncFBC takes [\d.]+ times as long and ours/,
    );
    expect(page).toMatch(/0\.748<\/td><td class="number">0\.\d{3}/);
    expect(page).not.toContain('id="figure-ridges"');
    expect(page).not.toMatch(/(src|href)="http/);
    expect(existsSync(join(output, 'world-tv', 'report.html'))).toBe(true);
    expect(readdirSync(output).sort()).toEqual(['index.html', 'world-tv']);
    await expectGoodPage(join(output, 'index.html'));
  }, 300_000);

  it('runs the detector, defences and questionnaires, and shows every plot that is named', () => {
    const specs = newFolder();
    cpSync(join(folder, 'defence'), specs, { recursive: true });
    const tiny: Record<string, object> = {
      defence: { folds: 2, resamples: 60, defences: [{ name: 'blinding', strengths: [1] }], shuffled: [] },
      detector: { samples: 200, interviews: 50, attacks: 30, resamples: 60 },
      questionnaire: { questions: 3, folds: 2, resamples: 60, agendaSamples: 0, budgets: [0.6], control: false },
    };
    const source = { kind: 'world', name: 'demo', users: 160, items: 60 };
    for (const [name, { needs, ...run }] of read<Experiment>(join(specs, 'runs'))) {
      const spec = tiny[run.kind ?? 'audit'];
      writeFileSync(join(specs, 'runs', name), JSON.stringify({ ...run, source, spec }));
    }
    const output = newFolder();
    const only = 'detector-gender-channels,defences-gender,questionnaire-gender';
    const { status, stderr } = reproduce('--experiments', specs, '--only', only, '--output', output);
    expect([status, stderr]).toEqual([0, '']);
    const page = readFileSync(join(output, 'index.html'), 'utf8');
    const shown = read<Exhibit>(specs).filter(([, { runs }]) => runs.some((run) => only.split(',').includes(run)));
    const wanted = shown.flatMap(([, exhibit]) => (exhibit.kind === 'report' ? exhibit.charts : []));
    expect(page.match(/<figure/g)).toHaveLength(wanted.length);
    for (const run of only.split(',')) {
      const files = readdirSync(join(output, run));
      expect(files).toEqual(expect.arrayContaining(['report.html', 'records.json', 'curves.parquet', 'charts']));
    }
  }, 300_000);

  it('runs only what the named tables and figures need', () => {
    const output = join(newFolder(), 'new');
    const { status, stderr } = reproduce('--only', 'figure-selection-time,world-tv', '--output', output);
    expect([status, stderr]).toEqual([0, '']);
    expect(readdirSync(output)).toEqual(['index.html']);
    const page = readFileSync(join(output, 'index.html'), 'utf8');
    expect(page.match(/<section id="[^"]*"/g)).toEqual(['<section id="figure-selection-time"']);
    expect(page).not.toContain('data are not here');
  });

  it('refuses names that do not exist, or do not belong together', () => {
    const unknown = reproduce('--only', 'mars', '--output', 'nowhere');
    expect(unknown.status).toBe(2);
    expect(unknown.stderr).toMatch(/--only is mars; it must be among figure-.*table-.*movielens-.*world-tv/);
    const apart = reproduce('--only', 'figure-ridges,world-tv', '--output', 'nowhere');
    expect(apart.status).toBe(2);
    expect(apart.stderr).toContain('it must be tables or figures and runs that they draw on');
  });

  it('refuses specs that are no specs, before anything is run', () => {
    const specs = smallSpecs();
    const broken = (name: string, text: string) => {
      const other = newFolder();
      cpSync(specs, other, { recursive: true });
      writeFileSync(join(other, name), text);
      const { status, stderr } = reproduce('--experiments', other, '--output', 'nowhere');
      return `${status} ${stderr}`;
    };
    expect(broken('figure-x.json', '{')).toMatch(/^3 error ".*figure-x\.json" is not JSON/);
    expect(broken('figure-x.json', '{"id": "y"}')).toMatch(/^3 .*does not have the id "figure-x"/);
    expect(broken('figure-x.json', 'null')).toMatch(/^3 .*does not have the id "figure-x"/);
    expect(broken('figure-x.json', '{"id": "figure-x"}')).toMatch(/^3 error figure-x\.json: kind is missing/);
    expect(broken('runs/x.json', '{"id": "x"}')).toMatch(/^3 error runs\/x\.json: title is missing/);
    const nowhere = reproduce('--experiments', '/nowhere', '--output', 'nowhere');
    expect(nowhere.status).toBe(3);
    expect(nowhere.stderr).toContain('there is no folder "/nowhere/runs"');
  });
});

const CHROMIUM = '/usr/bin/chromium';

/** A light screen and a dark phone; where there is no browser, and none is demanded, nothing is checked. */
async function expectGoodPage(path: string): Promise<void> {
  if (!existsSync(CHROMIUM) && process.env['ULTERIOR_REQUIRE_ALL'] === undefined) {
    console.warn(`not looked at in a browser: ${CHROMIUM} is missing`);
    return;
  }
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    for (const [colorScheme, width] of LOOKS) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      await page.goto(pathToFileURL(path).href);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await expectAccessible(page);
      await context.close();
    }
  } finally {
    await browser.close();
  }
}
