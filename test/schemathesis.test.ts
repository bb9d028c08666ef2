/**
 * Another tool's reading of the document: a short run of Schemathesis (scripts/schemathesis.mjs), as the administrator.
 * `npm run schemathesis` is the long one.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, vi } from 'vitest';
import { itNeeds } from './support/needs.ts';

const script = fileURLToPath(new URL('../scripts/schemathesis.mjs', import.meta.url));

// Two starts of the service, and an audit between them.
vi.setConfig({ testTimeout: 600_000 });

describe('the service, to Schemathesis', () => {
  itNeeds('schemathesis', 'answers what its document says, and nothing else', async () => {
    const words = ['--short', '--examples', '4', '--database', 'folder'];
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...words]);
    const [, cases] =
      /^(\d+) cases with seed 1: no fault, and nothing that the document does not say$/m.exec(stdout) ?? [];
    expect(Number(cases), stdout).toBeGreaterThan(100);
    // The requests got somewhere: things were found, made and refused.
    for (const status of [200, 201, 400, 404, 422]) expect(stdout).toMatch(new RegExp(`\\b${status} \\d+ times`));
  });
});
