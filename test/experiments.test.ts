/** The experiment specs: complete, valid, and runnable. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { auditSpec, type Experiment, lookUp } from '../src/audit/index.ts';
import { sampleRecords } from './support/sampleRecords.ts';

const folder = new URL('../experiments/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const experiments = files.map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Experiment);

describe.each(experiments.map((experiment) => [experiment.id, experiment] as const))(
  'experiment %s',
  (id, experiment) => {
    it('is named after its file and has a valid spec', () => {
      expect(files).toContain(`${id}.json`);
      expect(auditSpec({ ...experiment.spec, attribute: 'x' }).contenders.length).toBeGreaterThan(1);
      expect(experiment.about.length).toBeGreaterThan(40);
    });

    it('looks up published figures among contenders and classifiers that it runs', () => {
      const { fullHistory, contenders } = auditSpec({ ...experiment.spec, attribute: 'x' });
      for (const { finding } of experiment.published) {
        if ('classifier' in finding) expect(fullHistory).toContain(finding.classifier);
        if ('contender' in finding) expect(contenders.map((one) => one.id)).toContain(finding.contender);
      }
    });
  },
);

describe('figures of an audit', () => {
  const records = sampleRecords();

  it('are found by kind', () => {
    expect(lookUp(records, { kind: 'users' })?.value).toBe(records.data.users);
    const [first] = records.fullHistory;
    expect(lookUp(records, { kind: 'auc', classifier: first!.classifier })).toEqual(first!.auc);
    expect(lookUp(records, { kind: 'accuracy', classifier: first!.classifier })).toEqual(first!.accuracy);
    const curve = records.curves.find(
      ({ contender, cohort, variant }) => contender === 'maxGap' && cohort === 'survivors' && variant === 'real',
    )!;
    expect(lookUp(records, { kind: 'aucAt', contender: 'maxGap', questions: 10 })).toEqual(curve.points[10]!.auc);
    const [a, b] = records.data.labels;
    const ratio = lookUp(records, { kind: 'userRatio', labels: [a!.label, b!.label] });
    expect(ratio?.value).toBe(a!.users / b!.users);
  });

  it('that are not there are not made up', () => {
    expect(lookUp(records, { kind: 'auc', classifier: 'oracle' })).toBeUndefined();
    expect(lookUp(records, { kind: 'aucAt', contender: 'nobody', questions: 1 })).toBeUndefined();
    expect(lookUp(records, { kind: 'ratingRatio', labels: ['a', 'b'] })).toBeUndefined();
  });
});

describe('ulterior reproduce', () => {
  const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
  const reproduce = (...words: string[]) =>
    spawnSync(process.execPath, [program, 'reproduce', ...words], {
      encoding: 'utf8',
      env: { ...process.env, FORCE_COLOR: '' },
    });

  it('runs what can be run, times the strategies, and says what is missing', () => {
    const output = mkdtempSync(join(tmpdir(), 'ulterior-reproduce-'));
    const { status, stderr } = reproduce(
      '--only',
      'world-tv,movielens-1m-gender',
      '--resamples',
      '60',
      '--output',
      output,
    );
    expect([status, stderr]).toEqual([0, '']);
    const page = readFileSync(join(output, 'index.html'), 'utf8');
    expect(page).toContain('Not run, because the data are not here: MovieLens 1M, gender.');
    expect(page).toMatch(/Milliseconds per question[\s\S]*FBC-Selection[\s\S]*IncFBC[\s\S]*ours/);
    expect(page).toMatch(
      /figure-timing[\s\S]*From 1 to 30 answers the time is multiplied by: FBC-Selection [\d.]+, IncFBC [\d.]+ and ours/,
    );
    expect(page).not.toMatch(/(src|href)="http/);
    expect(existsSync(join(output, 'world-tv', 'report.html'))).toBe(true);
  });

  it('refuses an experiment that does not exist', () => {
    const { status, stderr } = reproduce('--only', 'mars', '--output', '/tmp/x');
    expect(status).toBe(2);
    expect(stderr).toMatch(/--only is mars; it must be among movielens/);
  });
});
