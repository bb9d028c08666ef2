/**
 * Broken files of every kind that was met, and what the command line says of each: exit status, code, what is wrong and
 * where, what to do. docs/broken-files.md lists the same; ULTERIOR_WRITE_DOCS=1 writes it anew. Build first.
 */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErrorCode, errorCodes, exitStatus } from '../src/errors/index.ts';
import { dtaBytes } from './support/dtaWriter.ts';
import { savBytes } from './support/savWriter.ts';
import { xlsxBytes } from './support/xlsxWriter.ts';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const page = new URL('../docs/broken-files.md', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'ulterior-broken-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER = 'user,item,rating\n';
const GOOD = `${HEADER}ann,tea,4\nann,cake,2\nbob,tea,5\n`;
const PEOPLE = 'user,gender,age\nann,F,34\nbob,M,27\n';

/** Bytes that look like nothing, the same every time. */
function junk(length: number): Uint8Array {
  let state = 7;
  return Uint8Array.from({ length }, () => {
    state = (state * 48271) % 2147483647;
    return state % 256;
  });
}

interface Case {
  readonly what: string;
  readonly file: string;
  /** Nothing where there is no such file, or one that is made elsewhere. */
  readonly contents?: string | Uint8Array;
  readonly people?: string;
  readonly flags?: readonly string[];
  /** No code where the file is read all the same. */
  readonly code?: ErrorCode;
}

const bytes = (text: string) => Buffer.from(text, 'latin1');
/** Not compressed, so that every machine gives the same bytes. */
const packed = gzipSync(GOOD.repeat(50), { level: 0 });

const TABLE = [
  ['user', 'item', 'rating'],
  ['ann', 'tea', 4],
  ['bob', 'tea', 5],
];
const letter = zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': strToU8('<w:document/>') });
const VARIABLES = [{ name: 'user', width: 8 }, { name: 'item', width: 8 }, { name: 'rating' }];
const sav = savBytes(VARIABLES, TABLE.slice(1));
const dta = dtaBytes([{ name: 'user', text: 8 }, { name: 'item', text: 8 }, { name: 'rating' }], TABLE.slice(1), 118);

const CASES: readonly Case[] = [
  { what: 'an empty file', file: 'empty.csv', contents: '', code: 'FILE_EMPTY' },
  { what: 'nothing but blank lines', file: 'blank.csv', contents: '\n\n\n', code: 'FILE_EMPTY' },
  { what: 'a header and no rows', file: 'header.csv', contents: HEADER, code: 'FILE_EMPTY' },
  { what: 'no such file', file: 'nowhere.csv', code: 'FILE_NOT_READABLE' },
  { what: 'a folder', file: '.', code: 'FILE_NOT_READABLE' },
  { what: 'a file that may not be read', file: 'locked.csv', contents: GOOD, code: 'FILE_NOT_READABLE' },
  { what: 'junk', file: 'junk.csv', contents: junk(400), code: 'FILE_FOREIGN' },
  { what: 'an Excel workbook, renamed', file: 'book.csv', contents: xlsxBytes({ Answers: TABLE }) },
  {
    what: 'an Excel workbook whose end is missing',
    file: 'cut.xlsx',
    contents: xlsxBytes({ Answers: TABLE }).subarray(0, -40),
    code: 'FILE_TRUNCATED',
  },
  {
    what: 'an Excel workbook without the sheet',
    file: 'sheets.xlsx',
    contents: xlsxBytes({ Answers: TABLE, Notes: [['a']] }),
    flags: ['--set', 'sheet=Data'],
    code: 'COLUMN_MISSING',
  },
  { what: 'a document of Office', file: 'letter.docx', contents: letter, code: 'FILE_FOREIGN' },
  { what: 'a file of SPSS', file: 'table.sav', contents: sav },
  {
    what: 'a file of SPSS whose end is missing',
    file: 'cut.sav',
    contents: sav.subarray(0, -3),
    code: 'FILE_TRUNCATED',
  },
  { what: 'a file of Stata', file: 'table.dta', contents: dta },
  {
    what: 'a file of Stata whose end is missing',
    file: 'cut.dta',
    contents: dta.subarray(0, 300),
    code: 'FILE_TRUNCATED',
  },
  {
    what: 'a file of Stata before release 13',
    file: 'old.dta',
    contents: Uint8Array.of(0x73, 2, 1, 0, 5, 0, 9, 0),
    code: 'FILE_FOREIGN',
  },
  {
    what: 'a zip archive',
    file: 'data.zip',
    contents: bytes('PK\x03\x04\x14\0\0\0\x08\0ratings.csv'),
    code: 'FILE_FOREIGN',
  },
  { what: 'a pickle', file: 'data.pkl', contents: bytes('\x80\x04\x95\x10\0\0\0\0\0\0\0}\x94'), code: 'FILE_FOREIGN' },
  { what: 'a web page', file: 'login.csv', contents: '<!DOCTYPE html>\n<html></html>\n', code: 'FILE_FOREIGN' },
  { what: 'text in UTF-16', file: 'utf16.csv', contents: Buffer.from(`\uFEFF${GOOD}`, 'utf16le') },
  {
    what: 'text in UTF-16, cut inside a letter',
    file: 'utf16-cut.csv',
    contents: Buffer.from(`\uFEFF${GOOD}`, 'utf16le').subarray(0, -1),
    code: 'FILE_ENCODING',
  },
  { what: 'text in Latin-1 or windows-1252', file: 'latin.csv', contents: bytes(`${GOOD}bob,caf\xE9,3\n`) },
  {
    what: 'the same, said to be in UTF-8',
    file: 'latin.csv',
    contents: bytes(`${GOOD}bob,caf\xE9,3\n`),
    flags: ['--set', 'encoding=utf-8'],
    code: 'FILE_ENCODING',
  },
  {
    what: 'text in two encodings',
    file: 'mixed.csv',
    contents: Buffer.concat([Buffer.from(`${GOOD}bob,café,3\n`), bytes('ann,caf\xE9,3\n')]),
    code: 'FILE_ENCODING',
  },
  {
    what: 'a gzip file whose end is missing',
    file: 'cut.csv.gz',
    contents: packed.subarray(0, -12),
    code: 'FILE_TRUNCATED',
  },
  { what: 'a Parquet file whose end is missing', file: 'cut.parquet', code: 'FILE_TRUNCATED' },
  { what: 'a damaged Parquet file', file: 'damaged.parquet', code: 'FILE_MALFORMED' },
  {
    what: 'a Parquet column of lists',
    file: 'nested.parquet',
    flags: ['--set', 'itemColumn=tags'],
    code: 'COLUMN_NESTED',
  },
  { what: 'a Parquet column of lists that is not used', file: 'nested.parquet' },
  { what: 'a row with a cell too many', file: 'long.csv', contents: `${GOOD}bob,cake,1,2\n`, code: 'ROW_RAGGED' },
  { what: 'a row with a cell too few', file: 'short.csv', contents: `${GOOD}bob,cake\n`, code: 'ROW_RAGGED' },
  { what: 'a quote that is not closed', file: 'quote.csv', contents: `${GOOD}bob,"cake,1\n`, code: 'FILE_MALFORMED' },
  {
    what: 'lines that end in different ways',
    file: 'ends.csv',
    contents: GOOD.replace('\n', '\r\n'),
    code: 'FILE_MALFORMED',
  },
  { what: 'broken JSON', file: 'broken.jsonl', contents: '{"user":"ann","item":\n', code: 'FILE_MALFORMED' },
  {
    what: 'the wrong delimiter',
    file: 'comma.csv',
    contents: GOOD,
    flags: ['--set', 'delimiter=;'],
    code: 'COLUMN_MISSING',
  },
  {
    what: 'two columns of the same name',
    file: 'twice.csv',
    contents: 'user,item,rating,rating\nann,tea,4,2\n',
    code: 'COLUMN_REPEATED',
  },
  { what: 'a row without a user', file: 'nobody.csv', contents: `${GOOD},cake,1\n`, code: 'ID_MISSING' },
  { what: 'the same rating twice', file: 'again.csv', contents: `${GOOD}ann,tea,1\n`, code: 'RATING_DUPLICATE' },
  { what: 'a word for a rating', file: 'word.csv', contents: `${GOOD}bob,cake,good\n`, code: 'RATING_NOT_FINITE' },
  {
    what: 'a rating with a unit',
    file: 'unit.csv',
    contents: `${GOOD}bob,cake,5 stars\n`,
    code: 'RATING_NOT_FINITE',
  },
  {
    what: 'the same, read on request',
    file: 'unit.csv',
    contents: `${GOOD}bob,cake,5 stars\n`,
    flags: ['--set', 'lenientNumbers=true'],
  },
  {
    what: 'answers in words',
    file: 'likert.csv',
    contents: 'id,q1,q2\nann,Agree,Disagree\nbob,Strongly agree,Agree\n',
    flags: ['--item-columns', '^q'],
  },
  {
    what: 'an answer that is in no scale',
    file: 'maybe.csv',
    contents: 'id,q1,q2\nann,Agree,Disagree\nbob,Perhaps,Agree\n',
    flags: ['--item-columns', '^q'],
    code: 'ANSWER_UNKNOWN',
  },
  {
    what: 'ratings with a decimal comma',
    file: 'commas.csv',
    contents: 'user;item;rating\nann;tea;3,5\nbob;tea;4\n',
  },
  {
    what: 'ratings whose comma may part thousands',
    file: 'thousands.csv',
    contents: 'user;item;rating\nann;tea;3,125\nbob;tea;4\n',
    code: 'RATING_NOT_FINITE',
  },
  { what: 'an infinite rating', file: 'inf.csv', contents: `${GOOD}bob,cake,Infinity\n`, code: 'RATING_NOT_FINITE' },
  {
    what: 'NaN for every rating',
    file: 'nan.csv',
    contents: `${HEADER}ann,tea,NaN\nbob,tea,nan\n`,
    code: 'DATASET_EMPTY',
  },
  {
    what: 'a single person',
    file: 'alone.csv',
    contents: `${HEADER}ann,tea,4\n`,
    people: PEOPLE,
    flags: ['--attribute', 'gender'],
    code: 'ATTRIBUTE_SINGLE_VALUED',
  },
  {
    what: 'an age with a unit',
    file: 'ages.csv',
    contents: GOOD,
    people: PEOPLE.replace('27', '27 years'),
    flags: ['--attribute', 'age:number'],
    code: 'ATTRIBUTE_VALUE_UNKNOWN',
  },
  {
    what: 'a range of columns that ends nowhere',
    file: 'quiz.csv',
    contents: 'E1,E2,E3\n1,2,3\n',
    flags: ['--item-columns', 'E1..E4'],
    code: 'COLUMN_MISSING',
  },
  {
    what: 'a column name with a colon, without quotes',
    file: 'colon.csv',
    contents: GOOD,
    people: PEOPLE.replace('gender', 'Q1: gender'),
    flags: ['--attribute', 'Q1: gender'],
    code: 'ATTRIBUTE_EXPRESSION',
  },
];

/** Parquet files are made by a database. */
async function writeParquet(): Promise<void> {
  const path = join(folder, 'nested.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(
    `copy (select 'u' || (i % 30) as user, 'i' || i as item, 1 + i % 5 as rating, [i, i + 1] as tags from range(2000) t(i))
     to '${path}' (format parquet)`,
  );
  connection.closeSync();
  instance.closeSync();
  const whole = readFileSync(path);
  writeFileSync(join(folder, 'cut.parquet'), whole.subarray(0, whole.length / 2));
  writeFileSync(join(folder, 'damaged.parquet'), Buffer.from(whole).fill(0xff, 50, 1500));
}

interface Told {
  readonly status: number;
  readonly stderr: string;
}

function wordsOf({ file, people, flags = [] }: Case): string[] {
  const table = people === undefined ? [] : ['--users-table', join(folder, `people-of-${file}`)];
  return ['describe', file === '.' ? folder : join(folder, file), ...table, ...flags, '--json'];
}

/** Runs the program once for each list of words, in one process: most of the time goes into starting it. */
const RUNNER = `
  const [program, ...calls] = process.argv.slice(2);
  const told = [];
  process.stdout.write = () => true;
  process.stderr.write = (text) => { told.at(-1).stderr += text; return true; };
  for (const [n, words] of calls.entries()) {
    told.push({ status: 0, stderr: '' });
    process.argv = [process.execPath, 'ulterior', ...JSON.parse(words)];
    process.exitCode = 0;
    await import(program + '?' + n);
    told.at(-1).status = process.exitCode;
  }
  process.exitCode = 0;
  (await import('node:fs')).writeSync(1, JSON.stringify(told));
`;

function run(cases: readonly Case[], as: { uid?: number; gid?: number } = {}): Promise<Told[]> {
  const calls = cases.map((one) => JSON.stringify(wordsOf(one)));
  const env = { ...process.env, FORCE_COLOR: '', NO_COLOR: '1' };
  const words = [join(folder, 'runner.mjs'), pathToFileURL(program).href, ...calls];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, words, { env, ...as }, (error, stdout) => {
      if (error) return reject(error);
      const plain = (text: string) => text.replaceAll(`${folder}/`, '').replaceAll(folder, 'folder');
      resolve((JSON.parse(stdout) as Told[]).map(({ status, stderr }) => ({ status, stderr: plain(stderr) })));
    });
  });
}

const isLocked = ({ file }: Case) => file === 'locked.csv';
/** For the owner of the machine no file is locked, so somebody else is asked to read it. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

let results: readonly Told[] = [];
beforeAll(async () => {
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'runner.mjs'), RUNNER);
  await writeParquet();
  for (const { file, contents, people } of CASES) {
    if (contents !== undefined) writeFileSync(join(folder, file), contents);
    if (people !== undefined) writeFileSync(join(folder, `people-of-${file}`), people);
  }
  chmodSync(join(folder, 'locked.csv'), 0o000);
  const [locked] = await run(CASES.filter(isLocked), nobody);
  const others = await run(CASES.filter((one) => !isLocked(one)));
  results = CASES.map((one) => (isLocked(one) ? locked! : others.shift()!));
});

const INTRODUCTION = `# Broken files

What the command line says of files that are not as they should be: what is wrong and where, and what to do. \`test/brokenFiles.test.ts\` makes each file,
runs \`ulterior describe\` and writes this page (\`ULTERIOR_WRITE_DOCS=1 npx vitest run test/brokenFiles.test.ts\`). The codes are explained in
[errors.md](errors.md). The encoding of a text is seen from the whole file; \`--set encoding=windows-1250\` says another.

| the file | exit status | code | what is said | what to do |
| --- | --- | --- | --- | --- |
`;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').trim();

function rowOf({ what }: Case, { status, stderr }: Told): string {
  const [, message, code, advice] = /^error (.*) \[(\w+)\]\n {2}try: (.*)\n$/s.exec(stderr) ?? [];
  const warning = /^warning (.*)\n$/s.exec(stderr)?.[1] ?? '';
  return `| ${[what, status, code === undefined ? '' : `\`${code}\``, message ?? (warning || 'it is read'), advice ?? ''].map((text) => cell(String(text))).join(' | ')} |\n`;
}

describe('broken files', () => {
  it('are more than sixteen, of many codes', () => {
    expect(CASES.length).toBeGreaterThan(16);
    expect(new Set(CASES.map(({ code }) => code)).size).toBeGreaterThan(12);
  });

  it.each(CASES.map((one, at) => [one.what, one, at] as const))('%s', (_, { code, file }, at) => {
    const { status, stderr } = results[at]!;
    expect(stderr).not.toMatch(/internal error|please report|undefined|\bNaN\b(?!")/);
    if (code === undefined) {
      expect([status, stderr.replace(/^warning .*\n/, '')]).toEqual([0, '']);
      return;
    }
    expect(stderr).toMatch(new RegExp(`^error .+ \\[${code}\\]\n {2}try: .+\n$`, 's'));
    expect(status).toBe(exitStatus[errorCodes[code].kind]);
    // Where: the file, or the expression that names it.
    if (code !== 'ATTRIBUTE_EXPRESSION') expect(stderr).toContain(file === '.' ? '"folder"' : file);
    if (code !== 'FILE_ENCODING' || file === 'utf16-cut.csv') expect(stderr).not.toContain('latin');
  });

  it('docs/broken-files.md says the same', () => {
    const text = INTRODUCTION + CASES.map((one, at) => rowOf(one, results[at]!)).join('');
    if (process.env['ULTERIOR_WRITE_DOCS']) writeFileSync(page, text);
    expect(readFileSync(page, 'utf8')).toBe(text);
  });
});
