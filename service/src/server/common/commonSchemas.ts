/** Parts that the schemas of several routes have in common. */
import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { CURSOR_PATTERN, type Scrub as StoredScrub } from '../../store/index.ts';
import { found } from './problem.ts';
import { isInScratch } from './scratch.ts';

export const IDEMPOTENCY_HEADER = 'idempotency-key';

export const EXAMPLE_ID = '0198c0de-5a1e-7c1d-9d52-3f1f0a6b7c8d';
const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

export const Id = Type.String({ pattern: UUID, description: 'A UUID.', examples: [EXAMPLE_ID] });

export const IdPath = Type.Object({ id: Id });

/** No union of literals: the document stays readable. */
export function oneOf<const Names extends readonly string[]>(names: Names, description: string) {
  return Type.Unsafe<Names[number]>({ type: 'string', enum: [...names], description });
}

/** How far an erasure is; the body of 202, where it is not done. */
export const Scrub = oneOf(
  ['done', 'owed'],
  'Nothing is left in the files of the store, nor in those of an audit, or that is still owed and made up for by the next sweeps. The data are gone for everyone in either case.',
);

const Owed = Type.Object(
  { scrub: Scrub },
  { description: 'Erased; that its bytes leave the files, too, is still owed.' },
);

/** The answers to a request to remove something, by status. */
export const erasure = { 202: Owed, 204: Type.Null({ description: 'It is gone.' }) };

function erased(reply: FastifyReply, scrub: StoredScrub) {
  return scrub === 'done' ? reply.code(204).send(null) : reply.code(202).send({ scrub });
}

/** Of a row that workers write to their folders: it is owed, too, while something of it lies in one. */
export async function erasedEverywhere(reply: FastifyReply, what: string, id: string, scrub: StoredScrub | undefined) {
  const left = await isInScratch(id);
  return erased(reply, found(what, left ? 'owed' : scrub));
}

export const Time = Type.String({ format: 'date-time', examples: ['2026-03-01T12:00:00.000Z'] });

/**
 * Text without control signs: what a database keeps and a page shows. Halves of characters are refused in every body
 * (validation.ts): few programs that read the document understand a pattern of them.
 */
export function Text(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, pattern: '^[^\\x00-\\x1f\\x7f]+$', description });
}

export const Name = Text(100, 'For people; it need not be unique.');

export const PageQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Most rows to return.' })),
    after: Type.Optional(
      Type.String({ pattern: CURSOR_PATTERN, description: 'The `next` of the previous page.', examples: ['1.57'] }),
    ),
  },
  { additionalProperties: false },
);

export const DEFAULT_PAGE = 20;

export function pageOf<Row extends TSchema>(row: Row, description: string) {
  return Type.Object(
    {
      rows: Type.Array(row),
      next: Type.Optional(Type.String({ description: 'The place of the next page; left out on the last one.' })),
    },
    { description },
  );
}

export const IdempotencyHeaders = Type.Object({
  [IDEMPOTENCY_HEADER]: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[\\x21-\\x7e]+$',
      description:
        'A word of your own choosing. The same request under the same word is done once, and answered the same within a day.',
    }),
  ),
});

export const Scale = Type.Object(
  {
    min: Type.Number(),
    max: Type.Number(),
    step: Type.Number({ description: 'Distance between levels; 0 if any number in between is allowed.' }),
  },
  { description: 'Which ratings are possible.', examples: [{ min: 1, max: 5, step: 1 }] },
);

export const Attribute = Type.Object(
  { name: Type.String(), labels: Type.Array(Type.String()) },
  { description: 'What is inferred, and its groups.', examples: [{ name: 'gender', labels: ['F', 'M'] }] },
);

/** Shared schemas have an id, so that the document has them once. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: 'A name of the kind of problem.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What is wrong, and where.' }),
    code: Type.String({ description: 'Stable; docs/errors.md lists all.' }),
    advice: Type.String({ description: 'What to do about it.' }),
    instance: Type.String({ description: 'Names this occurrence; the log of the service has it.' }),
  },
  {
    $id: 'Problem',
    examples: [
      {
        type: 'urn:ulterior:error:ITEM_NOT_ASKED',
        title: 'The answer is for an item that was not asked',
        status: 409,
        detail: 'the answer is for "i7"; the open question is "i3"',
        code: 'ITEM_NOT_ASKED',
        advice: 'answer the open question, or skip it',
        instance: `urn:uuid:${EXAMPLE_ID}`,
      },
    ],
  },
);
export type Problem = Static<typeof Problem>;

const ALWAYS = [429, 500, 503];

/** Responses of a route that are problems, besides those that any route may give. */
export function problems(...statuses: readonly number[]) {
  return Object.fromEntries(
    [...new Set([...statuses, ...ALWAYS])].map((status) => [
      status,
      {
        description: STATUS_CODES[status] ?? 'Refused',
        content: { 'application/problem+json': { schema: { $ref: 'Problem#' } } },
      },
    ]),
  );
}

/** What a key must have for the route, as the document states it. */
export const withKey = [{ key: [] }];
export const withKeyOrToken: Record<string, string[]>[] = [{ key: [] }, { interviewToken: [] }];

export const Bytes = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary', description: 'The file.' });
