/**
 * Code in documents cannot rot: every block in the README, in CONTRIBUTING.md and in docs is one of the kinds below.
 *
 *   ts, js   a program. It is type-checked and run as it stands, in a folder of its own. A block that begins with an import begins
 *            a program, any other goes on with the one before. A first line such as "// mine.mjs" names a file instead.
 *   sh       commands. The program itself parses every `ulterior …`, also in the running text; scripts of `npm run` exist. Commands
 *            whose data are invented, or were written by a command above on the same page, are run.
 *   json     a configuration of the service; in docs/recommenders.md what a recommender is asked, and what it answers; in
 *            docs/ci.md a file of checks
 *   yaml     the same as a file in examples/ci
 *   python   reads tensors that our models have
 *   sql      statements for a PostgreSQL server
 *   text     what a program prints
 *
 * What they print is kept in docs/output, and the site shows it. A changed output fails: look at it, then run this file with -u.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { checkedConfig } from '../service/src/server/index.ts';
import { outputFile } from '../site/outputs.mjs';
import { checkConfigFrom } from '../src/cli/check/config.ts';
import { createProgram } from '../src/cli/program.ts';
import { readAnswer, recommenderContractDocument } from '../src/recommenderClient/contract.ts';
import { parseDataFile } from '../src/tables/index.ts';
import { type CodeBlock, codeBlocks, codeSpans, documents } from './support/codeBlocks.ts';
import { complaintAbout, shellLines, shellWords, ulteriorWords } from './support/commandLines.ts';

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

// Inside the package, where its own name resolves to it.
const folder = file('.docs-code/');
const playground = mkdtempSync(join(tmpdir(), 'ulterior-docs-'));
afterAll(() => {
  for (const made of [folder, playground]) rmSync(made, { recursive: true, force: true });
});

const pages = documents();
const blocks = pages.flatMap(codeBlocks);
const ofKind = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language));

interface Program {
  readonly where: string;
  readonly file: string;
  readonly code: string;
  /** Its last block, below which the site shows what it printed. */
  readonly last: string;
}

/** Files of the sources are found by what the package exports: the block is no file of src here. */
const outside = (code: string) => code.replaceAll(/'\.\/\w+\.ts'/g, "'ulterior/core'");

function programsOf(parts: readonly CodeBlock[]): Program[] {
  const programs: Program[] = [];
  for (const { where, file: name, language, code, document } of parts) {
    const before = programs.at(-1);
    if (name === undefined && !code.startsWith('import') && before?.where.startsWith(document)) {
      programs[programs.length - 1] = { ...before, code: `${before.code}\n${outside(code)}`, last: code };
    } else
      programs.push({ where, file: name ?? `program${programs.length}.m${language}`, code: outside(code), last: code });
  }
  return programs;
}

const programs = programsOf(ofKind('ts', 'js'));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const { file: name, code } of programs) writeFileSync(join(folder, name), code);
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({
    extends: '../tsconfig.base.json',
    compilerOptions: {
      outDir: 'out',
      rootDir: '.',
      allowJs: true,
      checkJs: true,
      declaration: false,
      // Examples are read by people: no assertions after what may be undefined, and no types in JavaScript.
      strictNullChecks: false,
      exactOptionalPropertyTypes: false,
      noUncheckedIndexedAccess: false,
      noImplicitAny: false,
      lib: ['ES2023'],
      types: ['node'],
      typeRoots: ['../node_modules/@types'],
    },
    include: ['*.mts', '*.mjs'],
  }),
);
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
// The test runner sets FORCE_COLOR for itself; Node warns where both are set.
const { FORCE_COLOR: _, ...inherited } = process.env;
const environment = { ...inherited, NO_COLOR: '1' };

const kept = new Set<string>();

/** Where files lie, what time it is and which ports are free differ from run to run; the last digits from machine to machine. */
const steady = (printed: string) =>
  printed
    .replaceAll(/^.*\r/gm, '')
    .replaceAll(new RegExp(`(?:${playground}|${folder})[\\w/-]*/`, 'g'), '')
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:8080')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '2026-01-01T00:00:00.000Z')
    .replaceAll(/\d+\.\d{7,}(?!e)/g, (number) => Number(number).toFixed(6))
    .replaceAll(/ +$/gm, '');

async function expectKept(document: string, code: string, printed: string): Promise<void> {
  const path = outputFile(document, code);
  kept.add(path);
  // Where every test must run, one may not make up what it expects.
  if (process.env['ULTERIOR_REQUIRE_ALL'] !== undefined) expect(existsSync(file(path)), path).toBe(true);
  await expect(steady(printed)).toMatchFileSnapshot(file(path));
}

/** What some programs must print, beyond printing something. */
const PRINTED: Readonly<Record<string, readonly RegExp[]>> = {
  'docs/beyond/beliefs.md': [
    /types depart from an item by about 0\.\d+ stars/,
    /the answers count \d\.\d+ times/,
    /is worth 0\.\d+/,
    /kind: 'stopped'/,
  ],
  // A compiled questionnaire believes what the live interview does.
  'docs/beyond/selection.md': [/live:[^[]*\[ *(0\.\d{9})\d*, *(0\.\d{9})[\s\S]*compiled: \[ *\1\d*, *\2/],
  // The paper's algorithm and the shortcut choose alike, and chosen questions find out more than random ones.
  'docs/paper-in-code.md': [
    /incFbc asks about (.+)\.\nseparation asks about \1\./,
    /separation: right for 71%, 90%.*\nrandom: right for 64%, 68%/,
  ],
  'docs/service.md': [/^http:\/\/127\.0\.0\.1:\d+ 200$/m],
};

describe('blocks of code in documents', () => {
  it('are all of a kind that is checked', () => {
    const known = ['ts', 'js', 'sh', 'json', 'yaml', 'python', 'sql', 'text'];
    expect(blocks.filter(({ language }) => !known.includes(language)).map(({ where }) => where)).toEqual([]);
    expect(blocks.length).toBeGreaterThan(60);
  });
});

describe('programs in documents', () => {
  it('compile', () => {
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8', cwd: folder });
    expect([stdout, status]).toEqual(['', 0]);
    expect(programs.length).toBeGreaterThan(15);
  });

  // docs/plugins.md is a project, which plugins.test.ts runs.
  const runnable = programs.filter(({ where }) => !where.startsWith('docs/plugins.md'));
  it.each(runnable)('run: $where', async ({ where, file: name, code, last }) => {
    const cwd = mkdtempSync(join(playground, 'program-'));
    const compiled = join(folder, 'out', name.replace(/\.mts$/, '.mjs'));
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiled], {
      encoding: 'utf8',
      cwd,
      env: environment,
    });
    expect([stderr, status]).toEqual(['', 0]);
    expect(stdout).not.toMatch(/NaN|undefined/);
    // One that only defines something has nothing to print.
    expect(stdout !== '' || !code.includes('console.log')).toBe(true);
    const page = where.replace(/, line.*/, '');
    for (const pattern of PRINTED[page] ?? []) expect(stdout).toMatch(pattern);
    if (stdout !== '') await expectKept(page, last, stdout);
  });

  it('print what was expected of them', () => {
    const printing = new Set(runnable.map(({ where }) => where.replace(/, line.*/, '')));
    expect(Object.keys(PRINTED).filter((page) => !printing.has(page))).toEqual([]);
  });
});

interface Shown {
  readonly document: string;
  readonly line: string;
  readonly words: readonly string[];
}

const shellBlocks = ofKind('sh').map(({ document, code }) => ({ document, lines: shellLines(code) }));
const commands: readonly Shown[] = shellBlocks.flatMap(({ document, lines }) =>
  lines.flatMap((line) => {
    const words = ulteriorWords(line);
    return words === undefined ? [] : [{ document, line, words }];
  }),
);

describe('commands in documents', () => {
  it.each(commands)('are known to the program: $document: $line', ({ words }) => {
    // What is left to the reader is not checked: "…".
    const given = words.filter((word) => !word.includes('…'));
    expect(complaintAbout(given, given.length === words.length ? 'whole' : 'part')).toBeUndefined();
  });

  const mentioned = pages.flatMap((document) =>
    codeSpans(document).flatMap((span) => {
      const words = ulteriorWords(span);
      // "ulterior …" stands for any command.
      return words === undefined || words[0]?.startsWith('…') ? [] : [{ document, words, line: span }];
    }),
  );
  it.each(mentioned)('are known where the text mentions them: $document: $line', ({ words }) => {
    const given = words.filter((word) => !word.includes('…'));
    expect(complaintAbout(given, 'part')).toBeUndefined();
  });

  it('are refused where nothing like them exists', () => {
    expect(complaintAbout(shellWords('advize x'))).toMatch(/no command/);
    expect(complaintAbout(shellWords('audit x --output y --folts 3'))).toMatch(/--folts/);
    expect(complaintAbout(shellWords('audit x --output y --set folds=many'))).toMatch(/many/);
    expect(complaintAbout(shellWords('protect x'))).toMatch(/--output/);
    expect(complaintAbout(shellWords('describe'))).toMatch(/too little/);
    expect(complaintAbout(shellWords('describe a.csv b.csv'))).toMatch(/too much/);
    expect(complaintAbout(shellWords('serve keys make me --scope admin'))).toBeDefined();
    expect(complaintAbout(shellWords('protect'), 'part')).toBeUndefined();
    expect(shellWords(`'"Q2: how?" as age>=35{a; b}' "^A b$" x`)).toEqual([
      '"Q2: how?" as age>=35{a; b}',
      '^A b$',
      'x',
    ]);
  });

  it('of npm and vitest name scripts and folders that exist', () => {
    const { scripts } = JSON.parse(readFileSync(file('package.json'), 'utf8')) as { scripts: Record<string, string> };
    const lines = shellBlocks.flatMap(({ lines: own }) => own);
    const named = lines.flatMap((line) => [...line.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!));
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
    const tested = lines.flatMap((line) => /npx vitest run (\S+)/.exec(line)?.[1] ?? []);
    expect(tested.filter((path) => !existsSync(file(path)))).toEqual([]);
  });
});

/** They wait, fetch, or take minutes; or another test runs them: docs/service.md and docs/plugins.md, line by line. */
const NOT_RUN = ['serve', 'data', 'demo'];
const ELSEWHERE = ['docs/service.md', 'docs/plugins.md'];

describe('commands on data that anybody has', () => {
  const places = new Map<string, string>();
  const placeOf = (document: string) => {
    if (!places.has(document)) places.set(document, mkdtempSync(join(playground, 'commands-')));
    return places.get(document)!;
  };
  /** Models and transcripts that a command writes are there for the next ones of its page. */
  const written = new Set<string>();
  const runnable = commands.filter(({ document, words }) => {
    const [name, ...rest] = words;
    if (NOT_RUN.includes(name!) || ELSEWHERE.includes(document)) return false;
    const files = rest.filter((word) => /\.(safetensors|json|csv|tsv|txt)$/.test(word) || /^[\w-]+:/.test(word));
    const outputs = rest.filter((_, at) => ['--output', '--save'].includes(rest[at - 1] ?? ''));
    const given = files.filter((word) => !outputs.includes(word));
    const known = (word: string) => /^world:/.test(word) || written.has(`${document} ${word.split('/')[0]}`);
    if (!given.every((word) => known(word) || /^[\w ]+:number|^\w+=/.test(word)) || given.length === 0) return false;
    for (const output of outputs) written.add(`${document} ${output}`);
    return true;
  });

  it.each(runnable)('run: $document: $line', async ({ document, line, words }) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [file('dist/cli/main.js'), ...words], {
      cwd: placeOf(document),
      encoding: 'utf8',
      env: environment,
      input: `y\n${'4\n'.repeat(30)}`,
    });
    expect([stderr.replaceAll(/^.*\r/gm, ''), status]).toEqual([expect.not.stringMatching(/error/i), 0]);
    expect(stdout).toMatch(/\d/);
    await expectKept(document, line, stdout);
  });

  it('are several', () => expect(runnable.length).toBeGreaterThan(6));
});

describe('other blocks in documents', () => {
  const json = ofKind('json');
  const ofRecommender = ({ document }: CodeBlock) => document === 'docs/recommenders.md';
  const ofChecks = ({ document }: CodeBlock) => document === 'docs/ci.md';
  it.each(json.filter(ofChecks))('are files of checks: $where', ({ code }) => {
    expect(() => checkConfigFrom(code, 'ulterior.json', createProgram())).not.toThrow();
  });

  const ofData = ({ document }: CodeBlock) => document === 'docs/data-files.md';
  it.each(json.filter(ofData))('are data files: $where', ({ code }) => {
    expect(() => parseDataFile(code, 'survey.ulterior.json')).not.toThrow();
  });

  it('are the examples of pipelines', () => {
    const examples = readdirSync(file('examples/ci')).map((name) => readFileSync(file(`examples/ci/${name}`), 'utf8'));
    expect(ofKind('yaml').filter(({ code }) => !examples.some((text) => text.trim() === code.trim()))).toEqual([]);
    expect(ofKind('yaml')).toHaveLength(3);
  });

  it.each(json.filter((block) => ![ofRecommender, ofChecks, ofData].some((other) => other(block))))(
    'are configurations that the service takes: $where',
    (block) => {
      expect(() => checkedConfig(JSON.parse(block.code))).not.toThrow();
    },
  );

  it('are what a recommender is asked, and what it answers', () => {
    const [request, answer, ...more] = json.filter(ofRecommender).map(({ code }) => code);
    expect(more).toEqual([]);
    const { $defs } = recommenderContractDocument() as { $defs: { request: { required: string[] } } };
    expect(Object.keys(JSON.parse(request!))).toEqual($defs.request.required);
    expect(readAnswer(answer!, 'it').items).toEqual(['blade-runner', 'brazil']);
  });

  it('name tensors that models have', () => {
    const named = ofKind('python').flatMap(({ code }) =>
      [...code.matchAll(/get_tensor\("(\w+)"\)/g)].map(([, name]) => name!),
    );
    const bytes = readFileSync(file('models/demo-chronotype.safetensors'));
    const header = JSON.parse(bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE())).toString()) as object;
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(name in header))).toEqual([]);
  });
});

describe('what was printed', () => {
  it('is kept for blocks that are there', () => {
    const files = readdirSync(file('docs/output')).map((name) => `docs/output/${name}`);
    expect(files.filter((path) => !kept.has(path))).toEqual([]);
    expect(files.length).toBe(kept.size);
  });
});
