/** What is shown of an audit. */

import type { AuditState, StoredAudit } from '../../store/index.ts';
import { given } from '../common/given.ts';
import type { Limits } from '../common/limits.ts';
import type { AuditRequest, AuditView } from './auditSchemas.ts';

const OVER: readonly AuditState[] = ['done', 'failed', 'cancelled'];

export function isOver({ state }: Pick<StoredAudit, 'state'>): boolean {
  return OVER.includes(state);
}

/** When it is erased, whatever became of it. */
export function auditExpiry({ createdAt }: Pick<StoredAudit, 'createdAt'>, { auditRetentionSeconds }: Limits): Date {
  return new Date(createdAt.getTime() + 1000 * auditRetentionSeconds);
}

export function auditViewOf(audit: StoredAudit, limits: Limits): AuditView {
  const { request, createdAt, finishedAt, ...plain } = audit;
  return {
    ...(plain as Pick<AuditView, 'id' | 'state' | 'progress' | 'cancelRequested' | 'problem'>),
    request: request as unknown as AuditRequest,
    createdAt: createdAt.toISOString(),
    ...given({ finishedAt: finishedAt?.toISOString() }),
    expiresAt: auditExpiry(audit, limits).toISOString(),
  };
}
