/** What a report is made from. The only file here that names the audit folder. */
/** The same where a number is inferred. */
export type {
  AnswerWorth,
  AttackerFigure,
  AuditRecords,
  Cohort,
  ContenderDescription,
  Curve,
  CurvePoint,
  Estimate,
  Headline,
  LeakCurve,
  LeakMatrixRecords,
  LeakyItem,
  NamedData,
  NumericCurve,
  NumericPoint,
  NumericRecords,
  TypeFigures,
  Variant,
} from '../../audit/index.ts';
