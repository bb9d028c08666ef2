/** The words of the administrator's page. */
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../service/src/admin/serviceAnswers.ts';
import { enAdmin } from '../../service/src/admin/words/admin.en.ts';
import {
  agoText,
  durationText,
  isOwnKey,
  looksLikeKey,
  refusalText,
  signInRefusal,
  sizeText,
} from '../../service/src/admin/words.ts';

describe('sizes and times', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [9840, '9.8 kB'],
    [99_400, '99 kB'],
    [999_499, '999 kB'],
    [999_500, '1 MB'],
    [2_340_000, '2.3 MB'],
    [902_000_000, '902 MB'],
    [7e12, '7 TB'],
    [7e15, '7000 TB'],
  ])('%d bytes are %s', (bytes, words) => {
    expect(sizeText(bytes)).toBe(words);
  });

  it.each([
    [-5, '0 seconds'],
    [1000, '1 second'],
    [59_000, '59 seconds'],
    [60_000, '1 minute'],
    [7_199_000, '1 hour'],
    [86_400_000, '1 day'],
    [10 * 86_400_000, '10 days'],
  ])('%d milliseconds are %s', (milliseconds, words) => {
    expect(durationText(milliseconds)).toBe(words);
  });

  it('tells how long ago something was, by the clock of the service', () => {
    expect(agoText('2026-03-01T12:00:00Z', '2026-03-01T12:00:00.400Z')).toBe('just now');
    expect(agoText('2026-03-01T12:00:00Z', '2026-03-03T13:00:00Z')).toBe('2 days ago');
    // Clocks of several instances may differ a little.
    expect(agoText('2026-03-01T12:00:01Z', '2026-03-01T12:00:00Z')).toBe('just now');
    expect([1, 1234].map(enAdmin.keys.revokedKeys)).toEqual(['1 revoked key', '1,234 revoked keys']);
  });
});

describe('keys', () => {
  const key = `ulk_0123456789abcdef_${'x'.repeat(43)}`;

  it('are told from other texts before they are sent', () => {
    expect(looksLikeKey(key)).toBe(true);
    for (const text of ['', 'secret', `uli_${'x'.repeat(43)}`, key.slice(0, -1), `${key}x`, key.toUpperCase()]) {
      expect(looksLikeKey(text)).toBe(false);
    }
  });

  it('know their own row', () => {
    expect(isOwnKey({ id: '0123456789abcdef' }, key)).toBe(true);
    expect(isOwnKey({ id: '0123456789abcdee' }, key)).toBe(false);
    expect(isOwnKey({ id: '0123456789abcdef' }, undefined)).toBe(false);
  });
});

describe('refusals', () => {
  const refusal = (status: number, code: string) => new Refusal(status, code, 'it is so', 'do this');

  it('say why somebody is not let in', () => {
    expect(signInRefusal(refusal(401, 'CREDENTIAL_REFUSED'))).toMatch(/does not know this key/);
    expect(signInRefusal(refusal(403, 'SCOPE_TOO_SMALL'))).toMatch(/needs a key for administration/);
    expect(signInRefusal(refusal(0, ''))).toBe('It is so. Do this.');
  });

  it('explain why the last key of an administrator stays, and leave other reasons in the words of the service', () => {
    expect(refusalText(refusal(409, 'LAST_ADMIN_KEY'))).toMatch(/^This is the last key for administration\./);
    expect(refusalText(refusal(404, 'NOT_FOUND'))).toBe('It is so. Do this.');
  });
});
