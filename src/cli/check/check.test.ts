/** The program itself on several audits: all run, every failure is told, one exit status. Build first. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ulterior } from '../../../test/support/program/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-check-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'privacy'));

const quick =
  '{"headlineQuestions":2,"folds":2,"controls":1,"permutations":0,"resamples":50,"strategies":"random","training.dimension":2,"training.iterations":3}';
const leaky = {
  name: 'leaky',
  data: 'world:demo,users=80,items=12,leak=0.9,seed=3',
  options: { questions: 2, attackers: '' },
  settings: JSON.parse(quick),
};
const run = (config: object, ...words: string[]) => {
  writeFileSync(join(folder, 'privacy/ulterior.json'), JSON.stringify(config));
  return ulterior(['check', '--config', 'privacy/ulterior.json', '--threads', '1', ...words], { cwd: folder });
};

it('one audit that cannot run does not stop the others; paths are relative to the file, flags to the caller', () => {
  const gone = { name: 'gone', data: 'nowhere.csv', options: { attribute: 'x' } };
  const config = { maxAuc: 0.55, budgets: { gendr: 0.6 }, audits: [gone, { ...leaky, baseline: 'kept/leaky.json' }] };
  const { status, stdout, stderr } = run(config, '--junit', 'junit.xml', '--update-baselines');
  expect(stderr).toBe('1/2 gone …\n2/2 leaky …\n');
  expect(stdout).toMatch(
    /^✗ gone: "nowhere.csv" cannot be read: there is no such file \[FILE_NOT_READABLE\]\n {4}try: /,
  );
  expect(stdout).toMatch(
    /^✗ leaky\n {2}Gate: FAILED\. It judges by the upper end.*\n.*✗ Chronotype, after 2 questions: AUC/m,
  );
  expect(stdout).toMatch(/^2 of 2 audits failed: gone and leaky\.$/m);
  expect(status).toBe(4);
  for (const file of ['junit.xml', 'privacy/kept/leaky.json', 'privacy/ulterior-reports/leaky/report.html']) {
    expect([file, existsSync(join(folder, file))]).toEqual([file, true]);
  }
});

it('a budget that nothing measures fails; the baseline is compared person by person; --only runs what it names', () => {
  const config = { budgets: { gendr: 0.6 }, audits: [{ ...leaky, baseline: 'kept/leaky.json' }] };
  const { status, stdout } = run(config, '--metrics', 'metrics.json');
  expect(status).toBe(2);
  expect(stdout).toMatch(/^✓ leaky\n/);
  expect(stdout).toMatch(/changed by 0\.000 \[0\.000, 0\.000\] since the baseline \(0\.\d{3}; the same people\)/);
  expect(stdout).toMatch(
    /^✗ budgets\.gendr: there is a budget for "gendr", but no audit measures it \[CHECK_CONFIG\]/m,
  );
  expect(JSON.parse(readFileSync(join(folder, 'metrics.json'), 'utf8'))['leaky/passed']).toBe(1);
  expect(run(config, '--only', 'other').stderr).toMatch(/--only is other; it must be among leaky/);
});

it('data are described in a data file beside the file of checks', () => {
  writeFileSync(join(folder, 'privacy/world.ulterior.json'), JSON.stringify({ data: leaky.data, minUser: 2 }));
  const { status, stdout } = run({
    maxAuc: 0.99,
    failOn: 'estimate',
    audits: [{ ...leaky, data: 'world.ulterior.json' }],
  });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^✓ leaky\n/)]);
  const records = JSON.parse(readFileSync(join(folder, 'privacy/ulterior-reports/leaky/records.json'), 'utf8'));
  expect(records.provenance.named.data).toBe('world.ulterior.json');
});

it('a file that cannot be used is refused before anything runs', () => {
  const { status, stderr, stdout } = run({ audits: [leaky] });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/privacy\/ulterior\.json: audits\[0\]\.maxAuc is missing.*\[CHECK_CONFIG\]/);
});
