/** Folders for temporary files: whose they are, and when anybody may remove them. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isInScratch, nameFor, openScratch, sweepScratch } from './scratch.ts';

const before = process.env['TMPDIR'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ulterior-test-'));
  process.env['TMPDIR'] = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  rmSync(folder, { recursive: true });
});

const ORPHAN = 'ulterior-scratch-01234567-89ab-4cde-8f01-23456789abcd';

describe('a folder for temporary files', () => {
  it('is for its owner alone, spared while he lives, and gone when he is done', async () => {
    const scratch = await openScratch();
    const [own] = readdirSync(folder).filter((name) => !name.endsWith('.socket'));
    expect(statSync(join(folder, own!)).mode & 0o777).toBe(0o700);
    const result = await scratch.within('some id', async (place) => {
      writeFileSync(join(place, `ratings-${nameFor('other id')}`), 'x');
      expect(await sweepScratch()).toBe(0);
      expect(await Promise.all(['some id', 'other id', 'OTHER ID', 'no id'].map(isInScratch))).toEqual([
        true,
        true,
        true,
        false,
      ]);
      return 7;
    });
    expect(result).toBe(7);
    expect(await isInScratch('other id')).toBe(false);
    await expect(scratch.within('id', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(readdirSync(join(folder, own!))).toEqual([]);
    await scratch.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('without an owner is removed, and nothing else is', async () => {
    mkdirSync(join(folder, ORPHAN));
    writeFileSync(join(folder, ORPHAN, `ratings-${nameFor('id')}`), 'x');
    const kept = mkdtempSync(join(folder, 'ulterior-'));
    symlinkSync(kept, join(folder, ORPHAN.replace('01', '99')));
    const scratch = await openScratch();
    expect(await isInScratch('id')).toBe(false);
    expect(readdirSync(folder).includes(ORPHAN)).toBe(false);
    expect(statSync(kept).isDirectory()).toBe(true);
    expect(await sweepScratch()).toBe(0);
    await scratch.close();
  });

  it.runIf(process.platform === 'linux')('may lie deeper than the name of a socket is long', async () => {
    process.env['TMPDIR'] = join(folder, 'deep'.repeat(30));
    mkdirSync(process.env['TMPDIR']);
    const scratch = await openScratch();
    expect(await sweepScratch()).toBe(0);
    await scratch.close();
    expect(readdirSync(process.env['TMPDIR'])).toEqual([]);
  });
});
