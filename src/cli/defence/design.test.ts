/** `ulterior audit --list` and `ulterior design`: the built program. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ulterior } from '../../../test/support/program/index.ts';
import { ratedModel } from '../../../test/support/ratedModel.ts';
import { impliedLeak, largestLeak, type QuestionnaireStudy } from '../../defence/index.ts';
import type { Questionnaire } from '../../interview/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { saveModel } from '../../runtime/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-questionnaire-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (...words: string[]) => ulterior(words);
const check = (list: string, ...words: string[]) => run('audit', '--list', list, ...words);
const file = (name: string) => join(folder, name);

const ratings = ratedModel({ seed: 3, items: 30, dimension: 3 });
const channels = ratedModel({ seed: 4, items: 30, dimension: 3, channels: true });
const both = ['ratings.safetensors', 'channels.safetensors'].map(file);
const few = ['--set', 'agendaSamples=100'];
const models = ['--set', `model=${both.join(',')}`, ...few];
const designed = ['--model', ...both, ...few];
const studyIn = (output: string) =>
  JSON.parse(readFileSync(join(output, 'records.json'), 'utf8')) as QuestionnaireStudy;
const list = [2, 5, 7].map(itemIndex);

beforeAll(async () => {
  await saveModel(file('ratings.safetensors'), ratings);
  await saveModel(file('channels.safetensors'), channels);
  writeFileSync(file('list.txt'), 'i2\nI5\ni7\n');
});

describe('ulterior audit --list', () => {
  const leak = Math.max(...[ratings, channels].map((model) => impliedLeak(model, list).auc));

  it('prints each question and each list, and fails above --max-auc', () => {
    const above = check(file('list.txt'), ...models, '--max-auc', String(leak - 0.001));
    expect([above.status, above.stderr]).toEqual([4, '']);
    expect(above.stdout).toMatch(
      /^Gate: FAILED\..*\n.*is above the limit of .* Models imply this figure; no one was asked\.$/m,
    );
    expect(above.stdout).toMatch(/^What do these questions reveal about type\?\n/);
    expect(above.stdout).toMatch(/^i[257] +\d+% +\d\.\d{3} +\d\.\d{3} .* \d+\.\d%$/m);
    expect(above.stdout).toMatch(/^Most rated items +\d\.\d{3} \(0\.\d\d\)/m);
    expect(above.stdout).toContain(`type with an AUC of ${leak.toFixed(2)} (read from: `);
    expect(above.stdout).toMatch(/^type +ratings +\d\.\d{3} .*\ntype +seen and rated +\d\.\d{3} /m);
    const below = check(file('list.txt'), ...models, '--max-auc', String(leak + 0.001), '--quiet');
    expect(below).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(check(file('list.txt'), ...models, '--quiet').status).toBe(0);
  });

  it('names what it does not know, with what is near, and what is wrong with the call', () => {
    writeFileSync(file('unknown.csv'), 'id,title\ni2,A\ni333,B\n');
    const unknown = check(file('unknown.csv'), ...models);
    expect(unknown.status).toBe(3);
    expect(unknown.stderr).toMatch(/^error an item of the list is not known: "i333" \(near: "i3".*\[ITEM_UNKNOWN\]/);
    expect(check(file('none.txt'), ...models).status).toBe(3);
    expect(check(file('list.txt'))).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^error neither models nor data are named/),
    });
    expect(check(file('list.txt'), 'world:demo', ...models).stderr).toMatch(/^error both models and/);
    expect(check(file('list.txt'), ...models, '--max-auc', '0.2').stderr).toMatch(
      /^error --max-auc is "0\.2" \[CALL_INVALID\]/,
    );
    expect(run('audit', '--help').stdout).toContain('Exit status 4');
  });
});

describe('ulterior design', () => {
  it('proposes a list within its budget, which the check then lets pass', () => {
    const saved = file('proposed.csv');
    const words = ['design', '--questions', '4', '--max-auc', '0.65', ...designed];
    const { status, stdout } = run(...words, '--save-list', saved);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^4 questions about taste, not about type\n/);
    expect(stdout).toMatch(
      /give away \d+% of what the same designer’s list without a budget gives away \(D² 0\.\d{3} /,
    );
    expect(readFileSync(saved, 'utf8')).toMatch(/^id,title,designed_for,designed_on\n(i\d+,i\d+,0\.65,.+\n){4}$/);
    expect(check(saved, ...models, '--max-auc', '0.65', '--quiet').status).toBe(0);
    expect(run(...words, '--output', file('proposed'), '--quiet').status).toBe(0);
    const study = studyIn(file('proposed'));
    expect(study).toMatchObject({ format: 'ulterior-questionnaire-study', spec: { questions: 4, maxAuc: 0.65 } });
    expect(study.subject.questions.map(({ item }) => item)).toEqual(
      readFileSync(saved, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    );
  });

  it('says so, with status 4, where no list keeps within the budget', () => {
    const { status, stdout } = run('design', '--questions', '4', '--max-auc', '0.5', ...designed);
    expect(status).toBe(4);
    expect(stdout).toMatch(/^No list of 4 questions was found that keeps below an AUC of 0\.5\. .* gives away least/m);
  });

  it('with data it asks people, writes a report, and resumes where it was', () => {
    const output = file('report');
    const small =
      '--set training.dimension=2 --set channels.dimension=2 --set training.iterations=4 --set folds=2 --set resamples=50 --set budgets=0.7 --set agendaSamples=0 --threads 1';
    const words = ['design', 'world:demo,users=160,items=40,seed=3', '--questions', '3', '--max-auc', '0.65'];
    const saved = file('designed.csv');
    const first = run(...words, ...small.split(' '), '--output', output, '--save-list', saved);
    expect([first.status, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(
      /^What attackers and the recommender learned\n.*\nList +ratings +seen and rated +regression +trees +RMSE/m,
    );
    expect(first.stdout).toMatch(/with nothing asked, by \d\.\d{3} \[/);
    expect(first.stdout).toMatch(/^The control\n.*shuffled among the people/m);
    for (const name of ['report.html', 'records.json'])
      expect([name, existsSync(join(output, name))]).toEqual([name, true]);
    const written = studyIn(output);
    expect(run(...words, ...small.split(' '), '--output', output, '--quiet').status).toBe(0);
    expect({ ...studyIn(output), provenance: written.provenance }).toEqual(written);

    // Checked on the people of its design, the list is not taken at its word.
    const checked = (data: string, ...more: string[]) => check(saved, data, ...small.split(' '), ...more);
    const same = checked(words[1]!).stdout;
    expect(same).toMatch(
      /^.*leak of chronotype.*\. This list was designed on these very people, .* Lists designed in the same way without the people who are asked reveal chronotype with an AUC of (0\.\d{3}) \[.*; the list itself reaches 0\.\d{3} /m,
    );
    const { auc, bounds } = largestLeak(written, written.subject);
    const honest = `${auc.toFixed(3)} [${bounds!.low.toFixed(3)}, ${bounds!.high.toFixed(3)}];`;
    expect(same).toContain(`without the people who are asked reveal chronotype with an AUC of ${honest}`);
    // 160 people: the figures stay within 0.65, but the bounds do not, and a check does not let that pass.
    const gate = checked(words[1]!, '--max-auc', '0.65');
    expect(gate.status).toBe(4);
    expect(gate.stdout).toMatch(
      /That the limit of 0\.65 is kept was not shown: .* the bounds of the attackers reach 0\.\d{3}\./,
    );
    expect(checked(words[1]!, '--max-auc', '0.95', '--quiet').status).toBe(0);
    const others = checked('world:demo,users=160,items=40,seed=4').stdout;
    expect(others).toMatch(/^designed\.csv +0\.\d{3} \[/m);
    expect(others).not.toContain('designed on these very people');
  });
});

describe('ulterior design --attack-list', () => {
  it("writes the attacker's list, which can be checked", () => {
    const output = file('attack.json');
    const { status, stdout } = run('design', '--model', ...both, '--questions', '5', '--attack-list', output);
    expect(status).toBe(0);
    const compiled: Questionnaire = JSON.parse(readFileSync(output, 'utf8'));
    expect(compiled.questions).toHaveLength(5);
    expect(stdout).toContain(`  1  ${compiled.questions[0]!.title}`);
    expect(check(output, ...models, '--output', file('checked'), '--quiet').status).toBe(0);
    const study = studyIn(file('checked'));
    expect(study.subject.questions.map(({ item }) => item)).toEqual(compiled.questions.map(({ item }) => item));
    const own = study.compared.find(({ id }) => id === 'attacker:type')!;
    expect(own.questions.map(({ item }) => item)).toEqual(compiled.questions.map(({ item }) => item));
    expect(run('design', '--model', file('ratings.safetensors'), '--attack-list', output).stderr).toMatch(
      /^error a questionnaire is compiled for models that observe skips/,
    );
  });
});
