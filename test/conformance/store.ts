/**
 * What a store does, whichever database is below. `open` gives an empty store; each part of the suite opens one and closes
 * it.
 */

import type { StoreOpener } from '../support/storeHarness.ts';
import { answeredConformance } from './store/answered.ts';
import { auditConformance } from './store/audits.ts';
import { figuresConformance } from './store/figures.ts';
import { groupConformance } from './store/groups.ts';
import { interviewConformance } from './store/interviews.ts';
import { keptFilesConformance } from './store/keptFiles.ts';
import { keyConformance } from './store/keys.ts';
import { pagingConformance } from './store/paging.ts';
import { queueConformance } from './store/queue.ts';
import { schemaConformance } from './store/schema.ts';

export function storeConformance(open: StoreOpener): void {
  schemaConformance(open);
  keptFilesConformance(open);
  interviewConformance(open);
  groupConformance(open);
  keyConformance(open);
  answeredConformance(open);
  pagingConformance(open);
  auditConformance(open);
  queueConformance(open);
  figuresConformance(open);
}
