/** `ulterior audit` of several attributes, and `ulterior ask` with the model it saves: the built program. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { jointWorld } from '../../../test/support/jointWorld.ts';
import { ulterior } from '../../../test/support/program/index.ts';
import type { LeakMatrixRecords } from '../../audit/index.ts';
import { attributeOf, itemIndex, userIndex } from '../../ratings/index.ts';
import { loadModel } from '../../runtime/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-leak-matrix-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (words: string[], input = '') => ulterior(words, { input });

const world = jointWorld({ users: 160, items: 24, seed: 8 });
const { starts, indices, values } = world.ratings.byUser;
const rows = Array.from({ length: world.users.size }, (_, user) =>
  Array.from(indices.subarray(starts[user], starts[user + 1]), (item, n) =>
    [world.users.id(userIndex(user)), world.items.id(itemIndex(item)), values[starts[user]! + n]].join(','),
  ),
).flat();
const [gender, age] = [attributeOf(world, 'gender'), attributeOf(world, 'age')];
const people = Array.from({ length: world.users.size }, (_, user) =>
  // Of the last ten people the age is not known, of the first two the gender.
  [`u${user}`, user < 2 ? '' : gender.labels[gender.values[user]!], user < 150 ? 20 + 30 * age.values[user]! : ''].join(
    ',',
  ),
);
const [ratingsFile, usersFile] = [join(folder, 'ratings.csv'), join(folder, 'users.csv')];
writeFileSync(ratingsFile, ['user,item,rating', ...rows].join('\n'));
writeFileSync(usersFile, ['user,gender,age', ...people].join('\n'));
const output = join(folder, 'leaks');
const model = join(folder, 'both.safetensors');
const command = (...more: string[]) => ['audit', ratingsFile, '--users-table', usersFile, ...more];
const both = (...names: string[]) => names.flatMap((name) => ['--attribute', name]);
const small = '--questions 3 --set folds=2 --set resamples=50 --set training.dimension=2 --threads 1'.split(' ');

describe('ulterior audit of several attributes', () => {
  it('writes a report and a model, and prints the matrix', async () => {
    const words = [...both('gender', 'age:35,60'), ...small, '--output', output, '--set', `saveModel=${model}`];
    const { status, stdout, stderr } = ulterior(command(...words), { drawn: true });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^Asked for one attribute, what else do people reveal\? Gender and age\n.* 148 people .*\n\n.* leak of (gender|age)/,
    );
    expect(stdout).toMatch(/^Inferred +Questions +After 3 +Bounds after 3$/m);
    expect(stdout).toMatch(/^gender +asked for gender +0\.\d{3} \[0\.\d{3}, 0\.\d{3}\] +\[0\.\d{3}, /m);
    expect(stdout).toMatch(/^age +asked for age, control +0\.\d{3} \[/m);
    expect(stdout).toMatch(/^age +a model of age alone +0\.\d{3} \[/m);
    expect(stdout).toContain(' 24 items, ');
    expect(stdout).toContain('Left out: 12 people (gender is not known of 2, age is not known of 10).');
    expect(stdout).toContain(`Report: ${join(output, 'report.html')}`);
    const records = JSON.parse(readFileSync(join(output, 'records.json'), 'utf8')) as LeakMatrixRecords;
    expect(records).toMatchObject({
      format: 'ulterior-leak-matrix',
      spec: { maxQuestions: 3, compareAt: [3], folds: 2 },
    });
    for (const file of ['report.html', 'curves.csv', 'charts/leak-matrix.svg', 'charts/watched-1.png']) {
      expect([file, existsSync(join(output, file))]).toEqual([file, true]);
    }
    expect((await loadModel(model)).attributes).toEqual([
      { name: 'gender', labels: ['F', 'M'] },
      { name: 'age', labels: ['below 35', '35 to below 60'] },
    ]);
  });

  it('resumes where it was, with the same records, and draws the report again from them', () => {
    const recordsNow = () => JSON.parse(readFileSync(join(output, 'records.json'), 'utf8')) as LeakMatrixRecords;
    const before = recordsNow();
    const words = [...both('gender', 'age:35,60'), ...small, '--output', output];
    expect(ulterior(command(...words), { drawn: true }).status).toBe(0);
    expect({ ...recordsNow(), provenance: before.provenance }).toEqual(before);
    const again = join(folder, 'again');
    expect(run(['report', join(output, 'records.json'), '--output', again]).status).toBe(0);
    expect(readFileSync(join(again, 'report.html'), 'utf8')).toBe(readFileSync(join(output, 'report.html'), 'utf8'));
  });

  it('in parts, has the records of one process', () => {
    const shared = join(folder, 'shared');
    for (const last of [
      ['--part', '0/2'],
      ['--part', '1/2'],
      ['--part', 'collect'],
    ]) {
      const words = [...both('gender', 'age:35,60'), ...small, '--output', shared, ...last];
      expect(run(command(...words)).status).toBe(0);
      expect(existsSync(join(shared, 'records.json'))).toBe(last[1] === 'collect');
    }
    const [one, other] = [output, shared].map((place) => {
      const { provenance, ...records } = JSON.parse(readFileSync(join(place, 'records.json'), 'utf8'));
      return JSON.stringify({ ...records, version: provenance.version });
    });
    expect(other).toBe(one);
  });

  it('says what is wrong with what it was told', () => {
    const refused = (...words: string[]) => {
      const { status, stderr } = run([...words, '--output', join(folder, 'none')]);
      return `${status} ${stderr}`;
    };
    expect(refused(...command(...both('gender', 'income')))).toMatch(/^3 error .*"income"/);
    expect(refused(...command(...both('gender', 'age:number')))).toMatch(/^2 error .*"age" is a number/);
    expect(refused('audit', 'world:demo', ...both('gender', 'age'))).toMatch(
      /^2 error "world:demo" is an invented world, whose people have a single attribute/,
    );
  });
});

describe('ulterior ask with a model of several attributes', () => {
  it('shows what each answer says about every attribute', () => {
    const { status, stdout } = run(['ask', model, '--yes', '--questions', '2', '--target', 'age'], '5\ns\n');
    expect(status).toBe(0);
    // Before the first question and after each of two.
    expect(stdout.match(/^ {3}gender$/gm)).toHaveLength(3);
    expect(stdout.match(/^ {3}age$/gm)).toHaveLength(3);
    expect(stdout.match(/^ {3}below 35 {8}[█▏▎▍▌▋▊▉·]{30} +\d+\.\d%$/gm)).toHaveLength(3);
    expect(stdout).toMatch(/In total: gender: .*[FM].*\d+\.\d ?%/);
    expect(stdout).toMatch(/In total: age: .*\d+\.\d ?%/);
  });

  it('asks for all at once unless it is told what for, and says what it infers', () => {
    const { status, stdout } = run(['ask', model, '--questions', '1'], 'y\ns\n');
    expect(status).toBe(0);
    expect(stdout).toContain('infers your gender (F, M) and age (below 35, 35 to below 60),');
    expect(run(['ask', model, '--yes', '--target', 'income']).stderr).toMatch(/^error there is no attribute "income"/);
  });
});
