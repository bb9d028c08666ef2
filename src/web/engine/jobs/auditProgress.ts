/**
 * How far an audit is. Once all interviews are held, their figures are still worked out, which takes a while and cannot be
 * measured: that is said, so that nobody looks at 100% and waits.
 */
import type { JobProgress } from './job.ts';

export function auditProgress({ done, total }: { readonly done: number; readonly total: number }): JobProgress {
  return done < total ? { stage: 'Interviewing', share: done / total } : { stage: 'Working out the intervals' };
}
