/**
 * A project of its own, made of what docs/plugins.md shows: its strategy, classifier, defence and reader are measured and
 * tested from outside the package, as anybody would.
 */

import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { AuditRecords, ModelAuditRecords } from '../src/audit/index.ts';
import { codeBlocks } from './support/codeBlocks.ts';
import { headlineIn, viewsIn } from './support/findings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const project = mkdtempSync(join(tmpdir(), 'ulterior-project-'));
afterAll(() => rmSync(project, { recursive: true }));

mkdirSync(join(project, 'node_modules'));
symlinkSync(root, join(project, 'node_modules', 'ulterior'), 'dir');
writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'mine', private: true, type: 'module' }));
const blocks = codeBlocks('docs/plugins.md');
for (const { code, file } of blocks) if (file !== undefined) writeFileSync(join(project, file), code);
const people = Array.from({ length: 12 }, (_, user) => user);
writeFileSync(
  join(project, 'ratings.json'),
  JSON.stringify(
    people.flatMap((user) =>
      [0, 1, 2].map((item) => ({ user, item, rating: 1 + ((user + item) % 5), gender: user % 2 ? 'female' : 'male' })),
    ),
  ),
);
/** Everybody rated everything, in an order that tells the group: only the last ratings give it away. */
const TIMED = Array.from({ length: 80 }, (_, user) => user).flatMap((user) =>
  Array.from({ length: 10 }, (_, item) => {
    const late = user % 2 === 0 ? item : 9 - item;
    const rating = 1 + ((((user + 3) * (item + 5) * (item + user + 7) * 7 + user * user) % 1009) % 5);
    return [`u${user}`, `i${item}`, rating, user % 2 ? 'f' : 'm', late + (user % 3)].join(',');
  }),
);
writeFileSync(join(project, 'timed.csv'), ['user,item,rating,gender,time', ...TIMED, ''].join('\n'));

const run = (...words: string[]): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, words, { cwd: project, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
const ulterior = (...words: string[]) => run(join('node_modules', 'ulterior', 'dist', 'cli', 'main.js'), ...words);
const read = (...path: string[]) => readFileSync(join(project, ...path), 'utf8');
/** The commands of the page, as they stand there. */
const [auditWords, defendWords, describeWords, modelWords, exposureWords] = blocks
  .find(({ language }) => language === 'sh')!
  .code.trim()
  .split('\n')
  .map((line) => line.replace('npx ulterior ', '').split(' '));

const recordsOf = (folder: string) => {
  const { provenance, ...records } = JSON.parse(read(folder, 'records.json')) as AuditRecords;
  const { finished: _, ...rest } = provenance;
  return { ...records, provenance: rest };
};

describe('a project with a plug-in', () => {
  it('audits with its own strategy and classifier on two threads; summary, records and report name the plug-in', () => {
    const { status, stdout, stderr } = ulterior(...auditWords!);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    expect(stdout).toContain('Measured with plug-in mine 1.0.0.');
    expect(stdout).toContain('Seen by whom');
    const { provenance, attackers } = recordsOf('audit');
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(provenance.plugins).toEqual([{ name: 'mine', version: '1.0.0', sha256 }]);
    expect(attackers.flatMap(({ strategy }) => strategy ?? [])).toEqual(['topTwoGap', 'random']);
    expect(headlineIn(recordsOf('audit'), 'histories').map(({ attacker }) => attacker)).toContain('seenBy');
    expect(read('audit', 'report.html')).toContain(`plug-in mine 1.0.0 (SHA-256 ${provenance.plugins![0]!.sha256})`);
  });

  it('adds its own section to a report that is written again', () => {
    const words = 'report audit/records.json --plugin ./few.mjs --output again';
    expect(ulterior(...words.split(' '))).toMatchObject({ status: 0, stderr: '' });
    const page = read('again', 'report.html');
    expect(page).toContain('<p>How much of chronotype a single answer gives away.</p>');
    expect(page).toMatch(/AUC after one question[\s\S]*<th scope="row" class="">topTwoGap<\/th>/);
  });

  it('finds the same on one thread', () => {
    const words = auditWords!.map((word, at) => (auditWords![at - 1] === '--threads' ? '1' : word));
    words[words.indexOf('--output') + 1] = 'alone';
    expect(ulterior(...words, '--quiet').status).toBe(0);
    expect(recordsOf('alone')).toEqual(recordsOf('audit'));
  });

  it('finds the same when a spec names the plug-in', () => {
    const words = [...auditWords!];
    mkdirSync(join(project, 'specs'));
    writeFileSync(join(project, 'specs', 'spec.json'), JSON.stringify({ plugins: ['../mine.mjs'] }));
    const plugin = words.indexOf('--plugin');
    const bySpec = [...words.slice(0, plugin), '--spec', 'specs/spec.json', ...words.slice(plugin + 2)];
    bySpec[bySpec.indexOf('--output') + 1] = 'by-spec';
    expect(ulterior(...bySpec, '--quiet').stderr).toBe('');
    expect(recordsOf('by-spec').findings).toEqual(recordsOf('audit').findings);
    expect(recordsOf('by-spec').provenance.plugins).toEqual(recordsOf('audit').provenance.plugins);
  });

  it('audits with an attacker of its own that looks at everybody at once', () => {
    const words = auditWords!.map((word) => (word === './mine.mjs' ? './nearest.mjs' : word));
    words[words.indexOf('strategies=topTwoGap,random')] = 'strategies=random';
    words[words.indexOf('--attackers') + 1] = 'nearest';
    words[words.indexOf('--output') + 1] = 'nearest';
    expect(ulterior(...words, '--quiet').stderr).toBe('');
    const judged = recordsOf('nearest').findings.flatMap(({ exposure, attacker, group, variant }) =>
      exposure === 'histories' && group === undefined ? [`${attacker} ${variant}`] : [],
    );
    expect(judged).toEqual(['nearest real', 'nearest shuffled']);
  });

  it('measures its own defence, and the report can be drawn again without the plug-in', () => {
    const { status, stdout } = ulterior(...defendWords!);
    expect(status).toBe(0);
    expect(stdout).toContain('Shrugging');
    expect(read('defend', 'report.html')).toContain('Seen by whom, retrained');
    expect(read('defend', 'report.html')).toContain('Shrugging:</strong> some ratings are replaced by the middle');
    expect(read('defend', 'report.html')).toContain('plug-in mine 1.0.0 (SHA-256 ');
    expect(ulterior('report', 'defend/records.json', '--output', 'again').status).toBe(0);
    expect(read('again', 'report.html')).toContain('shrug:</strong> a defence of a plug-in');
    expect(ulterior('report', 'defend/records.json', '--plugin', './mine.mjs', '--output', 'again').status).toBe(0);
    expect(read('again', 'report.html')).toContain('Shrugging:</strong>');
  });

  it('audits its own recommender beside its black box, and again after a defence', () => {
    const { status, stdout, stderr } = ulterior(...modelWords!);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    expect(read('shelf', 'report.html')).toContain('Loved by people like you');
    expect(stdout).toMatch(/^Shop window +0\.\d/m);
    expect(read('shelf', 'report.html')).toContain('top-5 lists of Shop window');
    const { provenance } = JSON.parse(read('shelf', 'records.json')) as ModelAuditRecords;
    expect(provenance.plugins!.map(({ name }) => name)).toEqual(['shelf']);
    const words = [...modelWords!, '--defence', 'withholdRandom:0.5'];
    words[words.indexOf('--output') + 1] = 'shelf-defended';
    expect(ulterior(...words).stdout).toMatch(/^top-5 lists +\d.* {2}−?0\.\d{3} \[/m);
    const unknown = ulterior(...modelWords!.map((word) => (word === 'anchors=shopWindow' ? 'anchors=foo' : word)));
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('shopWindow')]);
  });

  it('runs attackers on an exposure of its own, beside whole histories, and again after a defence', () => {
    const { status, stdout, stderr } = ulterior(...exposureWords!);
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('error')]);
    for (const name of ['the last three ratings', 'whole histories']) expect(stdout).toContain(name);
    const records = JSON.parse(read('last', 'records.json')) as ModelAuditRecords;
    expect(records.surfaces.map(({ kind }) => kind)).toEqual(['lastThree', 'ratings']);
    const [last, whole] = ['lastThree', 'ratings'].map(
      (exposure) => new Map(headlineIn(records, exposure).map(({ attacker, auc }) => [attacker!, auc.value])),
    );
    expect([...last!.keys()].sort()).toEqual(['factor', 'logistic']);
    // Which three items came last tells the group; what was rated in all does not.
    expect(last!.get('logistic')).toBeGreaterThan(0.95);
    expect(whole!.get('logistic')).toBeLessThan(0.75);
    expect(read('last', 'report.html')).toContain('The last three ratings: the three items that a person rated last');
    const words = [...exposureWords!, '--defence', 'withholdRandom:0.5', '--quiet'];
    words[words.indexOf('--output') + 1] = 'last-defended';
    expect(ulterior(...words).stderr).toBe('');
    const defended = JSON.parse(read('last-defended', 'records.json')) as ModelAuditRecords;
    expect(viewsIn(defended, 'withholdRandom').map(([exposure]) => exposure)).toEqual(['lastThree', 'ratings']);
    // It shows what people send: half of the ratings that came last are withheld.
    const [sent] = headlineIn(defended, 'lastThree', { defence: 'withholdRandom', attacker: 'logistic' });
    expect(sent!.auc.value).toBeLessThan(last!.get('logistic')!);
    const unknown = ulterior(...exposureWords!.map((word) => (word === 'lastThree' ? 'foo' : word)));
    expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('one of ratings, lastThree')]);
  });

  it('reads its own data', () => {
    const { status, stdout } = ulterior(...describeWords!);
    expect(status).toBe(0);
    expect(stdout).toContain('12 users, 3 items, 36 ratings');
  });

  it.each([
    ['audit world:demo --set strategies=foo', 'topTwoGap'],
    ['audit world:demo --attackers foo', 'seenBy'],
    ['audit world:demo --defence foo', 'shrug'],
    ['audit world:demo --defence blinding --attackers foo', 'seenBy'],
  ])('what does not exist is refused with a list that has the plug-in’s own: %s', (words, name) => {
    const { status, stderr } = ulterior(...words.split(' '), '--plugin', './mine.mjs', '--output', 'never');
    expect([status, stderr]).toEqual([2, expect.stringMatching(new RegExp(`\\b${name}\\b`))]);
    expect(ulterior(words.split(' ')[0]!, '--help', '--plugin', './mine.mjs').stdout).not.toContain(name);
  });

  it('passes the conformance suites under node:test', () => {
    const { status, stdout } = run('--test', '--test-reporter=tap', 'mine.test.mjs');
    expect([status, stdout]).toEqual([0, expect.stringMatching(/# fail 0/)]);
    expect(Number(/# pass (\d+)/.exec(stdout)![1])).toBeGreaterThan(30);
  });

  it('runs as a program on two threads', () => {
    const { status, stdout, stderr } = run('program.mjs');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain("name: 'mine'");
  });

  it('tells of the code of an error, and loads nothing for commands that cannot use it', () => {
    const { status, stderr } = ulterior('audit', 'world:demo', '--plugin', './absent.mjs', '--output', 'x');
    expect([status, stderr]).toEqual([2, expect.stringContaining('PLUGIN_NOT_FOUND')]);
    expect(ulterior('data', 'fetch', 'ml-100k', '--plugin', './mine.mjs').stderr).toContain(
      '"data fetch" has no flag --plugin',
    );
  });

  // Last: it changes the file.
  it('does not resume what another version of the plug-in began', () => {
    appendFileSync(join(project, 'mine.mjs'), '// changed\n');
    const { status, stderr } = ulterior(...auditWords!);
    expect([status, stderr]).toEqual([2, expect.stringContaining('CHECKPOINT_FOREIGN')]);
  });
});
