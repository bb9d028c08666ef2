import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import { requireWritableOutputs } from './writableOutputs.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-outputs-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'file');
writeFileSync(file, 'kept');

/** As the program does it: the hook stands at the top, the option at a command below. */
async function call(option: string, path: string): Promise<void> {
  const program = new Command().exitOverride().hook('preAction', (_, command) => requireWritableOutputs(command));
  program
    .command('group')
    .command('work')
    .option(option, '', join(file, 'never-checked'))
    .action(() => {});
  await program.parseAsync(['node', 'x', 'group', 'work', ...(path === '' ? [] : [option.split(' ')[0]!, path])]);
}

describe('where to write', () => {
  it.each([
    ['--output <folder>', file, 'it is a file, and a folder is needed'],
    ['--output <folder>', join(file, 'a', 'b'), 'file" is a file'],
    ['--output <file>', folder, 'it is a folder, and a file is needed'],
    ['--save <file>', join(folder, 'a', 'b'), 'there is no folder'],
    ['--save-list <file>', join(file, 'b'), 'there is no folder'],
  ])('%s %s is refused', async (option, path, reason) => {
    const said = await asyncFailure(() => call(option, path));
    expect(said).toMatch(/^FILE_NOT_WRITABLE: ".*" cannot be written: .* -> name another path$/);
    expect(said).toContain(reason);
  });

  it.runIf(existsSync('/proc/self'))(
    'a folder of the system is refused, though it says that it can be written',
    async () => {
      for (const path of ['/proc/x', '/proc/x/deep']) {
        const said = await asyncFailure(() => call('--output <folder>', path));
        expect(said).toMatch(/^FILE_NOT_WRITABLE: .*"\/proc" may not be written to/);
      }
    },
  );

  it('lets pass what can be written, makes nothing, and leaves defaults and inputs alone', async () => {
    await call('--output <folder>', folder);
    await call('--output <folder>', join(folder, 'new', 'deep'));
    await call('--output <file>', file);
    await call('--output <file>', join(folder, 'new'));
    await call('--output <folder>', '');
    await call('--questions <file>', folder);
    expect(readdirSync(folder)).toEqual(['file']);
  });
});
