/** Every block of code in the README, in CONTRIBUTING.md and in docs/plugins.md is type-checked and run as it stands. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createProgram } from '../src/cli/program.ts';
import { type CodeBlock, codeBlocks } from './support/codeBlocks.ts';

// Inside the package, where its own name resolves to it.
const folder = fileURLToPath(new URL('../dist/docs-code/', import.meta.url));
afterAll(() => rmSync(folder, { recursive: true }));

const blocks = ['README.md', 'CONTRIBUTING.md', 'docs/plugins.md'].flatMap(codeBlocks);
const code = blocks.filter(({ language }) => ['ts', 'js'].includes(language));
/** Files of the sources are found by what the package exports: the block is no file of src here. */
const outside = ({ code: text }: CodeBlock) => text.replaceAll(/'\.\/\w+\.ts'/g, "'ulterior'");
const nameOf = ({ file, language }: CodeBlock, at: number) => file ?? `block${at}.m${language}`;

mkdirSync(folder, { recursive: true });
for (const [at, block] of code.entries()) writeFileSync(join(folder, nameOf(block, at)), outside(block));
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({
    extends: '../../tsconfig.base.json',
    compilerOptions: {
      outDir: 'out',
      rootDir: '.',
      allowJs: true,
      checkJs: true,
      declaration: false,
      // Examples are read by people: no assertions after every index, and no types in JavaScript.
      noUncheckedIndexedAccess: false,
      noImplicitAny: false,
      lib: ['ES2023'],
      types: ['node'],
      typeRoots: ['../../node_modules/@types'],
    },
    include: ['*.mts', '*.mjs'],
  }),
);
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

describe('code in documents', () => {
  it('is there', () => {
    expect(code.length).toBeGreaterThanOrEqual(6);
    const languages = new Set(blocks.map(({ language }) => language));
    expect([...languages].sort()).toEqual(['js', 'sh', 'ts']);
  });

  it('compiles', () => {
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8', cwd: folder });
    expect([stdout, status]).toEqual(['', 0]);
  });

  // docs/plugins.md is run as a project, by plugins.test.ts.
  const runnable = code
    .map((block, at) => [block.where, block, at] as const)
    .filter(([where]) => !where.startsWith('docs/'));
  it.each(runnable)('runs: %s', (_, block, at) => {
    const compiled = join(folder, 'out', nameOf(block, at).replace(/\.mts$/, '.mjs'));
    const names = `import(${JSON.stringify(pathToFileURL(compiled).href)}).then((all) => console.log(Object.keys(all).join()))`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', names], { encoding: 'utf8' });
    expect([stderr, status]).toEqual(['', 0]);
  });

  const commands = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code: text }) => text.split('\n'))
    .flatMap((line) => /(?:^| )(?:npx )?ulterior (\w[^#&|]*)/.exec(line)?.[1]?.trim() ?? []);
  it.each(commands)('is a command with flags that exist: ulterior %s', (command) => {
    const [name, ...words] = command.split(/ +/);
    const known = createProgram().commands.find((each) => each.name() === name);
    expect(known).toBeDefined();
    const flags = words.filter((word) => word.startsWith('--'));
    expect(flags.filter((flag) => !known!.options.some(({ long }) => long === flag))).toEqual([]);
  });
});
