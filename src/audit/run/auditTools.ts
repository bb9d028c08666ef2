/** What an audit is given besides data and spec. */
import type { RunTools } from '../folds/index.ts';
import type { PlantedLeak } from '../records/records.ts';

/** What `runAudit` works with: kernels, threads, checkpoints, and who hears of progress. */
export interface AuditTools<Planted = PlantedLeak> extends RunTools {
  /** For invented worlds: the control with a known answer. */
  readonly planted?: (() => Promise<Planted>) | undefined;
  /** What the data are called in the report. */
  readonly source: string;
  /** The time of finishing, as text: the pure layers have no clock. */
  readonly finished: () => string;
}
