/** The process of the service is killed while twenty clients hold a thousand interviews, and started again. */
import { expect, it } from 'vitest';
import type { StoreLocation } from '../../service/src/store/index.ts';
import { httpClient } from '../support/httpClient.ts';
import { answer, interviewCrowd, type Person, type Served, transcriptOf } from '../support/interviewees.ts';
import { type ServiceProcess, serveProgram } from '../support/serviceProcess.ts';
import { administratorsOf, modelNamed } from './operator.ts';

const PEOPLE = 1000;
const CLIENTS = 20;
/** Every tenth gives three answers, the others one. */
const answersOf = (number: number) => (number % 10 === 0 ? 3 : 1);
/** It is killed when so many were acknowledged. */
const MIDDLE = 600;

export function killedServer(empty: () => Promise<StoreLocation>): void {
  it('loses no acknowledged answer and doubles none when it is killed among 1,000 interviews', {
    timeout: 300_000,
  }, async () => {
    const location = await empty();
    let server: Promise<ServiceProcess> = serveProgram(location);
    const client = httpClient(CLIENTS);
    const served: Served = { client, address: async () => (await server).url, patient: true };
    try {
      const { url, key } = await server;
      const keys = await administratorsOf(client, url, key!, 4);
      const modelId = await modelNamed(client, url, key!, 'demo-chronotype');
      let killed = 0;
      const crowd = await interviewCrowd(served, {
        keys,
        modelId,
        people: PEOPLE,
        answers: answersOf,
        clients: CLIENTS,
        onAnswer: (total) => {
          if (total !== MIDDLE) return;
          killed = total;
          server = restarted(server, location);
        },
      });
      expect(killed).toBe(MIDDLE);
      expect(crowd).toHaveLength(PEOPLE);
      // Once more, so that all is read from the database by a process that has nothing in memory.
      server = restarted(server, location);
      const went = await inTurns(crowd, CLIENTS, async (person) => {
        expect(await transcriptOf(served, person)).toEqual(person.given);
        expect(person.question.item).toBeTypeOf('string');
        expect(person.given.map(({ item }) => item)).not.toContain(person.question.item);
        const { body } = await client.call('GET', `${await served.address()}/v1/interviews/${person.id}/question`, {
          as: person.token,
        });
        expect(body).toMatchObject({ number: person.given.length + 1, item: person.question.item });
      });
      expect(went).toBe(PEOPLE);
      // They can also be answered.
      const some = crowd.filter((_, n) => n % 20 === 0);
      await inTurns(some, CLIENTS, async (person) => {
        await answer(served, person);
        expect(await transcriptOf(served, person)).toEqual(person.given);
      });
      expect((await server).complaints()).toBe('');
    } finally {
      client.close();
      await (await server).kill();
    }
  });
}

async function restarted(server: Promise<ServiceProcess>, location: StoreLocation): Promise<ServiceProcess> {
  await (await server).kill();
  return serveProgram(location);
}

async function inTurns(crowd: readonly Person[], clients: number, visit: (person: Person) => Promise<void>) {
  let next = 0;
  const client = async () => {
    while (next < crowd.length) await visit(crowd[next++]!);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return next;
}
