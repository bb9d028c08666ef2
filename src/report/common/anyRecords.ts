import type { DefenceRecords, DetectorRecords, LedgerRecords, QuestionnaireStudy } from '../../defence/index.ts';
import type { AuditRecords, LeakMatrixRecords, ModelAuditRecords, NumericRecords } from './input.ts';

/** Records of any kind that a report can be made of. */
export type AnyRecords =
  | AuditRecords
  | NumericRecords
  | LeakMatrixRecords
  | ModelAuditRecords
  | DetectorRecords
  | LedgerRecords
  | DefenceRecords
  | QuestionnaireStudy;

/** Records of measurements, which judge attackers about people. */
export type MeasuredRecords = Exclude<AnyRecords, DetectorRecords | LedgerRecords>;

/** Records that speak of leaks by AUC. */
export type GatedRecords = Exclude<MeasuredRecords, NumericRecords>;
