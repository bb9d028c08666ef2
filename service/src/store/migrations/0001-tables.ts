import type { Migration } from './migration.ts';

export const tables: Migration = {
  version: 1,
  name: 'tables',
  statements: `
    create table ulterior.models (
      id uuid constraint models_pkey primary key,
      number bigserial not null constraint models_number_key unique,
      created_at timestamptz(3) not null default now(),
      name text not null,
      sha256 text not null constraint models_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
      size bigint not null constraint models_size_check check (size >= 0),
      description json not null
    );
    create index models_sha256_index on ulterior.models (sha256);

    create table ulterior.model_parts (
      model bigint not null constraint model_parts_model_fkey references ulterior.models (number) on delete cascade,
      position integer not null constraint model_parts_position_check check (position >= 0),
      bytes bytea not null,
      constraint model_parts_pkey primary key (model, position)
    );

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

    create table ulterior.api_keys (
      id text constraint api_keys_pkey primary key,
      number bigserial not null constraint api_keys_number_key unique,
      created_at timestamptz(3) not null default now(),
      name text not null,
      scope text not null constraint api_keys_scope_check check (scope in ('admin', 'audit', 'interview')),
      hash text not null,
      revoked_at timestamptz(3)
    );

    create table ulterior.idempotency_keys (
      owner text not null,
      key text not null,
      request_hash text not null,
      status integer not null,
      body text not null,
      expires_at timestamptz(3) not null,
      constraint idempotency_keys_pkey primary key (owner, key)
    );
    create index idempotency_keys_expires_at_index on ulterior.idempotency_keys (expires_at);

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
      upload bigint not null constraint upload_parts_upload_fkey references ulterior.uploads (number) on delete cascade,
      position integer not null constraint upload_parts_position_check check (position >= 0),
      bytes bytea not null,
      constraint upload_parts_pkey primary key (upload, position)
    );

    create table ulterior.audits (
      id uuid constraint audits_pkey primary key,
      number bigserial not null constraint audits_number_key unique,
      created_at timestamptz(3) not null default now(),
      request bytea not null,
      state text not null default 'queued'
        constraint audits_state_check check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
      done double precision not null default 0,
      total double precision not null default 0,
      problem bytea,
      cancel_requested boolean not null default false,
      finished_at timestamptz(3),
      key bytea not null constraint audits_key_check check (octet_length(key) = 32),
      losses integer not null default 0 constraint audits_losses_check check (losses >= 0),
      constraint audits_progress_check check (done >= 0 and total >= 0),
      constraint audits_problem_check check ((state = 'failed') = (problem is not null)),
      constraint audits_finished_check
        check ((state in ('done', 'failed', 'cancelled')) = (finished_at is not null))
    );
    create index audits_unfinished_index on ulterior.audits (number) where state in ('queued', 'running');

    create table ulterior.audit_records (
      audit bigint constraint audit_records_pkey primary key
        constraint audit_records_audit_fkey references ulterior.audits (number) on delete cascade,
      sealed bytea not null
    );

    -- No clock of any host decides about a lease: a number moves while its worker lives, and may stand still for so long.
    create table ulterior.audit_workers (
      audit bigint not null constraint audit_workers_audit_fkey references ulterior.audits (number) on delete cascade,
      worker text not null,
      lease_seconds double precision not null,
      beat bigint not null default 0,
      constraint audit_workers_pkey primary key (audit, worker)
    );

    create table ulterior.units (
      audit bigint not null constraint units_audit_fkey references ulterior.audits (number) on delete cascade,
      position integer not null constraint units_position_check check (position >= 0),
      key text not null,
      closes boolean not null,
      tasks double precision not null,
      done double precision not null default 0,
      finished boolean not null default false,
      worker text,
      constraint units_pkey primary key (audit, position),
      constraint units_progress_check check (done >= 0 and done <= tasks)
    );

    create table ulterior.checkpoints (
      audit bigint not null constraint checkpoints_audit_fkey references ulterior.audits (number) on delete cascade,
      key text not null,
      bytes bytea not null,
      constraint checkpoints_pkey primary key (audit, key)
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

    -- Weights and what is sealed do not compress: trying to would only take time.
    alter table ulterior.model_parts alter column bytes set storage external;
    alter table ulterior.upload_parts alter column bytes set storage external;
    alter table ulterior.audit_records alter column sealed set storage external;
    alter table ulterior.checkpoints alter column bytes set storage external;

    -- Statistics would outlive the rows they are about, so there are none of what is about people.
    do $$
    declare place record;
    begin
      for place in
        select attrelid::regclass as relation, attname from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'ulterior'::regnamespace and relkind = 'r' and attnum > 0
          and relname not in ('models', 'model_parts', 'api_keys', 'schema_versions')
      loop
        execute format('alter table %s alter column %I set statistics 0', place.relation, place.attname);
      end loop;
    end $$;
  `,
};
