/**
 * People who answer interviews over HTTP and remember what was acknowledged. Whatever happens to the service, they do what
 * its documentation tells clients to do: they repeat a request that got no answer under the same Idempotency-Key.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpClient } from './httpClient.ts';
import type { Answered, Call } from './service.ts';

export interface Person {
  readonly id: string;
  readonly token: string;
  /** What was acknowledged, in order, and the question that is open now. */
  readonly given: { readonly event: 'answer'; readonly item: string; readonly rating: number }[];
  question: { readonly item: string; readonly scale: { readonly min: number; readonly max: number } };
}

export interface Served {
  readonly client: HttpClient;
  /** Where the service is; resolves later while it is away. */
  readonly address: () => Promise<string>;
  /** Hears of every reply. */
  readonly onReply?: (reply: Answered) => void;
  /** Whether a request that failed is sent again; else the person leaves. */
  readonly patient: boolean;
}

export class GaveUp extends Error {}

export interface CrowdOptions {
  /** Each starts its share of the interviews: a key may start so many an hour. */
  readonly keys: readonly string[];
  readonly modelId: string;
  readonly people: number;
  /** How many each gives. */
  readonly answers: (number: number) => number;
  readonly clients: number;
  readonly onAnswer?: (total: number) => void;
}

const SOON = 100;

/** So many clients at once take up one person after another, until all were there or the client gives up. */
export async function interviewCrowd(served: Served, options: CrowdOptions): Promise<Person[]> {
  const { keys, modelId, people, answers, clients, onAnswer = () => {} } = options;
  const crowd: Person[] = [];
  let begun = 0;
  let total = 0;
  const client = async () => {
    while (begun < people) {
      const number = begun++;
      const person = await welcome(served, keys[number % keys.length]!, modelId);
      crowd.push(person);
      for (let n = answers(number); n > 0; n--) {
        await answer(served, person);
        onAnswer(++total);
      }
    }
  };
  const leaving = (error: unknown) => {
    if (!(error instanceof GaveUp)) throw error;
  };
  await Promise.all(Array.from({ length: clients }, () => client().catch(leaving)));
  return crowd;
}

export async function welcome(served: Served, key: string, modelId: string): Promise<Person> {
  const body = { modelId, consent: true, mode: 'lab', questions: 20 };
  for (;;) {
    // An interview that was begun without our hearing of it stays unused, and expires.
    const reply = await attempt(served, 'POST', '/v1/interviews', { as: key, body });
    if (reply?.status === 201) return { ...reply.body, given: [] };
    await failed(served, reply);
  }
}

export async function answer(served: Served, person: Person): Promise<void> {
  const { id, token, given } = person;
  const { item, scale } = person.question;
  const rating = (given.length + item.length) % 2 === 0 ? scale.min : scale.max;
  const headers = { 'idempotency-key': randomUUID() };
  for (;;) {
    const reply = await attempt(served, 'POST', `/v1/interviews/${id}/answers`, {
      as: token,
      body: { item, rating },
      headers,
    });
    if (reply?.status === 200) return note(person, rating, reply.body.question);
    await failed(served, reply);
  }
}

function note(person: Person, rating: number, next: Person['question']): void {
  person.given.push({ event: 'answer', item: person.question.item, rating });
  person.question = next;
}

/** What the service has of it. */
export async function transcriptOf(served: Served, { id, token }: Person): Promise<Person['given']> {
  const { status, body, text } = await served.client.call(
    'GET',
    `${await served.address()}/v1/interviews/${id}/transcript`,
    { as: token },
  );
  if (status !== 200) throw new Error(text);
  return body.events;
}

/** undefined where no answer came. */
async function attempt(served: Served, method: string, path: string, call: Call): Promise<Answered | undefined> {
  const address = await served.address();
  try {
    const reply = await served.client.call(method, `${address}${path}`, call);
    served.onReply?.(reply);
    return reply;
  } catch (error) {
    if ((error as { code?: unknown }).code === undefined) throw error;
    return undefined;
  }
}

async function failed({ patient }: Served, reply: Answered | undefined): Promise<void> {
  if (reply !== undefined && reply.status !== 503) throw new Error(`${reply.status} ${reply.text}`);
  if (!patient) throw new GaveUp();
  await pause(SOON);
}
