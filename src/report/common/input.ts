/** What a report is made from. The only file here that names the audit folder. */

/** The same where a number is inferred. */
export type {
  AnchorFigures,
  AnswerWorth,
  AttackerFigure,
  AuditRecords,
  BandedEstimate,
  Cohort,
  ContenderDescription,
  Curve,
  CurvePoint,
  Estimate,
  Headline,
  LeakCurve,
  LeakMatrixRecords,
  LeakyItem,
  ListUse,
  ModelAuditRecords,
  NamedData,
  NumericCurve,
  NumericPoint,
  NumericRecords,
  SurfaceAttacker,
  SurfaceFigure,
  SurfaceKind,
  TypeFigures,
  Variant,
  ViewFigures,
} from '../../audit/index.ts';
export { detectableAuc, type Growth, growthOf } from '../../audit/index.ts';
