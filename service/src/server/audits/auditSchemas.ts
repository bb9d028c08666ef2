/** What data and audits look like from outside. The settings are a bounded part of those of the command line. */

import { type Static, Type } from 'typebox';
import {
  type AuditSpec,
  auditSchema,
  classifiers,
  type DataFile,
  dataSchema,
  encodings,
  type FindingCode,
  findingCodes,
  type JsonSchema,
  jsonSchemaOf,
  MODELS,
  type PresetName,
  presets,
  strategiesInService,
  type TrainingParameters,
  trainingSchema,
} from 'ulterior/service-parts';
import { EXAMPLE_ID, Id, Name, oneOf, Text, Time } from '../common/commonSchemas.ts';
import type { Limits } from '../common/limits.ts';

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
  format: oneOf(['delimited', 'jsonl'], 'How the file was read.'),
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

/** With a model before a colon, or without. The operator's plug-ins are among them. */
function strategyPattern(): string {
  const models = MODELS.filter((model) => model !== 'ratings');
  return `^((${models.join('|')}):)?(${strategiesInService('audits').join('|')})$`;
}

/** A field of the spec as the audit itself describes it, within narrower bounds. */
function setting<Name extends keyof AuditSpec>(name: Name, bounds: JsonSchema = {}) {
  return Type.Optional(Type.Unsafe<AuditSpec[Name]>({ ...jsonSchemaOf(auditSchema.fields[name]!), ...bounds }));
}

function trainingSetting<Name extends keyof TrainingParameters>(name: Name, bounds: JsonSchema) {
  const described = jsonSchemaOf(trainingSchema.fields[name]!);
  return Type.Optional(Type.Unsafe<TrainingParameters[Name]>({ ...described, ...bounds }));
}

const Column = Text(500, 'Name of a column.');
const Fewest = Type.Integer({ minimum: 1, maximum: 10_000 });

const auditSettings = () =>
  Type.Object(
    {
      protocol: setting('protocol', { description: 'What may be asked; rated by default.' }),
      strategies: Type.Optional(
        Type.Array(Type.String({ pattern: strategyPattern(), maxLength: 100 }), {
          minItems: 1,
          maxItems: 6,
          uniqueItems: true,
          description:
            'Who asks; a model before a colon: channels:separation. The first one is also run on shuffled labels.',
        }),
      ),
      classifiers: Type.Optional(
        Type.Array(
          oneOf(
            classifiers.filter(({ service = true }) => service).map(({ name }) => name),
            'Who judges whole histories.',
          ),
          { maxItems: 5, uniqueItems: true },
        ),
      ),
      minGroup: setting('minGroup', { maximum: 10_000, description: 'Smaller groups are left out; 20 by default.' }),
      smallGroups: setting('smallGroups', {
        description: 'Whether small groups are left out (the default) or merged.',
      }),
      headlineQuestions: setting('headlineQuestions', {
        maximum: 100,
        description: 'Number of questions the headline is about; 10 by default.',
      }),
      controls: setting('controls', { maximum: 10, description: 'Shuffles of the control; 5 by default.' }),
      permutations: Type.Optional(
        Type.Integer({ minimum: 200, maximum: 2000, description: 'Shuffles of the permutation test; 400 by default.' }),
      ),
      folds: setting('folds', { maximum: 20, description: '10 by default.' }),
      maxQuestions: setting('maxQuestions', { maximum: 100, description: '100 by default.' }),
      heldOut: setting('heldOut', {
        maximum: 100,
        description: 'Most ratings per person to set aside, at most a fifth of theirs; 10 by default.',
      }),
      ridge: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e6 })),
      prior: setting('prior', { description: 'Prior over groups; uniform by default.' }),
      resamples: setting('resamples', { maximum: 2000, description: '500 by default.' }),
      confidences: setting('confidences', {
        items: { type: 'number', minimum: 0.5, maximum: 0.9999 },
        maxItems: 10,
        uniqueItems: true,
      }),
      seed: setting('seed', { maximum: 2 ** 31 - 1, description: '1 by default.' }),
      training: Type.Optional(
        Type.Object(
          {
            preset: Type.Optional(oneOf(Object.keys(presets) as PresetName[], 'als by default.')),
            dimension: trainingSetting('dimension', { maximum: 50 }),
            iterations: trainingSetting('iterations', { maximum: 50 }),
            step: trainingSetting('step', { maximum: 1 }),
          },
          { additionalProperties: false },
        ),
      ),
    },
    { additionalProperties: false },
  );

/** Made when the application starts: by then the operator's plug-ins are loaded. */
export const auditRequest = () =>
  Type.Object(
    {
      data: Type.Union([
        Type.Object(
          {
            upload: Id,
            users: Type.Optional(Id),
            items: Type.Optional(Id),
            described: Type.Optional(
              Type.Unsafe<DataFile>({
                ...jsonSchemaOf(dataSchema),
                description:
                  'A data file (survey.ulterior.json), as `ulterior describe` and the page write it: how to read the tables. `attribute` of the request then chooses one of those it describes.',
              }),
            ),
          },
          {
            additionalProperties: false,
            description:
              'Uploaded tables: `upload` has one row per rating, or one row per person with `itemColumns`. `users` has one row per user with attributes, `items` one row per item with its title; both are found by id. Attributes that `users` lacks may be in `upload`.',
          },
        ),
        Type.Object({ name: Text(200, 'What GET /v1/data/sources lists.') }, { additionalProperties: false }),
      ]),
      attribute: Type.Optional(
        Text(
          500,
          'What to infer: a column, a threshold (age>=35), bins (age:18,25,35) or groups. A world has its own.',
        ),
      ),
      columns: Type.Optional(
        Type.Object(
          { user: Type.Optional(Column), item: Type.Optional(Column), rating: Type.Optional(Column) },
          { additionalProperties: false, description: 'Of an upload with one row per rating; guessed where left out.' },
        ),
      ),
      itemColumns: Type.Optional(
        Type.Array(Column, {
          minItems: 1,
          maxItems: 2000,
          uniqueItems: true,
          description: 'Of an upload with one row per person: which columns are items.',
        }),
      ),
      delimiter: Type.Optional(
        Type.String({
          pattern: '^(\\t|[^"\\x00-\\x1f\\x7f]{1,4})$',
          description: 'What separates the columns.',
        }),
      ),
      missing: Type.Optional(
        Type.Array(Text(100, 'A word, or a number.'), {
          maxItems: 50,
          description:
            'Values of ratings and attributes that mean "not known", besides blank, NA, N/A, NaN and null. Numbers match by value.',
        }),
      ),
      accept: Type.Optional(
        Type.Array(oneOf(Object.keys(findingCodes) as FindingCode[], 'A code of a finding.'), {
          maxItems: 50,
          description: 'Findings in the data that are known and do not stop the audit (DATA_DOUBTFUL names them).',
        }),
      ),
      groupColumn: Type.Optional(
        Text(200, 'The column that says who belongs together, such as a household: they share a fold.'),
      ),
      encoding: Type.Optional(oneOf(encodings, 'Of an upload; seen from it by default.')),
      duplicates: Type.Optional(
        oneOf(
          ['error', 'last', 'mean'],
          'When a user rates an item twice, or has two rows in a table with one per person.',
        ),
      ),
      minPerUser: Type.Optional(Fewest),
      minPerItem: Type.Optional(Fewest),
      settings: Type.Optional(auditSettings()),
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
export type AuditRequest = Static<ReturnType<typeof auditRequest>>;

export const AUDIT_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

export const AuditView = Type.Object(
  {
    id: Id,
    state: oneOf(AUDIT_STATES, 'How far it is.'),
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
    expiresAt: Time,
  },
  { $id: 'Audit', description: 'An audit: simulated interviews with everyone in the data.' },
);
export type AuditView = Static<typeof AuditView>;
