/**
 * Tests that need what a plain machine may lack. Where it is missing they are skipped and the title says why; where
 * ULTERIOR_REQUIRE_ALL is set, as in continuous integration, a missing part is a failure instead.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';

const required = process.env['ULTERIOR_REQUIRE_ALL'] !== undefined;

function runs(command: string, ...words: string[]): boolean {
  try {
    execFileSync(command, words, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const parts = {
  'a C compiler': () => runs('cc', '--version'),
  python3: () => runs('python3', '--version'),
  'python3 with safetensors': () => runs('python3', '-c', 'import safetensors, numpy'),
  schemathesis: () => runs(process.env['SCHEMATHESIS'] ?? 'schemathesis', '--version'),
  hadolint: () => runs('hadolint', '--version'),
  'check-jsonschema': () => runs('check-jsonschema', '--version'),
  'kubernetes-validate': () => runs('kubernetes-validate', '--version'),
} as const;

/** Said once a file, because the default reporter does not name skipped tests. */
const said = new Set<string>();
function skip(title: string, reason: string): void {
  if (!said.has(reason)) console.warn(`skipping tests: ${reason}`);
  said.add(reason);
  it.skip(`${title} (skipped: ${reason})`, () => {});
}

export function itNeeds(part: keyof typeof parts, title: string, test: () => void | Promise<void>): void {
  const present = parts[part]();
  if (present) it(title, test);
  else if (required) it(`${title} (needs ${part})`, () => Promise.reject(new Error(`${part} is missing`)));
  else skip(title, `${part} is missing`);
}

/** A group of tests; `missing` names what they lack, if anything. */
export function describeNeeds(missing: string | undefined, title: string, tests: () => void): void {
  if (missing === undefined) describe(title, tests);
  else if (required) it(title, () => Promise.reject(new Error(missing)));
  else skip(title, missing);
}

/** Tests on real data, which is never part of the project: ULTERIOR_DATA names the folder that has it. */
export function itNeedsData(path: string, title: string, test: (file: string) => void | Promise<void>): void {
  const folder = process.env['ULTERIOR_DATA'];
  const file = folder === undefined ? undefined : join(folder, path);
  if (file !== undefined && existsSync(file)) it(title, () => test(file));
  else skip(title, `ULTERIOR_DATA names no folder with ${path}`);
}

/** The Python that has the toolkits of other recommenders, if any: ULTERIOR_PYTHON names it. */
export const PYTHON = process.env['ULTERIOR_PYTHON'] ?? 'python3';

/** A folder with packages of Python besides those, which would not get on with them (`pip install --target`). */
export const TOOLKITS = process.env['ULTERIOR_TOOLKITS'];

/** What Python is started with, so that it finds them. */
export const pythonEnvironment = { ...process.env, ...(TOOLKITS === undefined ? {} : { PYTHONPATH: TOOLKITS }) };

/** Packages of other recommenders that .ci/run installs: there, a missing one is a failure. */
const INSTALLED = [
  ...['implicit', 'scipy', 'pyspark', 'cornac', 'surprise', 'nbclient', 'ipykernel', 'pyarrow'],
  ...['pyreadstat', 'openpyxl', 'pandas'],
];

// Found and not imported: some take seconds to import.
function hasPackage(name: string): boolean {
  try {
    const script = `import importlib.util, sys; sys.exit(importlib.util.find_spec("${name}") is None)`;
    execFileSync(PYTHON, ['-c', script], { stdio: 'ignore', env: pythonEnvironment });
    return true;
  } catch {
    return false;
  }
}

/** Tests with packages of Python: where one is missing they are skipped, or fail if it should be there. */
export function itNeedsPackages(packages: readonly string[], title: string, test: () => void | Promise<void>): void {
  const missing = packages.filter((name) => !hasPackage(name));
  if (missing.length === 0) it(title, test, 1_800_000);
  else if (required && packages.every((name) => INSTALLED.includes(name)))
    it(title, () => Promise.reject(new Error(`${PYTHON} lacks ${missing.join(', ')}`)));
  else skip(title, `${PYTHON} lacks ${missing.join(', ')} (ULTERIOR_PYTHON names another Python)`);
}
