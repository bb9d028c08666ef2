/** What models look like from outside. */
import { Type } from 'typebox';
import { Attribute, Id, Name, oneOf, Scale, Time } from '../common/commonSchemas.ts';

export const NameQuery = Type.Object({ name: Name }, { additionalProperties: false });

export const ModelView = Type.Object(
  {
    id: Id,
    name: Type.String(),
    sha256: Type.String({ description: 'Of the file, in hexadecimal.' }),
    size: Type.Integer({ description: 'Bytes of the file.' }),
    use: oneOf(['interviews', 'protection'], 'Whether interviews are held with it, or histories protected.'),
    attributes: Type.Array(Attribute, { description: 'What the model infers; several if groups are combinations.' }),
    types: Type.Array(Type.String(), { description: 'Names of the groups.' }),
    items: Type.Integer({ description: 'How many items it can ask about.' }),
    dimension: Type.Integer(),
    channels: Type.Array(Type.String(), {
      description:
        'What it observes of an answer: the rating, or whether the item was seen and how it was rated; for protection, the chances of items.',
    }),
    scale: Scale,
    calibrated: Type.Boolean({ description: 'Whether its confidence was corrected by interviews.' }),
    provenance: Type.Object({
      version: Type.String(),
      dataFingerprint: Type.String(),
      users: Type.Integer(),
      ratings: Type.Integer(),
    }),
    createdAt: Time,
  },
  {
    $id: 'Model',
    description: 'A model to interview with, or to protect histories with. It contains nothing about single users.',
  },
);

export const ItemQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
    after: Type.Optional(
      Type.String({ pattern: '^[0-9]{1,9}$', description: 'The `next` of the previous page.', examples: ['100'] }),
    ),
  },
  { additionalProperties: false },
);

export const ItemView = Type.Object({ id: Type.String(), title: Type.String() });
