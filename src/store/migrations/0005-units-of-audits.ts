/**
 * Many workers at one audit: its units, and who works on them. The lease moves from the audit to each of its workers. Results
 * of units stay where they were, in `checkpoints`; the two new tables hold nothing that a copy or a backup would need.
 */
import type { Migration } from './migration.ts';

export const unitsOfAudits: Migration = {
  version: 5,
  name: 'units of audits',
  statements: `
    alter table ulterior.audits
      drop constraint audits_lease_check,
      drop column worker,
      drop column lease_seconds,
      drop column beat,
      add column losses integer not null default 0 constraint audits_losses_check check (losses >= 0),
      alter column losses set statistics 0;

    create table ulterior.audit_workers (
      audit_id uuid not null constraint audit_workers_audit_id_fkey references ulterior.audits on delete cascade,
      worker text not null,
      lease_seconds double precision not null,
      beat bigint not null default 0,
      constraint audit_workers_pkey primary key (audit_id, worker)
    );
    alter table ulterior.audit_workers
      alter column audit_id set statistics 0, alter column worker set statistics 0,
      alter column lease_seconds set statistics 0, alter column beat set statistics 0;

    create table ulterior.units (
      audit_id uuid not null constraint units_audit_id_fkey references ulterior.audits on delete cascade,
      position integer not null constraint units_position_check check (position >= 0),
      key text not null,
      closes boolean not null,
      tasks double precision not null,
      done double precision not null default 0,
      finished boolean not null default false,
      worker text,
      constraint units_pkey primary key (audit_id, position),
      constraint units_progress_check check (done >= 0 and done <= tasks)
    );
    alter table ulterior.units
      alter column audit_id set statistics 0, alter column position set statistics 0, alter column key set statistics 0,
      alter column closes set statistics 0,
      alter column tasks set statistics 0, alter column done set statistics 0, alter column finished set statistics 0,
      alter column worker set statistics 0;
  `,
};
