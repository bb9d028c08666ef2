/** Every input of a corpus, and every one that once brought something down, does no more than fail with a coded error. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UlteriorError } from '../../src/errors/index.ts';
import { type FuzzTarget, onlyCoded } from './onlyCoded.ts';

interface Target {
  readonly fuzz: FuzzTarget;
  readonly prepare?: () => Promise<void>;
  readonly close?: () => Promise<void>;
}

const here = new URL('./', import.meta.url);
const names = readdirSync(new URL('targets/', here)).map((file) => file.replace('.ts', ''));

function inputsOf(folder: string): (readonly [string, Uint8Array])[] {
  const url = new URL(folder, here);
  return existsSync(url)
    ? readdirSync(url).map((file) => [file, readFileSync(new URL(`${folder}/${file}`, here))])
    : [];
}

describe.each(names)('%s', (name) => {
  let target: Target;
  beforeAll(async () => {
    target = await import(`./targets/${name}.ts`);
    await target.prepare?.();
  });
  afterAll(() => target.close?.());

  it.each([...inputsOf(`corpus/${name}`), ...inputsOf(`found/${name}`)])('%s', async (_, bytes) => {
    await expect(target.fuzz(bytes)).resolves.toBeUndefined();
  });

  it('has a corpus', () => expect(inputsOf(`corpus/${name}`).length).toBeGreaterThan(2));
});

describe('what counts as found', () => {
  it('is any error without a code, and none with one', async () => {
    const coded = () => {
      throw new UlteriorError('FILE_EMPTY', '"x" has no rows', 'check the file');
    };
    await expect(onlyCoded(coded)).resolves.toBeUndefined();
    const bare = () => JSON.parse('{');
    await expect(onlyCoded(bare)).rejects.toThrow(SyntaxError);
    const unknown = () => {
      throw Object.assign(new UlteriorError('FILE_EMPTY', '"x" has no rows', 'check'), { code: 'ANY' });
    };
    await expect(onlyCoded(unknown)).rejects.toThrow('no rows');
  });
});
