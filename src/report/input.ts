/** What a report is made from. The only file here that names the audit folder. */
export type {
  AuditRecords,
  Cohort,
  ContenderDescription,
  Curve,
  CurvePoint,
  Estimate,
  LeakyItem,
  TypeFigures,
  Variant,
} from '../audit/index.ts';
