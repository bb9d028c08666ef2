/** Stands in for node:assert/strict where the conformance suites run in a browser, by the checks of vitest. */
import { expect } from 'vitest';

const assert = {
  ok: (value: unknown, message?: string) => expect(value, message).toBeTruthy(),
  equal: (actual: unknown, expected: unknown, message?: string) => expect(actual, message).toBe(expected),
  deepEqual: (actual: unknown, expected: unknown, message?: string) => expect(actual, message).toStrictEqual(expected),
  match: (text: string, pattern: RegExp, message?: string) => expect(text, message).toMatch(pattern),
  rejects: (action: () => Promise<unknown>) => expect(action()).rejects.toThrow(),
  fail: (message: string) => expect.fail(message),
};
export default assert;
