/** The examples in doc comments (@example), compiled strictly and run, one after another. Build first. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

interface Example {
  readonly name: string;
  readonly code: string;
}

/** What stands between ```ts and ``` after @example, without the asterisks, named by the file and its place in it. */
function examplesIn(path: string): Example[] {
  const blocks = [...readFileSync(join(root, 'src', path), 'utf8').matchAll(/@example\n \* ```ts\n([\s\S]*?) \* ```/g)];
  return blocks.map(([, text], at) => ({
    name: `${path.replaceAll('/', '-').replace('.ts', '')}-${at}`,
    code: text!.replaceAll(/^ \* ?/gm, ''),
  }));
}

const examples = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .sort()
  .flatMap(examplesIn);

// Inside the package, where its own name resolves to it.
const folder = mkdtempSync(join(root, 'dist', 'examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

const STRICT = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: 'ES2022',
    module: 'NodeNext',
    types: ['node'],
  },
};

it('are there, compile, run and print something', { timeout: 240_000 }, async () => {
  expect(examples.length).toBeGreaterThan(10);
  for (const { name, code } of examples) writeFileSync(join(folder, `${name}.ts`), code);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' });
  const all = examples.map(({ name }) => `console.log('# ${name}');\nawait import('./${name}.js');`);
  writeFileSync(join(folder, 'all.mjs'), all.join('\n'));
  const { stdout } = await promisify(execFile)(process.execPath, ['all.mjs'], { cwd: folder, encoding: 'utf8' });
  const printed = stdout.split(/^# /m).slice(1);
  expect(printed).toHaveLength(examples.length);
  for (const text of printed) expect(text.split('\n')[1], text).not.toBe('');
});
