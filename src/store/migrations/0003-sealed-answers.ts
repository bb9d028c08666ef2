/**
 * What people said is sealed from here on, and its columns keep no statistics. The tables are made anew and filled from
 * the old ones: that alone removes old rows, their statistics and their ids from the tables; the mark in `erasures` has the
 * bytes of the old statistics scrubbed, too.
 */
import type { RawRow, Session } from '../databases/database.ts';
import { newKey, seal, sealAnswer } from '../tables/sealed.ts';
import type { Migration } from './migration.ts';

const NO_STATISTICS = {
  interviews: 'number created_at model_id mode setup revision ended token_hash expires_at',
  interview_keys: 'id interview key',
  answers: 'interview position sealed',
  uploads: 'id number created_at name size expires_at key',
  upload_parts: 'upload_id position bytes',
  audits: 'id number created_at request state done total problem cancel_requested worker lease_until finished_at key',
  audit_records: 'audit_id sealed',
  checkpoints: 'audit_id key bytes',
  idempotency_keys: 'owner key request_hash status body expires_at',
  erasures: 'number relation file id_hash token_hash transaction log_end',
};

const withoutStatistics = Object.entries(NO_STATISTICS)
  .map(([table, columns]) => {
    const changes = columns.split(' ').map((column) => `alter column ${column} set statistics 0`);
    return `alter table ulterior.${table} ${changes.join(', ')};`;
  })
  .join('\n');

export const sealedAnswers: Migration = {
  version: 3,
  name: 'sealed answers',
  statements: `
    create schema ulterior_old;
    alter table ulterior.interviews set schema ulterior_old;
    alter table ulterior.answers set schema ulterior_old;
    alter table ulterior.uploads set schema ulterior_old;
    alter table ulterior.upload_parts set schema ulterior_old;
    alter table ulterior.audits set schema ulterior_old;
    alter table ulterior.checkpoints set schema ulterior_old;

    create table ulterior.interviews (
      number bigserial constraint interviews_pkey primary key,
      created_at timestamptz(3) not null default now(),
      model_id uuid not null constraint interviews_model_id_fkey references ulterior.models,
      mode text not null constraint interviews_mode_check check (mode in ('participant', 'lab')),
      setup json not null,
      revision integer not null default 0 constraint interviews_revision_check check (revision >= 0),
      ended boolean not null default false,
      token_hash text not null constraint interviews_token_hash_key unique,
      expires_at timestamptz(3) not null
    );
    create index interviews_model_id_index on ulterior.interviews (model_id);
    create index interviews_expires_at_index on ulterior.interviews (expires_at);

    create table ulterior.interview_keys (
      id uuid constraint interview_keys_pkey primary key,
      interview bigint not null constraint interview_keys_interview_key unique
        constraint interview_keys_interview_fkey references ulterior.interviews on delete cascade,
      key bytea not null constraint interview_keys_key_check check (octet_length(key) = 32)
    );

    create table ulterior.answers (
      interview bigint not null constraint answers_interview_fkey references ulterior.interviews on delete cascade,
      position integer not null constraint answers_position_check check (position > 0),
      sealed bytea not null,
      constraint answers_pkey primary key (interview, position)
    );

    create table ulterior.uploads (
      id uuid constraint uploads_pkey primary key,
      number bigserial not null constraint uploads_number_key unique,
      created_at timestamptz(3) not null default now(),
      name text not null,
      size bigint not null constraint uploads_size_check check (size >= 0),
      expires_at timestamptz(3) not null,
      key bytea not null constraint uploads_key_check check (octet_length(key) = 32)
    );
    create index uploads_expires_at_index on ulterior.uploads (expires_at);

    create table ulterior.upload_parts (
      upload_id uuid not null constraint upload_parts_upload_id_fkey references ulterior.uploads on delete cascade,
      position integer not null constraint upload_parts_position_check check (position >= 0),
      bytes bytea not null,
      constraint upload_parts_pkey primary key (upload_id, position)
    );

    create table ulterior.audits (
      id uuid constraint audits_pkey primary key,
      number bigserial not null constraint audits_number_key unique,
      created_at timestamptz(3) not null default now(),
      request json not null,
      state text not null default 'queued'
        constraint audits_state_check check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
      done double precision not null default 0,
      total double precision not null default 0,
      problem json,
      cancel_requested boolean not null default false,
      worker text,
      lease_until timestamptz(3),
      finished_at timestamptz(3),
      key bytea not null constraint audits_key_check check (octet_length(key) = 32),
      constraint audits_progress_check check (done >= 0 and total >= 0),
      constraint audits_problem_check check ((state = 'failed') = (problem is not null)),
      constraint audits_finished_check
        check ((state in ('done', 'failed', 'cancelled')) = (finished_at is not null)),
      constraint audits_lease_check
        check (state <> 'running' or (worker is not null and lease_until is not null))
    );
    create index audits_unfinished_index on ulterior.audits (lease_until) where state in ('queued', 'running');

    create table ulterior.audit_records (
      audit_id uuid constraint audit_records_pkey primary key
        constraint audit_records_audit_id_fkey references ulterior.audits on delete cascade,
      sealed bytea not null
    );

    create table ulterior.checkpoints (
      audit_id uuid not null constraint checkpoints_audit_id_fkey references ulterior.audits on delete cascade,
      key text not null,
      bytes bytea not null,
      constraint checkpoints_pkey primary key (audit_id, key)
    );

    create table ulterior.erasures (
      number bigserial constraint erasures_pkey primary key,
      relation text not null,
      file oid not null,
      id_hash text,
      token_hash text,
      transaction xid8 not null default pg_current_xact_id(),
      log_end pg_lsn
    );

    -- What is sealed does not compress: trying to would only take time.
    alter table ulterior.upload_parts alter column bytes set storage external;
    alter table ulterior.audit_records alter column sealed set storage external;
    alter table ulterior.checkpoints alter column bytes set storage external;
    ${withoutStatistics}
  `,
  convert: async (session) => {
    await copyInterviews(session);
    await copyUploads(session);
    await copyAudits(session);
    for (const table of ['interviews', 'uploads', 'audits']) {
      await session.execute(
        `select setval('ulterior.${table}_number_seq', last_value, is_called) from ulterior_old.${table}_number_seq`,
      );
    }
    await session.execute('drop schema ulterior_old cascade');
    await session.execute(`
      insert into ulterior.erasures (relation, file)
      values ('pg_catalog.pg_statistic', pg_relation_filenode('pg_catalog.pg_statistic'))`);
  },
};

async function copyInterviews(session: Session): Promise<void> {
  const same = 'number, created_at, model_id, mode, setup, revision, ended, token_hash, expires_at';
  await session.execute(`insert into ulterior.interviews (${same}) select ${same} from ulterior_old.interviews`);
  const keys = new Map<string, Uint8Array>();
  await convert(
    session,
    'select id, number from ulterior_old.interviews',
    500,
    'interview_keys (id, interview, key)',
    ({ id, number }) => {
      const key = newKey();
      keys.set(String(id), key);
      return [id, number, key];
    },
  );
  const answers = `select number, answers.* from ulterior_old.answers
    join ulterior_old.interviews on interviews.id = interview_id`;
  await convert(session, answers, 500, 'answers (interview, position, sealed)', (row) => {
    const answer = { item: String(row['item']), rating: row['rating'] as number | null };
    return [row['number'], row['position'], sealAnswer(keys.get(String(row['interview_id']))!, answer)];
  });
}

async function copyUploads(session: Session): Promise<void> {
  const keys = await addKeys(session, 'uploads');
  const same = 'id, number, created_at, name, size, expires_at, key';
  await session.execute(`insert into ulterior.uploads (${same}) select ${same} from ulterior_old.uploads`);
  const parts = 'select * from ulterior_old.upload_parts';
  await convert(session, parts, 4, 'upload_parts (upload_id, position, bytes)', (row) => [
    ...[row['upload_id'], row['position']],
    seal(keys.get(String(row['upload_id']))!, row['bytes'] as Uint8Array),
  ]);
}

async function copyAudits(session: Session): Promise<void> {
  const keys = await addKeys(session, 'audits');
  const same = `id, number, created_at, request, state, done, total, problem, cancel_requested, worker, lease_until,
    finished_at, key`;
  await session.execute(`insert into ulterior.audits (${same}) select ${same} from ulterior_old.audits`);
  const records = 'select id, records from ulterior_old.audits where records is not null';
  await convert(session, records, 4, 'audit_records (audit_id, sealed)', (row) => [
    row['id'],
    seal(keys.get(String(row['id']))!, Buffer.from(String(row['records']), 'utf8')),
  ]);
  const checkpoints = 'select * from ulterior_old.checkpoints';
  await convert(session, checkpoints, 4, 'checkpoints (audit_id, key, bytes)', (row) => [
    ...[row['audit_id'], row['key']],
    seal(keys.get(String(row['audit_id']))!, row['bytes'] as Uint8Array),
  ]);
}

/** To the rows of the old table: their other columns are copied without passing through here. */
async function addKeys(session: Session, table: 'uploads' | 'audits'): Promise<Map<string, Uint8Array>> {
  await session.execute(`alter table ulterior_old.${table} add column key bytea`);
  const { rows } = await session.execute(`select id from ulterior_old.${table}`);
  const keys = new Map(rows.map(({ id }) => [String(id), newKey()]));
  for (const [id, key] of keys) {
    await session.execute(`update ulterior_old.${table} set key = $2 where id = $1`, [id, key]);
  }
  return keys;
}

/** The rows of a query, each changed, into a table; a fixed number at a time. */
async function convert(
  session: Session,
  query: string,
  batch: number,
  into: string,
  change: (row: RawRow) => unknown[],
): Promise<void> {
  await session.execute(`declare converted no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await session.execute(`fetch ${batch} from converted`);
    if (rows.length === 0) break;
    const changed = rows.map(change);
    const width = changed[0]!.length;
    const places = changed.map((_, n) => `(${changed[0]!.map((_, m) => `$${n * width + m + 1}`).join(', ')})`);
    await session.execute(`insert into ulterior.${into} values ${places.join(', ')}`, changed.flat());
  }
  await session.execute('close converted');
}
