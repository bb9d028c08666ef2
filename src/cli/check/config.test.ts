import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { createProgram } from '../program.ts';
import { checkConfigDocument, checkConfigFrom, wordsOf } from './config.ts';

const program = createProgram();
const audit = { name: 'films', data: 'r.csv', maxAuc: 0.6 };
const read = (config: unknown) => checkConfigFrom(JSON.stringify(config), 'ulterior.json', program);
const refused = (config: unknown) => failure(() => read(config));
const withOptions = (options: object) => ({ audits: [{ ...audit, options }] });

describe('ulterior.json', () => {
  it('docs/check-config.schema.json is what scripts/write-spec-schema.mjs makes of its one description', () => {
    const written = readFileSync(new URL('../../../docs/check-config.schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(written)).toEqual(checkConfigDocument());
  });

  it.each([
    [{ audits: [] }, /ulterior\.json: audits is empty/],
    [{ audits: [{ ...audit, optoins: {} }] }, /audits\[0\]\.optoins is not a known field: did you mean options\?/],
    [{ audits: [{ ...audit, maxAuc: 0.5 }] }, /audits\[0\]\.maxAuc is 0\.5; it must be a number above 0\.5, up to 1/],
    [{ audits: [audit], budgets: { gender: 60 } }, /budgets\.gender is 60/],
    [{ audits: [audit], failOn: 'top' }, /failOn is top; it must be one of lower, estimate, upper/],
    [[], /the file is empty|the file is a list/],
    [{ audits: [audit, audit] }, /audits\[1\]\.name is "films" again/],
    [{ audits: [{ ...audit, name: '../x' }] }, /audits\[0\]\.name is "\.\.\/x"; it must be of letters/],
    [{ audits: [{ ...audit, maxAuc: undefined }] }, /audits\[0\]\.maxAuc is missing; it must be a limit here/],
    [{ audits: [{ ...audit, data: undefined }] }, /audits\[0\]\.data is missing/],
    [withOptions({ minuser: 3 }), /audits\[0\]\.options\.minuser is not an option of audit: did you mean min-user\?/],
    [withOptions({ 'min-user': 'three' }), /audits\[0\]\.options\.min-user is "three": Give a whole number/],
    [withOptions({ 'max-auc': 0.9 }), /audits\[0\]\.options\.max-auc is set by the check itself/],
    [withOptions({ output: 'x' }), /audits\[0\]\.options\.output is set by the check itself/],
    [withOptions({ folds: 5 }), /options\.folds is not an option of audit/],
    [{ audits: [{ ...audit, settings: { fold: 5 } }] }, /settings\.fold is not a setting: did you mean folds\?/],
    [withOptions({ attribute: true }), /options\.attribute is true; it must be a value/],
  ])('%j is refused with its path', (config, expected) => {
    expect(refused(config)).toMatch(/^CHECK_CONFIG: ulterior\.json: /);
    expect(refused(config)).toMatch(expected);
  });

  it('tells every problem at once, and what is not JSON', () => {
    expect(refused(withOptions({ minuser: 3, questions: 'x' }))).toMatch(/minuser .*; .*questions /);
    expect(failure(() => checkConfigFrom('{', 'a/b.json', program))).toMatch(
      /^CHECK_CONFIG: a\/b\.json: the file is not JSON/,
    );
  });

  it('becomes the words of a command line', () => {
    const options = {
      attribute: 'gender',
      'min-user': 20,
    };
    const settings = { strategies: ['separation', 'random'], 'training.dimension': 3 };
    const [films] = read({ audits: [{ ...audit, options, settings }] }).audits;
    expect(wordsOf(films!, program).join(' ')).toBe(
      'audit r.csv --attribute gender --min-user 20 --set strategies=separation,random --set training.dimension=3',
    );
    const list = { name: 'l', options: { list: 'q.txt' }, settings: { model: ['a', 'b'] } };
    const [asked] = read({ maxAuc: 0.6, audits: [list] }).audits;
    expect(wordsOf(asked!, program)).toEqual(['audit', '--list', 'q.txt', '--set', 'model=a,b']);
    const [both] = read(
      withOptions({ attribute: ['gender', 'age:18,35'], defence: ['blinding', 'withhold:0.4'] }),
    ).audits;
    expect(wordsOf(both!, program).join(' ')).toBe(
      'audit r.csv --attribute gender --attribute age:18,35 --defence blinding,withhold:0.4',
    );
  });
});
