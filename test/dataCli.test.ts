/** What the command line makes of data that are not as they should be. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ulterior-data-cli-'));
const run = (words: string[]) => {
  const env = { ...process.env, FORCE_COLOR: '', NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8', env });
  return { status, stdout, stderr };
};
const write = (name: string, lines: readonly string[]) => {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
};

describe('missing values', () => {
  it('are named, are never a group, and are counted by word', () => {
    const path = write('survey.csv', ['soup,cake,club', '1,2,red', '0,3,NA', '4,-1,blue', '5,0.0,unknown', '2,1,']);
    const words = ['describe', path, '--item-columns', 'soup|cake', '--attribute', 'club'];
    const { status, stdout } = run([...words, '--missing', '0,-1,unknown']);
    expect(status).toBe(0);
    expect(stdout).toContain(
      'Taken as missing\n  ratings: 2 cells "0"\n  ratings: 1 cell "-1"\n  club: 1 cell blank\n',
    );
    expect(stdout).toContain('  club: 1 cell "NA"\n  club: 1 cell "unknown"\n');
    const { attributes } = JSON.parse(run([...words, '--json', '--missing', '0,-1,unknown']).stdout);
    expect(attributes[0].labels.map(({ label }: { label: string }) => label)).toEqual(['blue', 'red']);
  });
});

describe('impossible numbers', () => {
  it('are left out with a warning that says what to write; a range says it', () => {
    const ages = ['20', '30', '40', '230000000', '50'];
    const path = write('ages.csv', ['soup,cake,age', ...ages.map((age, n) => `${n},${4 - n},${age}`)]);
    const words = (attribute: string) => ['describe', path, '--item-columns', 'soup|cake', '--attribute', attribute];
    const warned = run(words('age:number'));
    expect(warned.status).toBe(0);
    expect(warned.stderr).toMatch(
      /^warning 1 person is left out: "age" is 230000000, .* Write age:number\[20\.\.50\] to/,
    );
    expect(warned.stdout).toContain('4 users');
    const ranged = run(words('age:number[0..120]'));
    expect(ranged.stderr).toBe('');
    expect(ranged.stdout).toContain('outside the range, taken as missing: 1');
  });
});
