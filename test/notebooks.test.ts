/** The notebooks of examples/notebooks, run from the top in an empty folder: they print what is kept in them. Build first. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { itNeedsPackages, PYTHON } from './support/needs.ts';

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const folder = file('examples/notebooks');
const notebooks = readdirSync(folder).filter((name) => name.endsWith('.ipynb'));

interface Cell {
  readonly cell_type: string;
  readonly outputs?: readonly { readonly output_type: string }[];
}

it.each(notebooks)('%s keeps text alone: no pictures, no errors, no paths of a machine', (name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8');
  const { cells } = JSON.parse(text) as { readonly cells: readonly Cell[] };
  expect(cells[0]!.cell_type).toBe('markdown');
  const outputs = cells.flatMap((cell) => cell.outputs ?? []);
  expect(outputs.length).toBeGreaterThan(1);
  expect(outputs.filter(({ output_type }) => output_type !== 'stream')).toEqual([]);
  expect(text).not.toMatch(/"[^"]*\/(home|root|tmp|work)\//);
});

itNeedsPackages(
  ['nbclient', 'ipykernel', 'pyarrow', 'implicit', 'safetensors'],
  'they run, and print the same',
  async () => {
    expect(notebooks).toHaveLength(3);
    const { stdout } = await promisify(execFile)(PYTHON, [file('scripts/notebooks.py'), 'check'], {
      env: {
        ...process.env,
        ULTERIOR: `"${process.execPath}" "${file('dist/cli/main.js')}"`,
        OMP_NUM_THREADS: '1',
        OPENBLAS_NUM_THREADS: '1',
      },
    });
    expect(stdout.match(/^[\w-]+\.ipynb: 4 cells$/gm)).toHaveLength(3);
  },
);
