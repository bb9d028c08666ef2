/**
 * The packages as somebody gets them: packed, and installed into empty folders, the core without the optional packages, and both.
 * Build first. Needs the package registry, or what npm has kept of it.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import semver from 'semver';
import { afterAll, expect, it } from 'vitest';
import { installCommand } from '../src/runtime/index.ts';
import { describeNeeds } from './support/needs.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const service = JSON.parse(readFileSync(join(root, 'service', 'package.json'), 'utf8'));
const entriesOf = ({ name, exports }: { readonly name: string; readonly exports: object }) =>
  Object.keys(exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => entry.replace('.', name));

const LONGEST = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'ulterior-package-'));
const consumer = join(folder, 'consumer');
const installed = join(consumer, 'node_modules', 'ulterior');
const tarball = join(folder, `ulterior-${manifest.version}.tgz`);
const serviceTarball = join(folder, `ulterior-service-${service.version}.tgz`);
/** Where both are installed. */
const operator = join(folder, 'operator');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function npm(cwd: string, ...words: readonly string[]): boolean {
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--fetch-retries=0'];
  return spawnSync('npm', [...words, ...quiet], { cwd, stdio: 'ignore', timeout: LONGEST }).status === 0;
}

/** An empty program that imports packages. */
function newProgram(path: string): void {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
}

newProgram(consumer);
newProgram(operator);
const packed = ['ulterior', 'ulterior-service'].every((name) =>
  npm(root, 'pack', '--workspace', name, '--pack-destination', folder),
);
if (!packed) throw new Error('npm pack failed');
const installs = npm(consumer, 'install', tarball) && npm(operator, 'install', tarball, serviceTarball);
const missing = installs ? undefined : 'the package registry cannot be reached';

const [, example] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8'))!;

/** The example of the README in the empty folder, by the given Node; what it prints. */
function runExample(node: string): string {
  writeFileSync(join(consumer, 'example.mjs'), example!);
  return execFileSync(node, ['example.mjs'], { cwd: consumer, encoding: 'utf8' });
}

const environment = { ...process.env, DATABASE_URL: '', NO_COLOR: '1' };
function ulterior(node: string, ...words: readonly string[]) {
  return spawnSync(node, [join(installed, manifest.bin.ulterior), ...words], {
    cwd: consumer,
    encoding: 'utf8',
    env: environment,
  });
}

/** Starts the service of the two packages, asks it for its health and its pages, and ends it. */
async function serveOnce(node: string): Promise<void> {
  const program = join(operator, 'node_modules', 'ulterior', manifest.bin.ulterior);
  const store = mkdtempSync(join(folder, 'store-'));
  const words = [program, 'serve', '--port', '0', '--store', join(store, 'of-the-service')];
  const child = spawn(node, words, { cwd: operator, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  try {
    const url = await new Promise<string>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        said += chunk;
        const [, found] = /is running: (\S+)[\s\S]*Stop with/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      void ended.then(() => reject(new Error(said)));
    });
    for (const path of ['/health/ready', '/', '/admin', '/docs/'])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    const script = /admin\/[\w.-]+\.js/.exec(await (await fetch(`${url}/admin`)).text())![0];
    expect((await fetch(`${url}/${script}`)).headers.get('content-type')).toMatch('javascript');
    // A thread of its own reads what is uploaded, with the modules of both packages.
    const [key] = /ulk_\S+/.exec(said)!;
    const body = 'user,item,rating,gender\n1,1,4,f\n2,1,3,m\n';
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' };
    const sent = await fetch(`${url}/v1/data?name=ratings.csv`, { method: 'POST', body, headers });
    expect([sent.status, await sent.json()]).toEqual([201, expect.objectContaining({ format: 'delimited', lines: 3 })]);
  } finally {
    child.kill('SIGTERM');
    expect([await ended, said]).toEqual([0, said]);
  }
}

it('has neither maps nor build notes, and nothing points to a map', () => {
  const names = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).split('\n');
  expect(names.filter((name) => /\.map$|tsbuildinfo|\.test\.|examples-/.test(name))).toEqual([]);
  for (const needed of ['dist/index.js', 'dist/web/index.html', 'wasm/kernels.shared.wasm', 'LICENSE', 'README.md']) {
    expect(names).toContain(`package/${needed}`);
  }
  const code = execFileSync('tar', ['-xzOf', tarball, 'package/dist/index.js'], { encoding: 'utf8' });
  expect(code).not.toContain('sourceMappingURL');
});

it('resolves with types for ES modules and bundlers', { timeout: LONGEST }, async () => {
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
  if (!analysis.types) throw new Error('no types');
  // There is no CommonJS build, and Node 10 knew no entries.
  const problems = analysis.problems.filter(
    (problem) =>
      problem.kind !== 'CJSResolvesToESM' && !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
  );
  expect(problems).toEqual([]);
});

describeNeeds(missing, 'in an empty folder', () => {
  it('publint finds nothing', async () => {
    const { messages } = await publint({ pkgDir: installed, strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
  });

  it('no optional package came along, and nothing of the service', () => {
    const others = [...Object.keys(manifest.peerDependencies), ...Object.keys(service.dependencies), service.name];
    expect(others).toEqual(expect.arrayContaining(['fastify', 'pg', '@electric-sql/pglite', 'vega']));
    expect(others.filter((name) => existsSync(join(consumer, 'node_modules', name)))).toEqual([]);
  });

  it('with the service, the core is there once, and nothing is missing', { timeout: LONGEST }, async () => {
    const { packages } = JSON.parse(readFileSync(join(operator, 'package-lock.json'), 'utf8'));
    const cores = Object.keys(packages).filter((path) => /(^|\/)node_modules\/ulterior$/.test(path));
    expect(cores).toEqual(['node_modules/ulterior']);
    await serveOnce(process.execPath);
  });

  it('every entry compiles strictly, declarations and all, and loads', { timeout: LONGEST }, () => {
    const lines = entriesOf(manifest).map(
      (entry, at) => `import * as entry${at} from '${entry}';\nconsole.log(Object.keys(entry${at}).length);`,
    );
    writeFileSync(join(consumer, 'entries.ts'), lines.join('\n'));
    const options = {
      strict: true,
      skipLibCheck: false,
      target: 'ES2022',
      module: 'NodeNext',
      types: [],
      lib: ['ES2023', 'DOM'],
    };
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['entries.ts'] }));
    const compiled = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', consumer], {
      encoding: 'utf8',
    });
    expect(compiled.stdout).toBe('');
    const printed = execFileSync(process.execPath, ['entries.js'], { cwd: consumer, encoding: 'utf8' });
    expect(
      printed
        .trim()
        .split('\n')
        .map(Number)
        .every((count) => count > 0),
    ).toBe(true);
  });

  it('the example of the README runs', { timeout: LONGEST }, () => {
    expect(runExample(process.execPath).match(/0\.\d+/g)).toHaveLength(2);
  });

  it('ulterior demo works, and says what the report lacks', { timeout: LONGEST }, () => {
    const { status, stdout, stderr } = ulterior(process.execPath, 'demo', '--threads', '2', '--output', 'demo');
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('No one asked them about it.');
    expect(`${stdout}${stderr}`).toMatch(/Drawing charts needs the package "vega-lite", .* run: npm install vega@/);
    expect(readdirSync(join(consumer, 'demo')).sort()).toEqual([
      'curves.csv',
      'curves.jsonl',
      'records.json',
      'report.html',
    ]);
    expect(readFileSync(join(consumer, 'demo', 'report.html'), 'utf8')).toContain('This chart is not drawn');
  });

  it('commands that need more say kindly what to install', { timeout: LONGEST }, () => {
    writeFileSync(join(consumer, 'ratings.csv'), 'user,item,rating,gender\n1,1,4,f\n2,1,3,m\n');
    const read = ulterior(process.execPath, 'describe', 'ratings.csv');
    expect(read.status).toBe(2);
    expect(read.stderr).toMatch(
      /Reading tables needs the package "@duckdb\/node-api", .*\n.*npm install @duckdb\/node-api@/,
    );
    const serve = ulterior(process.execPath, 'serve', '--port', '0');
    expect(serve.status).toBe(2);
    expect(serve.stderr).toMatch(
      new RegExp(
        `The service needs the package "ulterior-service", .*\n.*npm install ulterior-service@${manifest.version}`,
      ),
    );
  });

  it('with everything else installed, nothing needs a newer Node than we do', { timeout: LONGEST }, () => {
    const everything = join(folder, 'everything');
    newProgram(everything);
    const packages = ['tables', 'charts', 'png'] as const;
    const named = packages.flatMap((part) => installCommand(part).split(' ').slice(2));
    expect(npm(everything, 'install', '--package-lock-only', tarball, serviceTarball, ...named)).toBe(true);
    const { packages: all } = JSON.parse(readFileSync(join(everything, 'package-lock.json'), 'utf8'));
    const newer = Object.entries(all as Record<string, { engines?: { node?: string } }>).filter(
      ([path, { engines }]) =>
        path !== '' && engines?.node !== undefined && !semver.subset(manifest.engines.node, engines.node),
    );
    expect(newer.map(([path, { engines }]) => `${path} needs ${engines!.node}`)).toEqual([]);
  });
});

/** The oldest Node of each line that package.json names, as a package of the registry. */
const lines: string[] = [...manifest.engines.node.matchAll(/\d+\.\d+\.\d+/g)].map(([version]) => version);
const platform = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
for (const line of lines) {
  const place = join(folder, `node-${line}`);
  const node = join(place, 'node_modules', platform, 'bin', 'node');
  newProgram(place);
  const lacks = missing ?? (npm(place, 'install', `${platform}@${line}`) ? undefined : `Node ${line} cannot be had`);
  describeNeeds(lacks, `on Node ${line}`, () => {
    it('the example of the README and the interview of the demo run', { timeout: LONGEST }, () => {
      expect(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${line}`);
      expect(runExample(node).match(/0\.\d+/g)).toHaveLength(2);
      expect(ulterior(node, 'demo', '--no-audit', '--threads', '2').stdout).toContain('No one asked them about it.');
    });

    it('the service starts, shows its pages and reads a table', { timeout: LONGEST }, () => serveOnce(node));
  });
}
