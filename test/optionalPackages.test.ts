/**
 * Optional packages and that of the service, each hidden in turn: the core does not miss it, and the part that needs it says
 * what to install. Build first.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServiceCommands, serviceCommands } from '../src/cli/service/serviceCommands.ts';
import { installCommand, loadPart } from '../src/runtime/index.ts';
import { VERSION } from '../src/version/index.ts';
import { asyncFailure } from './support/failure.ts';
import { sampleRecords } from './support/sampleRecords.ts';

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ulterior-optional-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'ratings.csv'), 'user,item,rating,gender\n1,1,4,f\n2,1,3,m\n1,2,4,f\n2,2,5,m\n');
writeFileSync(join(folder, 'records.json'), JSON.stringify(sampleRecords({ maxQuestions: 5 })));

/** What each part is asked to do (`entry` imports an entry of the package), and the packages that it cannot do it without. */
const parts = {
  tables: {
    packages: ['@duckdb/node-api'],
    program: `const { openDataset } = await entry('datasets');
      await openDataset({ kind: 'long', ratings: { path: 'ratings.csv' }, attributes: ['gender'] });`,
  },
  charts: {
    packages: ['vega', 'vega-lite'],
    program: `const { renderReport } = await entry('report'); await renderReport(records);`,
  },
  png: {
    packages: ['@resvg/resvg-js'],
    program: `const { chartPng } = await entry('report');
      await chartPng('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');`,
  },
  service: {
    packages: ['ulterior-service'],
    program: `const { serviceCommands } = await entry('../build/cli/service/serviceCommands'); await serviceCommands();`,
  },
} as const;
type Part = keyof typeof parts;

const cases = (Object.keys(parts) as Part[]).flatMap((part) =>
  parts[part].packages.map((name) => [name, part] as const),
);

/** A report where nothing can be drawn. */
const REPORT = `const { writeReport } = await entry('report');
  console.log(JSON.stringify(await writeReport(records, 'undrawn')));`;

/** Each case in its own modules, all in one process; a line for each. */
const step = (name: string, program: string) => `{
  const entry = (path) => import(${JSON.stringify(pathToFileURL(file('dist/')).href)} + path + '.js?hidden=${name}');
  try { ${program} console.log('nothing was missed'); }
  catch (error) { console.log(error.code + ': ' + error.message + ' -> ' + error.advice); }
}`;

let said: string[];
beforeAll(async () => {
  const program = [
    "const records = JSON.parse((await import('node:fs')).readFileSync('records.json', 'utf8'));",
    ...cases.map(([name, part]) => step(name, parts[part].program)),
    step('vega', REPORT),
  ];
  writeFileSync(join(folder, 'cases.mjs'), program.join('\n'));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', pathToFileURL(file('test/support/hidePackage.mjs')).href, 'cases.mjs'],
    { cwd: folder, encoding: 'utf8' },
  );
  said = stdout.split('\n');
});

it.each(cases.map(([name, part], at) => ({ name, part, at })))('without $name: $part says what to install', (one) => {
  const { name, at } = one;
  expect(said[at]).toMatch(/^PACKAGE_MISSING: /);
  expect(said[at]).toContain(`needs the package "${name}", which is not installed -> run: npm install `);
  expect(said[at]).toMatch(new RegExp(`-> run: .* ${name}@\\d`));
});

it('every optional peer is among them, with the service, and every part installs what it needs and no dependency', () => {
  const { peerDependencies, peerDependenciesMeta, dependencies } = JSON.parse(
    readFileSync(file('package.json'), 'utf8'),
  );
  const optional = [...Object.keys(peerDependencies), 'ulterior-service'];
  expect([...new Set(cases.map(([name]) => name))].sort()).toEqual(optional.sort());
  expect(Object.keys(peerDependenciesMeta).sort()).toEqual(Object.keys(peerDependencies).sort());
  for (const part of Object.keys(parts) as Part[]) {
    const installed = installCommand(part).split(' ').slice(2);
    for (const name of parts[part].packages) expect(installed.some((spec) => spec.startsWith(`${name}@`))).toBe(true);
    for (const spec of installed) expect(Object.hasOwn(dependencies, spec.replace(/@[^@]*$/, ''))).toBe(false);
  }
});

describe('a report where nothing can draw', () => {
  it('has every sentence, every figure and the tables, and the warnings say what to install', () => {
    const { files, warnings } = JSON.parse(said[cases.length]!);
    expect(files).not.toContain(join('undrawn', 'charts'));
    expect(files).toContain(join('undrawn', 'report.html'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/^Drawing charts needs the package "vega", .*; run: npm install vega@/);
    const page = readFileSync(join(folder, 'undrawn', 'report.html'), 'utf8');
    expect(page).toContain('This chart is not drawn');
    expect(page).not.toContain('<svg');
  });
});

describe('the package of the service', () => {
  const of = (version: string) => async () => ({ commands: { version } as ServiceCommands });

  it('is used in the same version alone', async () => {
    expect(await serviceCommands(of(VERSION))).toEqual({ version: VERSION });
    expect(await asyncFailure(() => serviceCommands(of('99.1.0')))).toBe(
      `PACKAGE_MISSING: The service needs ulterior-service ${VERSION}, but 99.1.0 is installed -> run: npm install ulterior-service@${VERSION}`,
    );
  });

  it('names one version of the core, and brings what the core does without', () => {
    const { version, dependencies, peerDependencies } = JSON.parse(readFileSync(file('service/package.json'), 'utf8'));
    expect([version, peerDependencies]).toEqual([VERSION, { ulterior: VERSION }]);
    const core = JSON.parse(readFileSync(file('package.json'), 'utf8'));
    for (const name of ['fastify', 'pg', '@electric-sql/pglite']) {
      expect(Object.hasOwn(dependencies, name), name).toBe(true);
      for (const list of [core.dependencies, core.peerDependencies])
        expect(Object.hasOwn(list, name), name).toBe(false);
    }
  });
});

describe('loadPart', () => {
  it('hands on what is no missing package of the part', async () => {
    const broken = Object.assign(new Error("Cannot find package 'left-pad' imported from x"), {
      code: 'ERR_MODULE_NOT_FOUND',
    });
    await expect(loadPart('charts', () => Promise.reject(broken))).rejects.toBe(broken);
    await expect(loadPart('charts', () => Promise.reject(new TypeError('other')))).rejects.toThrow(TypeError);
    expect(await loadPart('charts', async () => 7)).toBe(7);
  });
});
