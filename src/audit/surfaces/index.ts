export { surfaceTask } from './attackView.ts';
export { fingerprintOfModel } from './fingerprintOfModel.ts';
export type {
  AnchorFigures,
  ListUse,
  ModelAuditData,
  ModelAuditRecords,
  SurfaceDescription,
  SurfaceFigure,
  ViewFigures,
} from './modelAuditRecords.ts';
export {
  type AnchorName,
  anchorNames,
  type ModelAuditSpec,
  modelAuditDefaults,
  modelAuditSpec,
  type SurfaceAttacker,
  surfaceAttackers,
} from './modelAuditSpec.ts';
export { type ModelAuditTools, planModelAudit, runModelAudit } from './runModelAudit.ts';
export {
  type AuditedPeople,
  type ModelAuditInput,
  peopleWithRatings,
  type Surface,
  type SurfaceKind,
} from './surface.ts';
export { attackerLabels } from './surfaceFigures.ts';
