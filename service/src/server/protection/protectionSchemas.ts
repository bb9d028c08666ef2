/** What is asked and answered where a history is protected. */

import { type Static, Type } from 'typebox';
import { MOST_THINNING } from 'ulterior/service-parts';
import { Text } from '../common/commonSchemas.ts';

/** As many as a body of the usual size can hold. */
const MOST_RATINGS = 20_000;

const Rated = Type.Object(
  { item: Text(500, 'The id of an item.'), rating: Type.Number() },
  { additionalProperties: false, examples: [{ item: '1193', rating: 5 }] },
);
export type RatedItem = Static<typeof Rated>;

const items = (description: string) =>
  Type.Array(Text(500, 'The id of an item.'), { maxItems: MOST_RATINGS, description });

export const HistoryToProtect = Type.Object(
  {
    group: Text(200, 'The group of the person: one of `types` of the model.'),
    secret: Type.String({
      pattern: '^[0-9a-f]{64,256}$',
      description:
        'At least 32 random bytes in hexadecimal, which only the person has. With the same secret the same is sent again. The service does not keep it.',
    }),
    person: Type.Optional(Text(200, 'Where one secret serves several people: which of them this is.')),
    ratings: Type.Array(Rated, { minItems: 1, maxItems: MOST_RATINGS, description: 'The history, each item once.' }),
    before: Type.Optional(
      Type.Object(
        { sent: Type.Array(Rated, { maxItems: MOST_RATINGS }), withheld: items('What stayed at home.') },
        {
          additionalProperties: false,
          description:
            'The answer to the last request of this person. What was withheld stays withheld, and what was sent is sent again.',
        },
      ),
    ),
    strength: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, default: 1, description: '0 sends everything as it is.' }),
    ),
    guard: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description: 'Best recommendations that are kept free of what is withheld; by default as the model was fitted.',
      }),
    ),
    thinning: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MOST_THINNING,
        default: 0,
        description: 'Share of the rest that is withheld besides, whatever the group: hides more, costs more.',
      }),
    ),
    keepRatings: Type.Optional(Type.Boolean({ description: 'Whether true ratings keep their values.' })),
  },
  {
    additionalProperties: false,
    examples: [
      {
        group: 'F',
        secret: '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
        ratings: [{ item: '1193', rating: 5 }],
      },
    ],
  },
);
export type HistoryToProtect = Static<typeof HistoryToProtect>;

export const ProtectedView = Type.Object(
  {
    sent: Type.Array(Rated, { description: 'What to send instead.' }),
    withheld: Type.Array(Type.String(), { description: 'Items that stay at home.' }),
    unknown: Type.Array(Type.String(), {
      description: 'Items that the model does not know. Do not send them: what they would tell is not known.',
    }),
    warnings: Type.Array(Type.String(), {
      description:
        'What to know before it is relied on: for one, that the model knows of no difference between groups.',
    }),
  },
  { $id: 'ProtectedHistory', description: 'What to send instead of a history.' },
);
export type ProtectedView = Static<typeof ProtectedView>;
