/** All steps in order; version n is the n-th. To change the schema, add a file, a line here, and the same to schema.ts. */
import { interviewsAndModels } from './0001-interviews-and-models.ts';
import { uploadsAndAudits } from './0002-uploads-and-audits.ts';
import { sealedAnswers } from './0003-sealed-answers.ts';
import { leasesWithoutClocks } from './0004-leases-without-clocks.ts';
import { unitsOfAudits } from './0005-units-of-audits.ts';
import type { Migration } from './migration.ts';

export type { Migration } from './migration.ts';
export const migrations: readonly Migration[] = [
  interviewsAndModels,
  uploadsAndAudits,
  sealedAnswers,
  leasesWithoutClocks,
  unitsOfAudits,
];
