/**
 * What is said to a live recommender, and what it answers. Ids are those of the data.
 *
 *     POST  {"user": "17", "history": [{"item": "a", "rating": 4}, ...], "n": 10}
 *     200   {"items": [{"item": "x", "score": 0.9}, {"item": "y"}, ...]}      or      ["x", "y", ...]
 *
 * Best first: the order counts, scores are only kept. Fields that are not named here are ignored. The published JSON Schema
 * (docs/recommender.schema.json) is made from this file.
 */
import { UlteriorError } from '../errors/index.ts';

export interface RecommenderRequest {
  readonly user: string;
  readonly history: readonly { readonly item: string; readonly rating: number }[];
  readonly n: number;
}

/** One list, best first. */
export interface Recommended {
  readonly items: readonly string[];
  /** Of each item; null where the recommender gave none. */
  readonly scores: readonly (number | null)[];
}

const id = { anyOf: [{ type: 'string', minLength: 1 }, { type: 'integer' }] };
const entry = {
  anyOf: [
    ...id.anyOf,
    {
      type: 'object',
      required: ['item'],
      properties: { item: id, score: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
    },
  ],
};
const entries = { type: 'array', description: 'Best first, no item twice.', items: entry };
const historyEntry = {
  type: 'object',
  additionalProperties: false,
  required: ['item', 'rating'],
  properties: { item: { type: 'string' }, rating: { type: 'number' } },
};

/** The contract as JSON Schema, for documents and for whoever writes a server. */
export function recommenderContractDocument(): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A recommender over HTTP',
    description:
      'What Ulterior sends as the body of a POST request, one per person ($defs/request), and what it reads from the body of the answer ($defs/answer). Both are application/json in UTF-8.',
    $defs: {
      request: {
        type: 'object',
        additionalProperties: false,
        required: ['user', 'history', 'n'],
        properties: {
          user: { type: 'string', description: 'The id of the person.' },
          history: { type: 'array', description: 'Everything that the person has rated.', items: historyEntry },
          n: { type: 'integer', minimum: 1, description: 'How many items to recommend.' },
        },
      },
      answer: {
        anyOf: [entries, { type: 'object', required: ['items'], properties: { items: entries } }],
      },
    },
  };
}

/** The list in the text of an answer; `who` names the recommender and the person in messages. */
export function readAnswer(text: string, who: string): Recommended {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UlteriorError(
      'RECOMMENDER_NOT_JSON',
      `${who} is not JSON (${text.length} characters)`,
      'check the address: the recommender must answer as docs/recommender.schema.json says',
    );
  }
  const listed = isObject(value) ? value['items'] : value;
  if (!Array.isArray(listed)) throw invalid(who, 'it has no list of items');
  const read = listed.map((each, place) => {
    const found = entryIn(each);
    return typeof found === 'string' ? fail(invalid(who, `entry ${place + 1} ${found}`)) : found;
  });
  return { items: read.map(({ item }) => item), scores: read.map(({ score }) => score) };
}

/** What is wrong with it, as a text, or the entry. */
function entryIn(value: unknown): string | { readonly item: string; readonly score: number | null } {
  if (!isObject(value)) return withScore(value, null);
  const score = value['score'] ?? null;
  if (score !== null && typeof score !== 'number') return 'has a score that is not a number';
  return withScore(value['item'], score);
}

function withScore(item: unknown, score: number | null) {
  const isId = (typeof item === 'string' && item !== '') || Number.isSafeInteger(item);
  return isId ? { item: String(item), score } : 'has no id of an item (a text or a whole number)';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(who: string, what: string): UlteriorError {
  return new UlteriorError(
    'RECOMMENDER_ANSWER_INVALID',
    `${who} is not a list of recommendations: ${what}`,
    'answer {"items": [{"item": id, "score": number}, ...]} or [id, ...]; see docs/recommender.schema.json',
  );
}

function fail(error: UlteriorError): never {
  throw error;
}
