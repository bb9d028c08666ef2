/**
 * The tables, as queries see them. The database itself is made by the numbered steps in `migrations`; a test holds the
 * two against each other. Every table that is listed has `number`, which grows with each row: pages go by it.
 *
 * Everything said in JSON is of the type `json`, not `jsonb`: it comes back as it was written, and nothing looks inside.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  customType,
  doublePrecision,
  foreignKey,
  index,
  integer,
  json,
  type PgColumn,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AuditState, Scope, StoredInterview } from '../contract/store.ts';

const SCHEMA = 'ulterior';
const ulterior = pgSchema(SCHEMA);

type Json = Readonly<Record<string, unknown>>;
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
const oid = customType<{ data: number }>({ dataType: () => 'oid' });
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
const logPlace = customType<{ data: string }>({ dataType: () => 'pg_lsn' });
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** What every listed table begins with. */
const listed = () => ({
  id: uuid('id').primaryKey(),
  number: bigserial('number', { mode: 'number' }).notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** What the bytes about people are sealed with (sealed.ts). */
const sealingKey = () => bytea('key').notNull();
const isSealingKey = (table: string, key: PgColumn) => check(`${table}_key_check`, sql`octet_length(${key}) = 32`);

/** The bytes of a row elsewhere, cut into parts. */
const partsOf = (table: string, owner: string, ownerId: () => PgColumn) =>
  ulterior.table(
    table,
    { owner: uuid(owner).notNull(), position: integer('position').notNull(), bytes: bytea('bytes').notNull() },
    (columns) => [
      primaryKey({ name: `${table}_pkey`, columns: [columns.owner, columns.position] }),
      foreignKey({ name: `${table}_${owner}_fkey`, columns: [columns.owner], foreignColumns: [ownerId()] }).onDelete(
        'cascade',
      ),
      check(`${table}_position_check`, sql`${columns.position} >= 0`),
    ],
  );

export const models = ulterior.table(
  'models',
  {
    ...listed(),
    name: text('name').notNull(),
    sha256: text('sha256').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    description: json('description').$type<Json>().notNull(),
  },
  (columns) => [
    unique('models_number_key').on(columns.number),
    index('models_sha256_index').on(columns.sha256),
    check('models_sha256_check', sql`${columns.sha256} ~ '^[0-9a-f]{64}$'`),
    check('models_size_check', sql`${columns.size} >= 0`),
  ],
);

export const modelParts = partsOf('model_parts', 'model_id', () => models.id);

/** Neither its id nor its key: they are in `interview_keys`, which is small and written anew when one is erased. */
export const interviews = ulterior.table(
  'interviews',
  {
    number: bigserial('number', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    modelId: uuid('model_id').notNull(),
    mode: text('mode').$type<StoredInterview['mode']>().notNull(),
    setup: json('setup').$type<Json>().notNull(),
    revision: integer('revision').notNull().default(0),
    ended: boolean('ended').notNull().default(false),
    tokenHash: text('token_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (columns) => [
    primaryKey({ name: 'interviews_pkey', columns: [columns.number] }),
    unique('interviews_token_hash_key').on(columns.tokenHash),
    foreignKey({ name: 'interviews_model_id_fkey', columns: [columns.modelId], foreignColumns: [models.id] }),
    index('interviews_model_id_index').on(columns.modelId),
    index('interviews_expires_at_index').on(columns.expiresAt),
    check('interviews_mode_check', sql`${columns.mode} in ('participant', 'lab')`),
    check('interviews_revision_check', sql`${columns.revision} >= 0`),
  ],
);

/** `interview` is the number of the interview. */
export const interviewKeys = ulterior.table(
  'interview_keys',
  {
    id: uuid('id').notNull(),
    interview: bigint('interview', { mode: 'number' }).notNull(),
    key: sealingKey(),
  },
  (columns) => [
    primaryKey({ name: 'interview_keys_pkey', columns: [columns.id] }),
    unique('interview_keys_interview_key').on(columns.interview),
    foreignKey({
      name: 'interview_keys_interview_fkey',
      columns: [columns.interview],
      foreignColumns: [interviews.number],
    }).onDelete('cascade'),
    isSealingKey('interview_keys', columns.key),
  ],
);

/** `position` is the revision that the answer made: answers keep their order, and one that was undone leaves a gap. */
export const answers = ulterior.table(
  'answers',
  {
    interview: bigint('interview', { mode: 'number' }).notNull(),
    position: integer('position').notNull(),
    sealed: bytea('sealed').notNull(),
  },
  (columns) => [
    primaryKey({ name: 'answers_pkey', columns: [columns.interview, columns.position] }),
    foreignKey({
      name: 'answers_interview_fkey',
      columns: [columns.interview],
      foreignColumns: [interviews.number],
    }).onDelete('cascade'),
    check('answers_position_check', sql`${columns.position} > 0`),
  ],
);

export const apiKeys = ulterior.table(
  'api_keys',
  {
    ...listed(),
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    scope: text('scope').$type<Scope>().notNull(),
    hash: text('hash').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (columns) => [
    unique('api_keys_number_key').on(columns.number),
    check('api_keys_scope_check', sql`${columns.scope} in ('admin', 'audit', 'interview')`),
  ],
);

export const idempotencyKeys = ulterior.table(
  'idempotency_keys',
  {
    owner: text('owner').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status'),
    body: text('body'),
    expiresAt: instant('expires_at').notNull(),
  },
  (columns) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [columns.owner, columns.key] }),
    index('idempotency_keys_expires_at_index').on(columns.expiresAt),
    check('idempotency_keys_answer_check', sql`(${columns.status} is null) = (${columns.body} is null)`),
  ],
);

export const uploads = ulterior.table(
  'uploads',
  {
    ...listed(),
    name: text('name').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    expiresAt: instant('expires_at').notNull(),
    key: sealingKey(),
  },
  (columns) => [
    unique('uploads_number_key').on(columns.number),
    isSealingKey('uploads', columns.key),
    index('uploads_expires_at_index').on(columns.expiresAt),
    check('uploads_size_check', sql`${columns.size} >= 0`),
  ],
);

export const uploadParts = partsOf('upload_parts', 'upload_id', () => uploads.id);

/** `losses` counts workers that died at it since a unit was finished last. */
export const audits = ulterior.table(
  'audits',
  {
    ...listed(),
    request: json('request').$type<Json>().notNull(),
    state: text('state').$type<AuditState>().notNull().default('queued'),
    done: doublePrecision('done').notNull().default(0),
    total: doublePrecision('total').notNull().default(0),
    problem: json('problem').$type<Json>(),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    finishedAt: instant('finished_at'),
    key: sealingKey(),
    losses: integer('losses').notNull().default(0),
  },
  (columns) => [
    unique('audits_number_key').on(columns.number),
    index('audits_unfinished_index').on(columns.number).where(sql`${columns.state} in ('queued', 'running')`),
    check('audits_state_check', sql`${columns.state} in ('queued', 'running', 'done', 'failed', 'cancelled')`),
    check('audits_progress_check', sql`${columns.done} >= 0 and ${columns.total} >= 0`),
    isSealingKey('audits', columns.key),
    check('audits_problem_check', sql`(${columns.state} = 'failed') = (${columns.problem} is not null)`),
    check(
      'audits_finished_check',
      sql`(${columns.state} in ('done', 'failed', 'cancelled')) = (${columns.finishedAt} is not null)`,
    ),
    check('audits_losses_check', sql`${columns.losses} >= 0`),
  ],
);

/** Of an audit that is done. */
export const auditRecords = ulterior.table(
  'audit_records',
  { auditId: uuid('audit_id').notNull(), sealed: bytea('sealed').notNull() },
  (columns) => [
    primaryKey({ name: 'audit_records_pkey', columns: [columns.auditId] }),
    foreignKey({
      name: 'audit_records_audit_id_fkey',
      columns: [columns.auditId],
      foreignColumns: [audits.id],
    }).onDelete('cascade'),
  ],
);

/** Who works on an audit. It does while `beat` moves; when it has stood still for `lease_seconds` the worker is taken for dead (silenceWatch.ts). */
export const auditWorkers = ulterior.table(
  'audit_workers',
  {
    auditId: uuid('audit_id').notNull(),
    worker: text('worker').notNull(),
    leaseSeconds: doublePrecision('lease_seconds').notNull(),
    beat: bigint('beat', { mode: 'number' }).notNull().default(0),
  },
  (columns) => [
    primaryKey({ name: 'audit_workers_pkey', columns: [columns.auditId, columns.worker] }),
    foreignKey({
      name: 'audit_workers_audit_id_fkey',
      columns: [columns.auditId],
      foreignColumns: [audits.id],
    }).onDelete('cascade'),
  ],
);

/** The units of an audit in their order. One whose `worker` does not work on the audit any more is free; the one that `closes` it waits for all others. */
export const units = ulterior.table(
  'units',
  {
    auditId: uuid('audit_id').notNull(),
    position: integer('position').notNull(),
    key: text('key').notNull(),
    closes: boolean('closes').notNull(),
    tasks: doublePrecision('tasks').notNull(),
    done: doublePrecision('done').notNull().default(0),
    finished: boolean('finished').notNull().default(false),
    worker: text('worker'),
  },
  (columns) => [
    primaryKey({ name: 'units_pkey', columns: [columns.auditId, columns.position] }),
    foreignKey({ name: 'units_audit_id_fkey', columns: [columns.auditId], foreignColumns: [audits.id] }).onDelete(
      'cascade',
    ),
    check('units_position_check', sql`${columns.position} >= 0`),
    check('units_progress_check', sql`${columns.done} >= 0 and ${columns.done} <= ${columns.tasks}`),
  ],
);

/** Results of units. */
export const checkpoints = ulterior.table(
  'checkpoints',
  { auditId: uuid('audit_id').notNull(), key: text('key').notNull(), bytes: bytea('bytes').notNull() },
  (columns) => [
    primaryKey({ name: 'checkpoints_pkey', columns: [columns.auditId, columns.key] }),
    foreignKey({
      name: 'checkpoints_audit_id_fkey',
      columns: [columns.auditId],
      foreignColumns: [audits.id],
    }).onDelete('cascade'),
  ],
);

/**
 * Scrubs that are owed (erasures.ts): which table was in which file when the transaction erased rows of it, and where the
 * log ended when the table had been written anew. Ids and tokens only as hashes.
 */
export const erasures = ulterior.table(
  'erasures',
  {
    number: bigserial('number', { mode: 'number' }).notNull(),
    relation: text('relation').notNull(),
    file: oid('file').notNull(),
    idHash: text('id_hash'),
    tokenHash: text('token_hash'),
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
    logEnd: logPlace('log_end'),
  },
  (columns) => [primaryKey({ name: 'erasures_pkey', columns: [columns.number] })],
);

/** Which migrations have run. */
export const schemaVersions = ulterior.table(
  'schema_versions',
  {
    version: integer('version').notNull(),
    name: text('name').notNull(),
    appliedAt: instant('applied_at').notNull().defaultNow(),
  },
  (columns) => [primaryKey({ name: 'schema_versions_pkey', columns: [columns.version] })],
);
