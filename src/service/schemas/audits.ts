/** What data and audits look like from outside. The settings are a bounded part of those of the command line. */
import { type Static, Type } from 'typebox';
import type { Limits } from '../limits.ts';
import { EXAMPLE_ID, Id, Name, oneOf, Text, Time } from './common.ts';

export function UploadQuery({ dataRetentionSeconds, defaultDataRetentionSeconds }: Limits) {
  return Type.Object(
    {
      name: Name,
      retentionSeconds: Type.Optional(
        Type.Integer({
          minimum: 60,
          maximum: dataRetentionSeconds,
          default: defaultDataRetentionSeconds,
          description: 'After this time the file is erased.',
        }),
      ),
    },
    { additionalProperties: false },
  );
}

const uploadParts = { id: Id, name: Type.String(), size: Type.Integer(), createdAt: Time, expiresAt: Time };
export const UploadView = Type.Object(uploadParts);

export const NewUploadView = Type.Object({
  ...uploadParts,
  format: oneOf(['delimited', 'jsonl'], 'What it was taken for.'),
  gzipped: Type.Boolean(),
  unpacked: Type.Integer({ description: 'Bytes of text.' }),
  lines: Type.Integer(),
});

export const SourcesView = Type.Object({
  names: Type.Array(Type.String(), { description: 'What `data.name` of an audit may be.' }),
  worlds: Type.Array(Type.String(), {
    description:
      'Invented worlds; settings may follow: world:demo,users=500,leak=0.3,seed=7. Larger ones need some to be small enough.',
  }),
});

const STRATEGY =
  '^((channels|presence):)?(separation|envelope|pairwise|maxGap|entropy|popularity|random|pointEstimate)$';
const Column = Text(500, 'Name of a column.');
const Fewest = Type.Integer({ minimum: 1, maximum: 10_000 });

export const AuditSettings = Type.Object(
  {
    protocol: Type.Optional(oneOf(['rated', 'open'], 'What may be asked; rated by default.')),
    strategies: Type.Optional(
      Type.Array(Type.String({ pattern: STRATEGY, maxLength: 100 }), {
        minItems: 1,
        maxItems: 6,
        uniqueItems: true,
        description:
          'Who asks; a model before a colon: channels:separation. The first one is also run on shuffled labels.',
      }),
    ),
    classifiers: Type.Optional(
      Type.Array(oneOf(['factor', 'channels', 'logistic', 'multinomial'], 'Who judges whole histories.'), {
        maxItems: 4,
        uniqueItems: true,
      }),
    ),
    folds: Type.Optional(Type.Integer({ minimum: 2, maximum: 20, description: '10 by default.' })),
    maxQuestions: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '100 by default.' })),
    heldOut: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: '10 by default.' })),
    ridge: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })),
    prior: Type.Optional(oneOf(['uniform', 'training'], 'Prior over types; uniform by default.')),
    resamples: Type.Optional(Type.Integer({ minimum: 50, maximum: 2000, description: '500 by default.' })),
    confidences: Type.Optional(
      Type.Array(Type.Number({ minimum: 0.5, maximum: 0.9999 }), { maxItems: 10, uniqueItems: true }),
    ),
    seed: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: '1 by default.' })),
    training: Type.Optional(
      Type.Object(
        {
          preset: Type.Optional(oneOf(['paper', 'als'], 'als by default.')),
          dimension: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
          iterations: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
          step: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export const AuditRequest = Type.Object(
  {
    data: Type.Union([
      Type.Object(
        {
          upload: Id,
          users: Type.Optional(Id),
          items: Type.Optional(Id),
        },
        {
          additionalProperties: false,
          description:
            'Uploaded tables: `upload` has a row a rating, `users` a row a user with the attributes, `items` a row an item with its title. Or `upload` has a row a person, with `itemColumns`.',
        },
      ),
      Type.Object({ name: Text(200, 'What GET /v1/data/sources lists.') }, { additionalProperties: false }),
    ]),
    attribute: Type.Optional(
      Text(500, 'What to infer: a column, a threshold (age>=35), bins (age:18,25,35) or groups. A world has its own.'),
    ),
    columns: Type.Optional(
      Type.Object(
        { user: Type.Optional(Column), item: Type.Optional(Column), rating: Type.Optional(Column) },
        { additionalProperties: false, description: 'Of an upload with a row a rating; guessed where left out.' },
      ),
    ),
    itemColumns: Type.Optional(
      Type.Array(Column, {
        minItems: 1,
        maxItems: 2000,
        uniqueItems: true,
        description: 'Of an upload with a row a person: which columns are items.',
      }),
    ),
    delimiter: Type.Optional(
      Type.String({
        pattern: '^(\\t|[^"\\x00-\\x1f\\x7f\\ud800-\\udfff]{1,4})$',
        description: 'What stands between columns.',
      }),
    ),
    missing: Type.Optional(
      Type.Array(Text(100, 'A word, or a number.'), {
        maxItems: 50,
        description:
          'Values of ratings and attributes that mean "not known", besides blank, NA, N/A, NaN and null. Numbers match by value.',
      }),
    ),
    encoding: Type.Optional(oneOf(['utf-8', 'latin-1'], 'Of an upload; utf-8 by default.')),
    duplicates: Type.Optional(oneOf(['error', 'last', 'mean'], 'When a user rates an item twice.')),
    minPerUser: Type.Optional(Fewest),
    minPerItem: Type.Optional(Fewest),
    settings: Type.Optional(AuditSettings),
  },
  {
    $id: 'AuditRequest',
    additionalProperties: false,
    examples: [
      { data: { name: 'world:demo' }, settings: { folds: 5, maxQuestions: 20 } },
      { data: { upload: EXAMPLE_ID, users: EXAMPLE_ID }, attribute: 'gender', minPerUser: 20 },
    ],
  },
);
export type AuditRequest = Static<typeof AuditRequest>;

export const AuditView = Type.Object(
  {
    id: Id,
    state: oneOf(['queued', 'running', 'done', 'failed', 'cancelled'], 'How far it is.'),
    progress: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
    cancelRequested: Type.Boolean(),
    request: Type.Unsafe<AuditRequest>({ $ref: 'AuditRequest#' }),
    problem: Type.Optional(
      Type.Object(
        { code: Type.String(), title: Type.String(), detail: Type.String(), advice: Type.String() },
        { description: 'Why it failed.' },
      ),
    ),
    createdAt: Time,
    finishedAt: Type.Optional(Time),
  },
  { $id: 'Audit', description: 'An audit: simulated interviews with everybody in the data.' },
);
export type AuditView = Static<typeof AuditView>;
