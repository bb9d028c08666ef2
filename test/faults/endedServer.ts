/** The service is asked to end (SIGTERM) while clients keep it busy. */
import { expect, it } from 'vitest';
import type { StoreLocation } from '../../service/src/store/index.ts';
import { httpClient } from '../support/httpClient.ts';
import { interviewCrowd, type Served, transcriptOf } from '../support/interviewees.ts';
import type { Answered } from '../support/service.ts';
import { type ServiceProcess, serveProgram } from '../support/serviceProcess.ts';
import { modelNamed } from './operator.ts';
import { expectProblem } from './problems.ts';

const CLIENTS = 20;
/** Far more than are answered until it ends. */
const PEOPLE = 500;
const ANSWERS = 5;
const MIDDLE = 100;

export function endedServer(empty: () => Promise<StoreLocation>): void {
  it('answers what it has begun, ends with status 0, and has what it acknowledged and nothing else', async () => {
    const location = await empty();
    let server = await serveProgram(location);
    const client = httpClient(CLIENTS);
    const refusals: Answered[] = [];
    const served: Served = {
      client,
      address: async () => server.url,
      patient: false,
      onReply: (reply) => {
        if (reply.status === 503) refusals.push(reply);
      },
    };
    try {
      const modelId = await modelNamed(client, server.url, server.key!, 'demo-chronotype');
      let ending: Promise<number | null> | undefined;
      const crowd = await interviewCrowd(served, {
        keys: [server.key!],
        modelId,
        people: PEOPLE,
        answers: () => ANSWERS,
        clients: CLIENTS,
        onAnswer: (total) => {
          if (total === MIDDLE) ending = server.end();
        },
      });
      expect(await ending).toBe(0);
      expect(server.complaints()).toBe('');
      for (const refusal of refusals) expectProblem(refusal, 'SERVICE_BUSY');
      expect(crowd.length).toBeLessThan(PEOPLE);
      const given = crowd.reduce((sum, person) => sum + person.given.length, 0);
      expect(given).toBeGreaterThanOrEqual(MIDDLE);

      // Clients did not repeat anything: an answer that counted without being acknowledged would show.
      server = await again(location);
      for (const person of crowd) expect(await transcriptOf(served, person)).toEqual(person.given);
    } finally {
      client.close();
      await server.kill();
    }
  });
}

async function again(location: StoreLocation): Promise<ServiceProcess> {
  const server = await serveProgram(location);
  expect(server.key).toBeUndefined();
  return server;
}
