import type { Migration } from './migration.ts';

export const interviewsAndModels: Migration = {
  version: 1,
  name: 'interviews and models',
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

    -- Weights do not compress: trying to would only take time.
    create table ulterior.model_parts (
      model_id uuid not null constraint model_parts_model_id_fkey references ulterior.models on delete cascade,
      position integer not null constraint model_parts_position_check check (position >= 0),
      bytes bytea not null,
      constraint model_parts_pkey primary key (model_id, position)
    );
    alter table ulterior.model_parts alter column bytes set storage external;

    create table ulterior.interviews (
      id uuid constraint interviews_pkey primary key,
      number bigserial not null constraint interviews_number_key unique,
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

    create table ulterior.answers (
      interview_id uuid not null constraint answers_interview_id_fkey references ulterior.interviews on delete cascade,
      position integer not null constraint answers_position_check check (position > 0),
      item text not null,
      -- A comparison with infinity also refuses NaN, which sorts above it.
      rating double precision constraint answers_rating_check check (rating > '-Infinity' and rating < 'Infinity'),
      constraint answers_pkey primary key (interview_id, position)
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
      status integer,
      body text,
      expires_at timestamptz(3) not null,
      constraint idempotency_keys_pkey primary key (owner, key),
      constraint idempotency_keys_answer_check check ((status is null) = (body is null))
    );
    create index idempotency_keys_expires_at_index on ulterior.idempotency_keys (expires_at);
  `,
};
