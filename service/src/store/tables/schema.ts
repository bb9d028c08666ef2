/**
 * The columns of the tables, as queries see them. The database itself is made by the numbered steps in `migrations`, which have
 * the keys, checks and indexes too; a test holds the columns of the two against each other. Every table that is listed has `number`,
 * which grows with each row: pages go by it.
 *
 * Rows that belong to an upload, an audit or an interview name it by its number, never by its id: numbers mean nothing once the row
 * with the id is gone, so ids are in the small tables that are written anew after an erasure, and nowhere else.
 *
 * Everything said in JSON is of the type `json`, not `jsonb`: it comes back as it was written, and nothing looks inside.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  doublePrecision,
  integer,
  json,
  pgSchema,
  text,
  timestamp,
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
  id: uuid('id').notNull(),
  number: bigserial('number', { mode: 'number' }).notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** What the bytes about people are sealed with (sealed.ts). */
const sealingKey = () => bytea('key').notNull();

/** The bytes of a row elsewhere, which the number names, cut into parts. */
const partsOf = (table: string, owner: string) =>
  ulterior.table(table, {
    owner: bigint(owner, { mode: 'number' }).notNull(),
    position: integer('position').notNull(),
    bytes: bytea('bytes').notNull(),
  });

export const models = ulterior.table('models', {
  ...listed(),
  name: text('name').notNull(),
  sha256: text('sha256').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  description: json('description').$type<Json>().notNull(),
});

export const modelParts = partsOf('model_parts', 'model');

/** Neither its id nor its key: they are in `interview_keys`, which is small and written anew when one is erased. */
export const interviews = ulterior.table('interviews', {
  number: bigserial('number', { mode: 'number' }).notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  modelId: uuid('model_id').notNull(),
  mode: text('mode').$type<StoredInterview['mode']>().notNull(),
  setup: json('setup').$type<Json>().notNull(),
  revision: integer('revision').notNull().default(0),
  ended: boolean('ended').notNull().default(false),
  tokenHash: text('token_hash').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/** `interview` is the number of the interview. */
export const interviewKeys = ulterior.table('interview_keys', {
  id: uuid('id').notNull(),
  interview: bigint('interview', { mode: 'number' }).notNull(),
  key: sealingKey(),
});

/** `position` is the revision that the answer made: answers keep their order, and one that was undone leaves a gap. */
export const answers = ulterior.table('answers', {
  interview: bigint('interview', { mode: 'number' }).notNull(),
  position: integer('position').notNull(),
  sealed: bytea('sealed').notNull(),
});

export const apiKeys = ulterior.table('api_keys', {
  ...listed(),
  id: text('id').notNull(),
  name: text('name').notNull(),
  scope: text('scope').$type<Scope>().notNull(),
  hash: text('hash').notNull(),
  revokedAt: instant('revoked_at'),
});

export const idempotencyKeys = ulterior.table('idempotency_keys', {
  owner: text('owner').notNull(),
  key: text('key').notNull(),
  requestHash: text('request_hash').notNull(),
  status: integer('status').notNull(),
  body: text('body').notNull(),
  expiresAt: instant('expires_at').notNull(),
});

export const uploads = ulterior.table('uploads', {
  ...listed(),
  name: text('name').notNull(),
  size: bigint('size', { mode: 'number' }).notNull(),
  expiresAt: instant('expires_at').notNull(),
  key: sealingKey(),
});

export const uploadParts = partsOf('upload_parts', 'upload');

/**
 * Request and problem name uploads, which may be erased before the audit is: they are JSON, sealed. `losses` counts workers that
 * died at it since a unit was finished last.
 */
export const audits = ulterior.table('audits', {
  ...listed(),
  request: bytea('request').notNull(),
  state: text('state').$type<AuditState>().notNull().default('queued'),
  done: doublePrecision('done').notNull().default(0),
  total: doublePrecision('total').notNull().default(0),
  problem: bytea('problem'),
  cancelRequested: boolean('cancel_requested').notNull().default(false),
  finishedAt: instant('finished_at'),
  key: sealingKey(),
  losses: integer('losses').notNull().default(0),
});

/** Of an audit that is done. */
export const auditRecords = ulterior.table('audit_records', {
  audit: bigint('audit', { mode: 'number' }).notNull(),
  sealed: bytea('sealed').notNull(),
});

/** Who works on an audit. It does while `beat` moves; when it has stood still for `lease_seconds` the worker is taken for dead (silenceWatch.ts). */
export const auditWorkers = ulterior.table('audit_workers', {
  audit: bigint('audit', { mode: 'number' }).notNull(),
  worker: text('worker').notNull(),
  leaseSeconds: doublePrecision('lease_seconds').notNull(),
  beat: bigint('beat', { mode: 'number' }).notNull().default(0),
});

/** The units of an audit in their order. One whose `worker` does not work on the audit any more is free; the one that `closes` it waits for all others. */
export const units = ulterior.table('units', {
  audit: bigint('audit', { mode: 'number' }).notNull(),
  position: integer('position').notNull(),
  key: text('key').notNull(),
  closes: boolean('closes').notNull(),
  tasks: doublePrecision('tasks').notNull(),
  done: doublePrecision('done').notNull().default(0),
  finished: boolean('finished').notNull().default(false),
  worker: text('worker'),
});

/** Results of units. */
export const checkpoints = ulterior.table('checkpoints', {
  audit: bigint('audit', { mode: 'number' }).notNull(),
  key: text('key').notNull(),
  bytes: bytea('bytes').notNull(),
});

/**
 * Scrubs that are owed (erasures.ts): which table was in which file when the transaction erased rows of it, and where the
 * log ended when the table had been written anew. Ids and tokens only as hashes.
 */
export const erasures = ulterior.table('erasures', {
  number: bigserial('number', { mode: 'number' }).notNull(),
  relation: text('relation').notNull(),
  file: oid('file').notNull(),
  idHash: text('id_hash'),
  tokenHash: text('token_hash'),
  transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
  logEnd: logPlace('log_end'),
});
