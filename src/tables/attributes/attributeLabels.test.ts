import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { missingValues } from '../cells/missingValues.ts';
import { createTable } from '../cells/table.ts';
import { parseAttribute } from './attributeExpression.ts';
import { type LabelExpression, labelRows } from './attributeLabels.ts';

const table = (...values: (string | undefined)[]) =>
  createTable('users.csv', [['x', { kind: 'texts', values }]], (row) => row + 2);
const labels = (expression: string, ...values: (string | undefined)[]) => {
  const { ofRow, labels: occurring } = labelRows(table(...values), parseAttribute(expression) as LabelExpression);
  return { ofRow, labels: occurring };
};

describe('labels of an attribute', () => {
  it('as they are: missing stays missing, stray bytes go, numbers sort as numbers', () => {
    expect(labels('x', 'Not much\u00CA', undefined, '', 'N/A', ' Some ')).toEqual({
      ofRow: ['Not much', undefined, undefined, undefined, 'Some'],
      labels: ['Not much', 'Some'],
    });
    expect(labels('x', '56', '1', '18').labels).toEqual(['1', '18', '56']);
  });

  it('missing is never a group, whatever its case and spaces, and is counted by word', () => {
    const cells = ['M', 'NA', ' na ', 'n/a', 'NaN', 'NULL', '', undefined, '\\N', 'Unknown', '0.0', '-1', 'F'];
    const read = (expression: string, words: string[]) =>
      labelRows(table(...cells), parseAttribute(expression) as LabelExpression, missingValues(words));
    const { ofRow, labels: occurring, missing } = read('x', ['0', '-1', 'unknown']);
    expect(occurring).toEqual(['F', 'M']);
    expect(ofRow.filter((label) => label === undefined)).toHaveLength(11);
    expect(missing.list()).toEqual([
      { word: '', cells: 2 },
      { word: 'NA', cells: 2 },
      ...['-1', '0', 'N/A', 'NaN', '\\N', 'null', 'unknown'].map((word) => ({ word, cells: 1 })),
    ]);
    expect(read('x', []).labels).toEqual(['-1', '0.0', 'F', 'M', 'Unknown']);
    expect(read('x:{M; others=*}', ['0', '-1', 'unknown']).ofRow.filter((label) => label === 'others')).toEqual([
      'others',
    ]);
  });

  it.each([
    ['x>=35', ['below 35', 'from 35', 'from 35']],
    ['x<35', ['below 35', 'from 35', 'from 35']],
    ['x>35', ['up to 35', 'up to 35', 'above 35']],
    ['x<=35', ['up to 35', 'up to 35', 'above 35']],
  ])('%s parts the numbers', (expression, expected) => {
    expect(labels(expression, '34.5', '35', '36').ofRow).toEqual(expected);
  });

  it('bins hold their lower end, and bins that nobody is in are left out', () => {
    expect(labels('x:18,25,35', '17', '18', '25', '24', undefined)).toEqual({
      ofRow: ['below 18', '18 to below 25', '25 to below 35', '18 to below 25', undefined],
      labels: ['below 18', '18 to below 25', '25 to below 35'],
    });
    expect(labels('x:18', '80').labels).toEqual(['from 18']);
  });

  it('groups come in the order in which they are written', () => {
    expect(labels('x:{young=a|b; drop=c; old=*}', 'd', 'a', 'c', 'b', undefined)).toEqual({
      ofRow: ['old', 'young', undefined, 'young', undefined],
      labels: ['young', 'old'],
    });
  });

  it('a value that no group names is refused with file, line and count', () => {
    expect(failure(() => labels('x:{M;F}', 'M', 'f', 'F', 'f', 'x'))).toBe(
      'ATTRIBUTE_VALUE_UNKNOWN: the attribute "x:{M; F}" does not say what to do with "f", "x" (3 rows of "users.csv", the first line 3) -> put the value into a group, add drop=* or other=* for all values that are not named, or name it among the missing values',
    );
  });

  it('groups that are dropped have no label that could be one of the values', () => {
    expect(failure(() => labels('x:{drop=M; women=F}', 'M', 'f'))).toMatch(
      /^ATTRIBUTE_VALUE_UNKNOWN: the attribute "x:\{drop=M; women=F\}" does not say what to do with "f"/,
    );
    expect(failure(() => labels('x:{drop=M; women=F}', 'women'))).toContain('write x{women=F}');
  });

  it('a threshold on what is no number is refused', () => {
    expect(failure(() => labels('x>=35', '18-29', '40'))).toBe(
      'ATTRIBUTE_VALUE_UNKNOWN: the column "x" is compared with numbers but holds "18-29" (1 row of "users.csv", the first line 2) -> name it among the missing values, or group the values by name instead: x:{one=a|b; other=*}',
    );
  });

  it('values by other names: in the order written, two with one label together, the others as they are', () => {
    expect(labels('x{2=male; 1=female; 3=male}', '1', '2', '3', '1.0', '9', 'x')).toEqual({
      ofRow: ['female', 'male', 'male', 'female', '9', 'x'],
      labels: ['male', 'female', '9', 'x'],
    });
    expect(labels('x{F=female; 0=drop}', 'F', 'female', '0', 'M').ofRow).toEqual(['female', 'female', undefined, 'M']);
  });

  it('cuts by other names', () => {
    expect(labels('x>=35{young; old}', '40', '20')).toEqual({ ofRow: ['old', 'young'], labels: ['young', 'old'] });
    expect(labels('x:18,35,65{a; b; b; drop}', '70', '40', '20', '1')).toEqual({
      ofRow: [undefined, 'b', 'b', 'a'],
      labels: ['a', 'b'],
    });
  });

  it('labels that name no value, or stand the wrong way round, are refused', () => {
    expect(failure(() => labels('x{1=female; 2=male}', 'F', 'M'))).toBe(
      'ATTRIBUTE_VALUE_UNKNOWN: the attribute "x{1=female; 2=male}" names "1", "2", but the column "x" of "users.csv" holds "F", "M" -> write the value first and its label second: gender{1=female; 2=male}',
    );
    expect(failure(() => labels('x:{1=female; 2=male}', '1', '2'))).toMatch(
      / -> groups are written label=value; to give each value a label, write x\{1=female; 2=male\}$/,
    );
  });

  it('cuts read lenient numbers on request, and say so where they are not', () => {
    const cells = table('14"', '1,234', '7', '14"');
    const { ofRow, cut } = labelRows(cells, parseAttribute('x>=10') as LabelExpression, missingValues(), true);
    expect(ofRow).toEqual(['from 10', 'from 10', 'below 10', 'from 10']);
    expect(cut.list()).toEqual([
      { word: '14"', cells: 2 },
      { word: '1,234', cells: 1 },
    ]);
    expect(failure(() => labels('x>=10', '7', '14"'))).toMatch(
      /instead: x:\{one=a\|b; other=\*\}; or set lenientNumbers in a data file, which reads "14"" as 14$/,
    );
  });
});
