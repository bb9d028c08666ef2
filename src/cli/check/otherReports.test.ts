/** Reports for other readers, written by the command. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { createProgram } from '../program.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-other-'));
afterAll(() => rmSync(folder, { recursive: true }));
const place = (name: string) => join(folder, name);
const records = JSON.stringify(sampleRecords({ maxQuestions: 20 }));
writeFileSync(place('records.json'), records);

async function report(...words: string[]): Promise<void> {
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  try {
    await createProgram().parseAsync(['report', place('records.json'), ...words], { from: 'user' });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

it('an assessment has the hash of the records and the limits of ulterior.json', async () => {
  const audits = [{ name: 'films', data: 'world:demo', maxAuc: 0.7 }];
  writeFileSync(place('ulterior.json'), JSON.stringify({ budgets: { gender: 0.65 }, audits }));
  await report('--for', 'dpo', '--output', place('assessment'), '--config', place('ulterior.json'));
  expect(readdirSync(place('assessment')).sort()).toEqual(['dpo.html', 'dpo.md']);
  const text = readFileSync(place('assessment/dpo.md'), 'utf8');
  expect(text).toContain(createHash('sha256').update(records).digest('hex'));
  expect(text).toMatch(/\| 0\.65 \| above the limit \|/);
});

it('a brief report leaves the figures to look up away', async () => {
  await report('--brief', '--output', place('short'));
  const page = readFileSync(place('short/brief.html'), 'utf8');
  expect(page).toContain('<h1>A strong leak of gender.</h1>');
  expect(page).toContain('Limits and responsible use');
  expect(page).not.toContain('<table');
});

it.each([
  [['--for', 'dpo']],
  [['--brief', '--for', 'dpo', '--output', 'x']],
  [['--output', 'x', '--config', 'ulterior.json']],
  [['--for', 'judge', '--output', 'x']],
])('refuses %j', async (words) => {
  await expect(report(...words)).rejects.toThrow();
});
