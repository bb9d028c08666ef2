/** Rules about the repository itself: layers, purity, and documents that must not drift from the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCodes, exitStatus } from '../src/errors/index.ts';
import { VERSION } from '../src/version/index.ts';
import {
  folderCycles,
  foldersInOrder,
  foreignNames,
  importCycles,
  importsOf,
  misplacedImports,
  parentsAndChildren,
  targetsOf,
} from './support/sourceRules.ts';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const PACKAGES = ['src/', 'service/src/'];
const filesIn = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}${path}`);
const sources = PACKAGES.flatMap(filesIn).filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path));
const folders = foldersInOrder(read('ARCHITECTURE.md'));
/** The list of folders goes on in the package of the service, whose page is part of the page. */
const placeOf = (path: string) =>
  path.replace(/^service\/src\/admin\//, 'src/web/admin/').replace(/^service\/src\/(?=[^/]+\/)/, 'src/');
const folderOf = (path: string) => placeOf(path).split('/')[1]!;
const inFolders = sources.filter((path) => placeOf(path).split('/').length > 2 && placeOf(path).startsWith('src/'));
const targets = (path: string) => targetsOf(path, read(path)).map(placeOf);
const imports = new Map(sources.map((path) => [placeOf(path), targets(path)]));

/**
 * Lines of code without tests, by folder of src and beside it. Budgets only fall: one rises in the commit that adds a feature,
 * which its message names.
 */
const LINES: Readonly<Record<string, number>> = {
  assembly: 768,
  audit: 12079,
  bench: 1266,
  cli: 8291,
  commands: 455,
  datasets: 3071,
  defence: 9701,
  errors: 293,
  factorization: 5411,
  inference: 6720,
  interview: 926,
  kernels: 807,
  maths: 1005,
  plugins: 174,
  ratings: 2096,
  recommenderClient: 895,
  recommenderFiles: 1565,
  render: 330,
  report: 13051,
  rivals: 1410,
  runtime: 695,
  schema: 364,
  scripts: 9115,
  selection: 2917,
  server: 6870,
  service: 77,
  site: 658,
  spark: 1989,
  src: 303,
  store: 4337,
  tables: 7535,
  testing: 1278,
  version: 3,
  web: 15350,
  worlds: 738,
};

describe('tests', () => {
  // Files share the modules of a process: one that replaces a module does so for those after it, or not at all if one
  // before it loaded the module. What cannot be run in a test is passed in.
  it('replace no module', () => {
    const tests = [...PACKAGES, 'test/'].flatMap(filesIn).filter((path) => path.endsWith('.test.ts'));
    expect(tests.filter((path) => /\bvi\s*\.\s*(doMock|mock)\(/.test(read(path)))).toEqual([]);
    expect(tests.length).toBeGreaterThan(300);
  });

  it('are all run by continuous integration, the test command last', () => {
    const lines = read('.ci/run').trim().split('\n');
    expect(lines.slice(-3)).toEqual(['npm run test:browser', 'npm run test:slow', 'npm test']);
    // What one leaves out is what the other takes in.
    expect(read('vitest.slow.config.ts')).toContain('include: SLOW');
    expect(read('test/slowTests.ts')).toMatch(/LEFT_OUT = NAMED_IN_FULL \? \[\] : SLOW;/);
  });
});

describe('layers', () => {
  it('every folder of src stands in the list of ARCHITECTURE.md', () => {
    const listed = folders.map(({ name }) => name);
    const present = [...new Set(inFolders.map(folderOf))];
    expect(present.filter((folder) => !listed.includes(folder))).toEqual([]);
    expect(listed.slice(0, 5)).toEqual(['version', 'errors', 'schema', 'maths', 'kernels']);
  });

  it('no file imports a folder that does not stand earlier, nor reaches past its index', () => {
    const order = folders.map(({ name }) => name);
    expect(inFolders.flatMap((path) => misplacedImports(placeOf(path), targets(path), order))).toEqual([]);
    expect(inFolders.length).toBeGreaterThan(50);
  });

  it('the package of the service reaches the other one through its entry alone, so that both have the same modules', () => {
    const service = sources.filter((path) => path.startsWith('service/') && folderOf(path) !== 'web');
    const outside = service.flatMap((path) =>
      targetsOf(path, read(path))
        .filter((target) => !target.startsWith('service/src/'))
        .map((target) => `${path} imports ${target}`),
    );
    expect(outside).toEqual([]);
    const packages = service.flatMap((path) => importsOf(read(path)).filter((name) => name.startsWith('ulterior')));
    expect([...new Set(packages)]).toEqual(['ulterior/service-parts']);
  });

  it('the page imports what runs anywhere, and nothing of the machine', () => {
    const machine = folders.filter(({ layer, name }) => layer > 3 && name !== 'web').map(({ name }) => name);
    const page = sources.filter((path) => folderOf(path) === 'web');
    expect(page.flatMap((path) => targets(path).filter((to) => machine.includes(folderOf(to))))).toEqual([]);
    expect(page.filter((path) => path.endsWith('.tsx')).length).toBeGreaterThan(30);
    expect(machine).toContain('runtime');
  });

  it('no file imports one that imports it', () => {
    expect(importCycles(imports)).toEqual([]);
    expect(imports.size).toBeGreaterThan(500);
  });

  it('parents and children do not import each other', () => {
    expect(parentsAndChildren(imports)).toEqual([]);
  });

  it('no folder imports one beside it that imports it', () => {
    expect(folderCycles(imports)).toEqual([]);
  });

  it('no folder holds more than 25 files', () => {
    const counts = new Map<string, number>();
    for (const path of PACKAGES.flatMap(filesIn).filter((name) => /\.\w+$/.test(name))) {
      const folder = path.split('/').slice(0, -1).join('/');
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > 25)).toEqual([]);
    expect(counts.size).toBeGreaterThan(50);
  });

  it('the checks of the graph find what they are there for', () => {
    const graph = new Map([
      ['src/a/one.ts', ['src/a/b/two.ts']],
      ['src/a/b/two.ts', ['src/a/three.ts']],
      ['src/a/three.ts', []],
      ['src/a/index.ts', ['src/a/b/two.ts']],
    ]);
    expect(importCycles(graph)).toEqual([]);
    expect(parentsAndChildren(graph)).toEqual(['src/a/b']);
    graph.set('src/a/three.ts', ['src/a/one.ts']);
    expect(importCycles(graph).map((cycle) => cycle.sort())).toEqual([
      ['src/a/b/two.ts', 'src/a/one.ts', 'src/a/three.ts'],
    ]);
    graph.set('src/a/one.ts', []);
    expect(parentsAndChildren(graph)).toEqual([]);
  });

  it('the check of folders finds what it is there for', () => {
    const graph = new Map([
      ['src/a/index.ts', ['src/a/one/x.ts']],
      ['src/a/one/x.ts', ['src/a/two/deep/y.ts', 'src/a/one/z.ts']],
      ['src/a/one/z.ts', ['src/a/index.ts', 'src/other/index.ts']],
      ['src/a/two/deep/y.ts', []],
      ['src/a/two/v.ts', ['src/a/three/w.ts']],
      ['src/a/three/w.ts', []],
      ['src/other/index.ts', []],
    ]);
    expect(folderCycles(graph)).toEqual([]);
    graph.set('src/a/three/w.ts', ['src/a/one/z.ts']);
    expect(folderCycles(graph).map((cycle) => cycle.sort())).toEqual([['src/a/one', 'src/a/three', 'src/a/two']]);
  });

  it('the check of layers finds what it is there for', () => {
    const order = ['numeric', 'ratings', 'selection'];
    const found = (path: string, text: string) => misplacedImports(path, targetsOf(path, text), order);
    const misplaced = (text: string) => found('src/ratings/a.ts', text).length;
    expect(misplaced("import { x } from '../numeric/index.ts';")).toBe(0);
    expect(misplaced("import { x } from './b.ts';")).toBe(0);
    expect(misplaced("import { x } from '../selection/index.ts';")).toBe(1);
    expect(misplaced("export type { X } from '../selection/index.ts';")).toBe(1);
    expect(misplaced("const x = await import('../selection/index.ts');")).toBe(1);
    expect(misplaced("import { x } from '../numeric/random.ts';")).toBe(1);
    expect(misplaced("import { x } from '../numeric/part/index.ts';")).toBe(0);
    expect(misplaced("import { x } from '../numeric/part/random.ts';")).toBe(1);
    expect(misplaced("import { x } from '../numeric/part/deep/index.ts';")).toBe(1);
    expect(misplaced("import '../nowhere/index.ts';")).toBe(1);
    expect(found('src/ratings/deep/a.ts', "import { x } from '../../numeric/index.ts';")).toEqual([]);
    expect(found('src/ratings/deep/a.ts', "import { x } from '../../selection/index.ts';")).toHaveLength(1);
  });
});

describe('purity of L0 to L3', () => {
  const pure = new Set(folders.filter(({ layer }) => layer <= 3).map(({ name }) => name));
  const pureSources = sources.filter((path) => pure.has(folderOf(path)));

  it('no Node or DOM name, no clock, no console, no Math.random', () => {
    expect(pureSources.flatMap((path) => foreignNames(read(path)).map((name) => `${path}: ${name}`))).toEqual([]);
    expect(pureSources.length).toBeGreaterThan(50);
  });

  it('no import of a Node module, and of packages only those that run anywhere', () => {
    const allowed = /^(\.|@stdlib\/|pure-rand\/|@noble\/hashes\/|fflate$)/;
    const outside = pureSources.flatMap((path) => importsOf(read(path)).filter((name) => !allowed.test(name)));
    expect(outside).toEqual([]);
  });

  it('they compile without Node and DOM types', () => {
    const { include, compilerOptions } = JSON.parse(read('tsconfig.pure.json'));
    expect(compilerOptions.types).toEqual([]);
    expect(compilerOptions.lib).toEqual(['ES2023']);
    for (const folder of new Set(pureSources.map(folderOf))) expect(include).toContain(`src/${folder}`);
  });

  it('the check finds what it is there for', () => {
    expect(foreignNames('const now = Date.now();')).toEqual(['Date']);
    expect(foreignNames('if (process.env.X) console.log(Math.random());')).toEqual([
      'process',
      'console',
      'Math.random',
    ]);
    expect(foreignNames('document.title = window.name;')).toEqual(['document', 'window']);
    expect(
      foreignNames(`// process\nconst word = 'window'; /* Date */ const a = \`document \${Buffer.from(x)}\`;`),
    ).toEqual(['Buffer']);
    expect(foreignNames('model.process(); const x = { window: 1 }; row.document')).toEqual([]);
  });
});

describe('documents that must not drift', () => {
  it('docs/errors.md lists every error code with its kind, exit status and title', () => {
    const rows = Object.entries(errorCodes).map(
      ([code, { kind, title }]) => `| \`${code}\` | ${kind} | ${exitStatus[kind]} | ${title} |`,
    );
    const listed = read('docs/errors.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(listed).toEqual(rows);
  });

  it('every error code is used somewhere', () => {
    const code = [...sources, 'scripts/reproduce/runScripts.ts']
      .filter((path) => !path.includes('ulteriorError'))
      .map(read)
      .join('\n');
    // The programs for Spark have the same codes.
    const python = readdirSync(new URL('spark/', root), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.py') && !path.endsWith('errors.py'))
      .map((path) => read(`spark/${path}`))
      .join('\n');
    const used = (name: string) => code.includes(`'${name}'`) || python.includes(`"${name}"`);
    expect(Object.keys(errorCodes).filter((name) => !used(name))).toEqual([]);
  });

  it('the version is that of package.json, and the changelog speaks of it', () => {
    expect(JSON.parse(read('package.json')).version).toBe(VERSION);
    expect(read('CHANGELOG.md')).toContain(`## ${VERSION}`);
  });

  it('docs/paper-map.md knows every equation tag of the code, and every file it names exists', () => {
    const map = read('docs/paper-map.md');
    const tags = new Set(sources.flatMap((path) => read(path).match(/\[eq:[\w-]+\]/g) ?? []));
    expect(tags.size).toBeGreaterThan(5);
    expect([...tags].filter((tag) => !map.includes(`\`${tag}\``))).toEqual([]);
    const mapped = new Set(map.match(/\[eq:[\w-]+\]/g));
    expect([...mapped].filter((tag) => !tags.has(tag))).toEqual([]);
  });

  it.each([
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'docs/paper-map.md',
    'docs/performance.md',
    'docs/guide.md',
    'docs/reproduction.md',
  ])('%s names only files that exist', (document) => {
    const named =
      read(document).match(
        /(?<![\w/.-])(?:service\/src|src|test|docs|bench|assembly|scripts|experiments)\/[\w./-]*\w\.\w+/g,
      ) ?? [];
    expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
    const linked = [...read(document).matchAll(/\]\(([^)#:]+)\)/g)].map(
      ([, target]) => new URL(target!, new URL(document, root)),
    );
    expect(linked.filter((target) => !existsSync(target)).map(String)).toEqual([]);
  });

  it('folders and files that comments and instructions for contributors name exist', () => {
    const named = [...sources, 'CONTRIBUTING.md', 'ARCHITECTURE.md'].flatMap((path) =>
      (read(path).match(/(?<![\w/.'-])(?:service\/src|src|test|docs|scripts|bench)\/[\w./-]*\w/g) ?? []).map((to) => ({
        path,
        to,
      })),
    );
    const missing = named.filter(({ to }) => !existsSync(new URL(to, root)));
    expect(missing.map(({ path, to }) => `${path}: ${to}`)).toEqual([]);
    expect(named.length).toBeGreaterThan(50);
  });

  it('files that comments name without their folder are somewhere', () => {
    const known = new Set(sources.map((path) => path.split('/').at(-1)));
    const named = sources.flatMap((path) =>
      (read(path).match(/\/\*\*[\s\S]*?\*\/|\/\/ .*/g) ?? []).flatMap((comment) =>
        (comment.match(/(?<![\w/.*-])[\w.-]+\.ts\b/g) ?? []).map((name) => ({ path, name })),
      ),
    );
    const missing = named.filter(({ name }) => !known.has(name) && !existsSync(new URL(name, root)));
    expect(missing.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
    expect(named.length).toBeGreaterThan(100);
  });

  it('ARCHITECTURE.md has two pages at most', () => {
    expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(120);
  });
});

describe('an undefined is not a value', () => {
  // A spread lays an undefined over a default; filledIn does not.
  const spread = /\{\s*\.\.\.[\w.]*(?:defaults|DEFAULTS|presets)\b[\w.[\]]*,\s*\.\.\./;

  it('options are laid over defaults by filledIn alone', () => {
    expect(sources.filter((path) => spread.test(read(path)))).toEqual(['src/schema/checkSchema.ts']);
  });

  it('no object is spread only to leave out what is undefined', () => {
    expect(sources.filter((path) => /\.\.\.\([^;{}]* === undefined \? \{\} : \{/.test(read(path)))).toEqual([]);
  });
});

it('changes that tests must notice are changes of lines that are there', async () => {
  const load = (name: string) => import(new URL(`scripts/mutation/${name}.mjs`, root).href);
  const [{ mustDie }, { words }, { placed }] = await Promise.all(['mustDie', 'words', 'placed'].map(load));
  for (const list of [mustDie, words]) expect(placed(list).length).toBeGreaterThanOrEqual(40);
});

/** Most exports that only an index or nobody names: some are renamed there. It may only fall. */
const MOST_UNUSED = 20;

it('what a file exports, another file uses', () => {
  const scripts = filesIn('scripts/').filter((path) => /\.(mjs|ts)$/.test(path));
  const tests = [...PACKAGES, 'test/', 'bench/'].flatMap(filesIn).filter((path) => path.endsWith('.ts'));
  const users = new Map<string, Set<string>>();
  for (const path of new Set([...sources, ...tests, ...scripts])) {
    if (/src\/.+\/index\.ts$/.test(path)) continue;
    for (const word of new Set(read(path).match(/[A-Za-z_$][\w$]*/g)))
      users.set(word, (users.get(word) ?? new Set()).add(path));
  }
  const unused = sources
    .filter((path) => !path.endsWith('/index.ts'))
    .flatMap((path) =>
      [...read(path).matchAll(/^export (?:async )?(?:const|function|interface|type|class) (\w+)/gm)]
        .map(([, name]) => name!)
        .filter((name) => users.get(name)!.size === 1)
        .map((name) => `${path}: ${name}`),
    );
  expect(unused.length, unused.join('\n')).toBeLessThanOrEqual(MOST_UNUSED);
  expect(users.get('derive')!.size).toBeGreaterThan(20);
});

describe('lines of code', () => {
  const beside = ['assembly', 'bench', 'scripts', 'site', 'spark'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`)
      .filter((path) => /\.(ts|tsx|mjs|py)$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
      .filter(
        (path) => !/(^|\/)(node_modules|\.venv|dist|fixtures|__pycache__|\.vitepress\/(cache|dist))\//.test(path),
      ),
  );
  const folderOfCode = (path: string) => {
    const [top, inner, ...rest] = placeOf(path).split('/');
    return top === 'src' && rest.length > 0 ? inner! : top!;
  };
  const counted = new Map<string, number>();
  for (const path of [...sources, ...beside]) {
    const folder = folderOfCode(path);
    counted.set(folder, (counted.get(folder) ?? 0) + read(path).split('\n').length - 1);
  }

  it.each([...counted])('%s stays within its budget', (folder, lines) => {
    expect(lines, `lines of ${folder}`).toBeLessThanOrEqual(LINES[folder] ?? 0);
  });

  it('every budget is of a folder that is there', () => {
    expect(Object.keys(LINES).filter((folder) => !counted.has(folder))).toEqual([]);
  });
});
