import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import { openDataset } from '../openDataset.ts';
import { type FetchOptions, fetchDataset } from './fetchDataset.ts';
import { publishedFiles } from './publishedFiles.ts';

const archive = zipSync({
  'ml-1m/': new Uint8Array(),
  'ml-1m/ratings.dat': strToU8('1::1::5::0\n2::1::3::0\n'),
  'ml-1m/users.dat': strToU8('1::F::1::10::0\n2::M::25::16::0\n'),
  'ml-1m/movies.dat': strToU8('1::Toy (1995)::Comedy\n'),
});
const expecting = (bytes: Uint8Array) => ({
  'ml-1m': {
    file: 'ml-1m.zip',
    bytes: bytes.length,
    md5: createHash('md5').update(bytes).digest('hex'),
    licence: 'for research',
  },
});

let folder: string;
let server: Server;
let baseUrl: string;
/** What the server does, and the ranges it was asked for. */
let serve: { bytes: Uint8Array; ranges: boolean; breakAfter?: number; status?: number };
let asked: (string | undefined)[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ulterior-fetch-'));
  serve = { bytes: archive, ranges: true };
  asked = [];
  server = createServer((request, response) => {
    asked.push(request.headers.range);
    if (serve.status !== undefined) {
      response.writeHead(serve.status).end();
      return;
    }
    const from = serve.ranges ? Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0;
    if (from > 0 && from >= serve.bytes.length) {
      response.writeHead(416).end();
      return;
    }
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': serve.bytes.length - from });
    if (serve.breakAfter === undefined) response.end(serve.bytes.subarray(from));
    else
      response.write(serve.bytes.subarray(from, from + serve.breakAfter), () =>
        setTimeout(() => response.destroy(), 50),
      );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/files/`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});

const get = (more: Partial<FetchOptions> = {}) =>
  fetchDataset('ml-1m', { folder, baseUrl, published: expecting(archive), accept: () => true, ...more });
const partPath = () => join(folder, 'ml-1m.zip.part');

describe('fetching a data set', () => {
  it('shows the terms, reports progress, unpacks, and leaves nothing else behind', async () => {
    const seen: unknown[] = [];
    const progress: number[] = [];
    const fetched = await get({
      accept: async (licence) => seen.push(licence) === 1,
      onProgress: ({ received, total }) => progress.push(received / total),
    });
    expect(fetched).toEqual({ folder: join(folder, 'ml-1m'), downloaded: true });
    expect(seen).toEqual(['for research']);
    expect(progress[0]).toBe(0);
    expect(progress.at(-1)).toBe(1);
    expect(readdirSync(folder)).toEqual(['ml-1m']);
    const { summary } = await openDataset({ kind: 'known', name: 'ml-1m', folder: fetched.folder });
    expect(summary).toMatchObject({ users: 2, items: 1, ratings: 2 });
  });

  it('does nothing where it is there already', async () => {
    await get();
    expect(await get({ accept: () => false })).toEqual({ folder: join(folder, 'ml-1m'), downloaded: false });
    expect(asked).toHaveLength(1);
  });

  it('fetches nothing where the terms are refused', async () => {
    expect(await asyncFailure(() => get({ accept: () => false }))).toBe(
      'LICENCE_REFUSED: "ml-1m" was not downloaded: its terms were not accepted -> accept the terms, or use your own copy of the data',
    );
    expect(asked).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('goes on where it broke off', async () => {
    serve.breakAfter = 100;
    expect(await asyncFailure(() => get())).toMatch(
      `DOWNLOAD_FAILED: "${baseUrl}ml-1m.zip" could not be downloaded: it broke off after 100 of ${archive.length} bytes`,
    );
    expect(readdirSync(folder)).toEqual(['ml-1m.zip.part']);
    delete serve.breakAfter;
    const progress: number[] = [];
    await get({ onProgress: ({ received }) => progress.push(received) });
    expect(asked).toEqual([undefined, 'bytes=100-']);
    expect(progress[0]).toBe(100);
    expect(readFileSync(join(folder, 'ml-1m', 'users.dat'), 'utf8')).toMatch('2::M');
  });

  it('starts again where the server knows no ranges, or the part belongs to something else', async () => {
    writeFileSync(partPath(), archive.subarray(0, 50));
    serve.ranges = false;
    expect((await get()).downloaded).toBe(true);
    rmSync(join(folder, 'ml-1m'), { recursive: true });
    writeFileSync(partPath(), new Uint8Array(archive.length + 1));
    expect((await get()).downloaded).toBe(true);
  });

  it('starts again where the part is longer than what the server has', async () => {
    writeFileSync(partPath(), new Uint8Array(archive.length - 1));
    serve.bytes = archive.subarray(0, 10);
    expect(await asyncFailure(() => get())).toMatch(`it ended after 10 of ${archive.length} bytes -> try again`);
    expect(asked).toEqual([`bytes=${archive.length - 1}-`, undefined]);
  });

  it.each([
    ['another byte', () => archive.map((byte, at) => (at === 60 ? byte ^ 1 : byte))],
    ['more bytes', () => Uint8Array.from([...archive, 0])],
  ])('refuses a file with %s, and keeps none of it', async (_, altered) => {
    serve.bytes = altered();
    expect(await asyncFailure(() => get())).toMatch(
      new RegExp(
        `DOWNLOAD_ALTERED: what ".*ml-1m.zip" sent is not the published file: ${serve.bytes.length} bytes with the MD5 \\w+ instead of ${archive.length} bytes`,
      ),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says what the server said, and that there is none', async () => {
    serve.status = 404;
    expect(await asyncFailure(() => get())).toMatch('the server answers 404 Not Found -> check the address');
    expect(await asyncFailure(() => get({ baseUrl: 'http://127.0.0.1:1/' }))).toMatch(
      'DOWNLOAD_FAILED: "http://127.0.0.1:1/ml-1m.zip" could not be downloaded: there is no answer',
    );
  });

  it('refuses an archive that reaches out of its folder, and leaves no half of it', async () => {
    serve.bytes = zipSync({ 'ml-1m/a': strToU8('a'), 'ml-1m/../../evil': strToU8('b') });
    expect(await asyncFailure(() => get({ published: expecting(serve.bytes) }))).toMatch(
      'the archive holds "ml-1m/../../evil", which lies outside of its folder',
    );
    expect(existsSync(join(folder, 'ml-1m'))).toBe(false);
    expect(readdirSync(folder)).toEqual(['ml-1m.zip.part']);
  });

  it('knows what is published', async () => {
    expect(Object.keys(publishedFiles)).toEqual(['ml-100k', 'ml-1m']);
    expect(await asyncFailure(() => fetchDataset('ml-9m' as never, { folder, baseUrl, accept: () => true }))).toBe(
      'SOURCE_UNKNOWN: "ml-9m" cannot be downloaded -> name one of ml-100k, ml-1m',
    );
  });
});
