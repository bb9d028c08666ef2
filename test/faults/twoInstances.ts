/** Two processes over one database are one service. */
import { expect } from 'vitest';
import type { StoreLocation } from '../../service/src/store/index.ts';
import { httpClient } from '../support/httpClient.ts';
import { answer, type Served, transcriptOf, welcome } from '../support/interviewees.ts';
import { serveProgram } from '../support/serviceProcess.ts';
import { modelNamed } from './operator.ts';

export async function twoInstances(location: StoreLocation): Promise<void> {
  const first = await serveProgram(location);
  const second = await serveProgram(location, ['--no-worker']);
  const client = httpClient();
  const at = (url: string): Served => ({ client, address: async () => url, patient: true });
  try {
    // The second found a key and models.
    expect(second.key).toBeUndefined();
    const modelId = await modelNamed(client, second.url, first.key!, 'demo-chronotype');
    const { body: made } = await client.call('POST', `${first.url}/v1/keys`, {
      as: first.key!,
      body: { name: 'made at the first', scope: 'interview' },
    });
    const person = await welcome(at(second.url), made.key, modelId);
    for (let n = 0; n < 10; n++) await answer(at(n % 2 === 0 ? first.url : second.url), person);
    expect(await transcriptOf(at(first.url), person)).toEqual(person.given);
    expect(await transcriptOf(at(second.url), person)).toEqual(person.given);

    // An answer taken back at one is not there at the other, which has the interview at hand.
    const path = `/v1/interviews/${person.id}`;
    const undone = await client.call('POST', `${first.url}${path}/undo`, { as: person.token });
    expect(undone).toMatchObject({ status: 200, body: { asked: 9 } });
    expect(await transcriptOf(at(second.url), person)).toEqual(person.given.slice(0, -1));

    // Two answers to one question at the same moment: one counts.
    const { item } = undone.body.question;
    const race = [first.url, second.url].map((url) =>
      client.call('POST', `${url}${path}/answers`, { as: person.token, body: { item, rating: 3 } }),
    );
    expect((await Promise.all(race)).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await transcriptOf(at(second.url), person)).toHaveLength(10);

    const erased = await client.call('DELETE', `${first.url}${path}`, { as: person.token });
    // A server that writes over its old log owes the scrub for long: 202 says so.
    const { scrub } = erased.body;
    expect(erased).toMatchObject({ status: scrub === 'done' ? 200 : 202, body: { answers: 10 } });
    expect(['done', 'owed']).toContain(scrub);
    for (const { url } of [second, first]) {
      expect((await client.call('GET', `${url}${path}`, { as: person.token })).status).toBe(401);
      expect((await client.call('GET', `${url}${path}/transcript`, { as: made.key })).status).toBe(404);
    }
    const key = `/v1/keys/${made.id}`;
    expect((await client.call('DELETE', `${second.url}${key}`, { as: first.key! })).status).toBeLessThan(300);
    expect((await client.call('GET', `${first.url}/v1/interviews`, { as: made.key })).status).toBe(401);
  } finally {
    client.close();
    await Promise.all([first.kill(), second.kill()]);
  }
}
