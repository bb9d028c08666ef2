import type { Migration } from './migration.ts';

export const uploadsAndAudits: Migration = {
  version: 2,
  name: 'uploads and audits',
  statements: `
    create table ulterior.uploads (
      id uuid constraint uploads_pkey primary key,
      number bigserial not null constraint uploads_number_key unique,
      created_at timestamptz(3) not null default now(),
      name text not null,
      size bigint not null constraint uploads_size_check check (size >= 0),
      expires_at timestamptz(3) not null
    );
    create index uploads_expires_at_index on ulterior.uploads (expires_at);

    create table ulterior.upload_parts (
      upload_id uuid not null constraint upload_parts_upload_id_fkey references ulterior.uploads on delete cascade,
      position integer not null constraint upload_parts_position_check check (position >= 0),
      bytes bytea not null,
      constraint upload_parts_pkey primary key (upload_id, position)
    );
    alter table ulterior.upload_parts alter column bytes set storage external;

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
      records text,
      cancel_requested boolean not null default false,
      worker text,
      lease_until timestamptz(3),
      finished_at timestamptz(3),
      constraint audits_progress_check check (done >= 0 and total >= 0),
      constraint audits_records_check check ((state = 'done') = (records is not null)),
      constraint audits_problem_check check ((state = 'failed') = (problem is not null)),
      constraint audits_finished_check
        check ((state in ('done', 'failed', 'cancelled')) = (finished_at is not null)),
      constraint audits_lease_check
        check (state <> 'running' or (worker is not null and lease_until is not null))
    );
    create index audits_unfinished_index on ulterior.audits (lease_until) where state in ('queued', 'running');

    create table ulterior.checkpoints (
      audit_id uuid not null constraint checkpoints_audit_id_fkey references ulterior.audits on delete cascade,
      key text not null,
      bytes bytea not null,
      constraint checkpoints_pkey primary key (audit_id, key)
    );
  `,
};
