import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../common/limits.ts';
import { checkRequest, sourceFor } from './auditRequest.ts';

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
