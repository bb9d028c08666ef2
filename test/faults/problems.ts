import { expect } from 'vitest';
import type { Answered } from '../support/service.ts';

/** What a client can act on: a problem in JSON that says what it is, and when to come back. */
export function expectProblem(reply: Answered, code: string): void {
  expect(reply).toMatchObject({
    status: 503,
    headers: {
      'content-type': expect.stringContaining('application/problem+json'),
      'retry-after': expect.stringMatching(/^\d+$/),
    },
    body: { code, status: 503 },
  });
}
