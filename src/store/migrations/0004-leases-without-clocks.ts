/** A lease is a number that moves while its worker lives, and how long it may stand still. No clock of any host decides. */
import type { Migration } from './migration.ts';

export const leasesWithoutClocks: Migration = {
  version: 4,
  name: 'leases without clocks',
  statements: `
    drop index ulterior.audits_unfinished_index;
    alter table ulterior.audits
      drop constraint audits_lease_check,
      add column lease_seconds double precision,
      add column beat bigint not null default 0;
    update ulterior.audits set lease_seconds = 30 where lease_until is not null;
    alter table ulterior.audits
      drop column lease_until,
      add constraint audits_lease_check check (state <> 'running' or (worker is not null and lease_seconds is not null)),
      alter column lease_seconds set statistics 0,
      alter column beat set statistics 0;
    create index audits_unfinished_index on ulterior.audits (number) where state in ('queued', 'running');
  `,
};
