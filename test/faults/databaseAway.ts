/** The database goes away under load and comes back; the service stays up all the time. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { StoreLocation } from '../../service/src/store/index.ts';
import { httpClient } from '../support/httpClient.ts';
import { interviewCrowd, type Served, transcriptOf } from '../support/interviewees.ts';
import type { Answered } from '../support/service.ts';
import { serveProgram } from '../support/serviceProcess.ts';
import { modelNamed } from './operator.ts';
import { expectProblem } from './problems.ts';

const CLIENTS = 20;
const PEOPLE = 80;
const ANSWERS = 4;
const MIDDLE = 120;
/** How long it is away, in milliseconds: each client meets it several times. */
const AWAY = 1000;

export interface Outage {
  begin(): Promise<void>;
  end(): Promise<void>;
}

export async function databaseAway(location: StoreLocation, outage: Outage): Promise<void> {
  const server = await serveProgram(location);
  const client = httpClient(CLIENTS + 1);
  const replies: Answered[] = [];
  const served: Served = {
    client,
    address: async () => server.url,
    patient: true,
    onReply: (reply) => replies.push(reply),
  };
  const health = (kind: string) => client.call('GET', `${server.url}/health/${kind}`);
  try {
    const modelId = await modelNamed(client, server.url, server.key!, 'demo-chronotype');
    let away: Promise<void> | undefined;
    const goAway = async () => {
      await outage.begin();
      expectProblem(await health('ready'), 'STORE_UNAVAILABLE');
      expect((await health('live')).status).toBe(200);
      await pause(AWAY);
      await outage.end();
    };
    const crowd = await interviewCrowd(served, {
      keys: [server.key!],
      modelId,
      people: PEOPLE,
      answers: () => ANSWERS,
      clients: CLIENTS,
      onAnswer: (total) => {
        if (total === MIDDLE) away = goAway();
      },
    });
    await away;
    const refused = replies.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThanOrEqual(CLIENTS);
    for (const reply of refused) {
      expectProblem(reply, 'STORE_UNAVAILABLE');
      expect(reply.text).not.toMatch(/not-to-be-seen|127\.0\.0\.1|postgres/i);
    }
    // A request that was broken off is done when it is repeated, or gets the answer that was lost.
    expect(replies.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(crowd).toHaveLength(PEOPLE);
    for (const person of crowd) {
      expect(person.given).toHaveLength(ANSWERS);
      expect(await transcriptOf(served, person)).toEqual(person.given);
    }
    expect((await health('ready')).status).toBe(200);
    expect(await server.end()).toBe(0);
  } finally {
    client.close();
    await server.kill();
  }
}
