/** What an audit wrote in clear dies with its process, also where the next process has the same number, as in a container. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LONG, until } from '../support/audits.ts';
import { type HttpClient, httpClient } from '../support/httpClient.ts';
import { describeNeeds } from '../support/needs.ts';
import { numbersMissing, type ServiceProcess, serveScript } from '../support/serviceProcess.ts';
import { emptyStoreFolder } from '../support/temporaryStore.ts';

const MARK = 'seen-by-nobody-any-more';

/** Enough for a moment of reading. */
const people = Array.from({ length: 2000 }, (_, user) => `${MARK}-${user},${user % 2 ? 'f' : 'm'}`);
const rows = people.flatMap((person, user) =>
  Array.from({ length: 30 }, (_, item) => `${person},i${(item * 7 + user) % 90},${1 + ((item * user) % 5)}`),
);
const TABLE = ['user,gender,item,rating', ...rows].join('\n');

let temporary: string;
let folder: string;
beforeAll(async () => {
  temporary = mkdtempSync(join(tmpdir(), 'ulterior-faults-'));
  folder = await emptyStoreFolder();
});
afterAll(() => {
  for (const path of [temporary, folder]) rmSync(path, { recursive: true, force: true });
});

const serve = (key: boolean) => {
  const worker = { threads: 1, leaseSeconds: 2, reportSeconds: 0.05, requeueSeconds: 0.3 };
  return serveScript(
    { folder },
    { role: 'server', key, worker, temporary, ownNumbers: true, store: { pollSeconds: 0.1 } },
  );
};

/** Files below the folder that hold the mark. */
function marked(): string[] {
  const files = readdirSync(temporary, { recursive: true, encoding: 'utf8' }).map((name) => join(temporary, name));
  return files.filter((path) => statSync(path).isFile() && readFileSync(path).includes(MARK));
}

async function startedAudit(
  client: HttpClient,
  { url, key }: ServiceProcess,
): Promise<{ audit: string; upload: string }> {
  const sent = await fetch(`${url}/v1/data?name=t.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
    body: TABLE,
  });
  const { id: upload } = (await sent.json()) as { id: string };
  const body = { data: { upload }, attribute: 'gender', settings: LONG.settings };
  const asked = await client.call('POST', `${url}/v1/audits`, { as: key!, body });
  expect([sent.status, asked.status]).toEqual([201, 201]);
  await until(
    async () => marked(),
    (files) => files.length > 0,
  );
  return { upload, audit: asked.body.id };
}

describeNeeds(numbersMissing, 'a process that is killed in the middle of an audit', () => {
  it('leaves no upload behind for the next one', async () => {
    const client = httpClient();
    const first = await serve(true);
    const { audit, upload } = await startedAudit(client, first);
    await first.kill();
    expect(marked()).not.toEqual([]);
    const second = await serve(false);
    try {
      const erase = async (path: string) =>
        (await client.call('DELETE', `${second.url}${path}`, { as: first.key! })).status;
      // The audit is taken up again, and may have a copy again.
      expect([202, 204]).toContain(await erase(`/v1/data/${upload}`));
      expect([202, 204]).toContain(await erase(`/v1/audits/${audit}`));
      for (const path of [`/v1/data/${upload}`, `/v1/audits/${audit}`]) {
        await until(
          () => erase(path),
          (status) => status !== 202,
        );
      }
      expect(marked()).toEqual([]);
      expect(readdirSync(temporary).length).toBe(2);
    } finally {
      client.close();
      await second.kill();
    }
  });
});
