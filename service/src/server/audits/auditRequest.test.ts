import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../../../test/support/failure.ts';
import { sourcesOf } from '../../commands/running.ts';
import { defaultLimits } from '../common/limits.ts';
import { checkRequest, sourceFor } from './auditRequest.ts';
import type { AuditRequest } from './auditSchemas.ts';

describe('the source of an audit', () => {
  const upload = { path: '/a', format: 'delimited' } as const;
  const id = '00000000-0000-4000-8000-000000000000';

  it('has the tables of the people and the titles, in both layouts, or neither', () => {
    const request = { data: { upload: id, users: id, items: id }, attribute: 'gender', delimiter: ';' };
    const files = { upload, users: { ...upload, path: '/u' }, items: { ...upload, path: '/i' } };
    const [users, titles] = ['/u', '/i'].map((path) => ({ path, delimiter: ';' }));
    expect(sourceFor(request, files, new Map(), defaultLimits)).toMatchObject({ kind: 'long', users, items: titles });
    const wide = { ...request, itemColumns: ['a', 'b'] };
    expect(sourceFor(wide, files, new Map(), defaultLimits)).toMatchObject({ kind: 'wide', users, titles });
    const alone = { data: { upload: id }, attribute: 'gender' };
    checkRequest(alone, new Map(), defaultLimits);
    expect(sourceFor(alone, { upload }, new Map(), defaultLimits)).toMatchObject({
      kind: 'long',
      attributes: ['gender'],
    });
  });

  it('has the missing values of the request, in every layout', () => {
    const request = { data: { upload: id, users: id }, attribute: 'gender', missing: ['0', 'unknown'] };
    const missing = ['0', 'unknown'];
    expect(sourceFor(request, { upload, users: upload }, new Map(), defaultLimits)).toMatchObject({
      kind: 'long',
      missing,
    });
    const wide = { ...request, data: { upload: id }, itemColumns: ['a', 'b'] };
    expect(sourceFor(wide, { upload }, new Map(), defaultLimits)).toMatchObject({ kind: 'wide', missing });
    const named = new Map([['films', { kind: 'known', name: 'ml-1m', folder: '/b' } as const]]);
    expect(sourceFor({ ...request, data: { name: 'films' } }, undefined, named, defaultLimits)).toMatchObject({
      kind: 'known',
      missing,
    });
  });
});

describe('a data file in a request', () => {
  const upload = { path: '/a', format: 'delimited' } as const;
  const id = '00000000-0000-4000-8000-000000000000';
  const survey = { data: 'survey.csv', attribute: ['sex{1=f; 2=m}', 'age>=40'], itemColumns: '4-43', missing: ['-9'] };
  const check = (request: AuditRequest) => failure(() => checkRequest(request, new Map(), defaultLimits));

  it('says how the tables are read; the request chooses the attribute by its name', () => {
    const answers = [{ No: 0, Yes: 1 }];
    const described = { ...survey, answers, dropItems: ['row'], groupColumn: 'home', accept: ['ROWS_REPEAT'] as const };
    const request = { data: { upload: id, described }, attribute: 'sex' };
    checkRequest(request, new Map(), defaultLimits);
    expect(sourceFor(request, { upload }, new Map(), defaultLimits)).toMatchObject({
      ...{ kind: 'wide', path: '/a', format: 'delimited', items: { range: '4-43' }, attributes: ['sex{1=f; 2=m}'] },
      ...{ missing: ['-9'], answers, dropItems: ['row'], groupColumn: 'home', accept: ['ROWS_REPEAT'] },
    });
    const long = {
      data: 'r.csv',
      attribute: 'age>=40',
      usersTable: 'p.csv',
      usersIdColumn: 'who',
      ratingColumn: 'stars',
    };
    const beside = { data: { upload: id, users: id, described: long } };
    checkRequest(beside, new Map(), defaultLimits);
    const users = { path: '/u', format: 'jsonl' } as const;
    expect(sourceFor(beside, { upload, users }, new Map(), defaultLimits)).toMatchObject({
      ...{ kind: 'long', ratings: { ...upload, columns: { rating: 'stars' } }, attributes: ['age>=40'] },
      users: { ...users, user: 'who' },
    });
  });

  it.each([
    [{ described: survey }, {}, /^ATTRIBUTE_UNKNOWN: the data have 2 attributes/],
    [
      { described: survey },
      { attribute: 'sex', missing: ['0'] },
      /^REQUEST_CONTRADICTORY: missing is for data without/,
    ],
    [{ described: survey, users: id }, { attribute: 'sex' }, /users has no effect: the data file has no usersTable/],
    [
      { described: { ...survey, itemsTable: 't.csv' } },
      { attribute: 'sex' },
      /names a table \(itemsTable\) that is not there/,
    ],
    [{ described: { ...survey, itemColumns: '^(a+)+$' } }, { attribute: 'sex' }, /pattern that may take very long/],
    [{ described: { ...survey, data: undefined } }, { attribute: 'sex' }, /names no table of answers/],
  ])('%j, %j is refused', (data, request, expected) => {
    expect(check({ data: { upload: id, ...data }, ...request } as AuditRequest)).toMatch(expected);
  });

  it('of the operator, by name: its attributes are found by theirs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ulterior-described-'));
    const path = join(folder, 'survey.ulterior.json');
    writeFileSync(join(folder, 'survey.csv'), 'sex,q1,q2\n1,2,3\n');
    const described = { data: 'survey.csv', attribute: survey.attribute, itemColumns: '2-3', missing: ['-9'] };
    writeFileSync(path, JSON.stringify(described));
    const sources = new Map(Object.entries(await sourcesOf({ data: { survey: path, demo: 'world:demo' } } as never)));
    const request = { data: { name: 'survey' }, attribute: 'sex' };
    checkRequest(request, sources, defaultLimits);
    expect(sourceFor(request, undefined, sources, defaultLimits)).toMatchObject({
      ...{ kind: 'wide', path: join(folder, 'survey.csv'), items: { range: '2-3' }, missing: ['-9'] },
      attributes: ['sex{1=f; 2=m}'],
    });
    const open = { data: { name: 'survey' } };
    expect(failure(() => checkRequest(open, sources, defaultLimits))).toMatch(/^ATTRIBUTE_UNKNOWN: the data have 2/);
    writeFileSync(path, JSON.stringify({ ...described, tables: { 'survey.csv': { bytes: 1, sha256: '' } } }));
    expect(await asyncFailure(() => sourcesOf({ data: { survey: path } } as never))).toMatch(/^DATA_CHANGED/);
    rmSync(folder, { recursive: true });
  });

  it('a pattern with one sign for any number is quick, and passes', () => {
    const described = { ...survey, itemColumns: '^Please rate.*' };
    checkRequest({ data: { upload: id, described }, attribute: 'sex' }, new Map(), defaultLimits);
  });
});
