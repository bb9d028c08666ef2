export { surfaceTask } from './attackView.ts';
export { fingerprintOfModel, fingerprintOfVectors } from './fingerprintOfModel.ts';
export type {
  AfterDefence,
  AnchorFigures,
  DefendedView,
  ListUse,
  ModelAuditData,
  ModelAuditRecords,
  SurfaceDescription,
  SurfaceFigure,
  ViewFigures,
} from './modelAuditRecords.ts';
export {
  type ModelAuditSpec,
  modelAuditDefaults,
  modelAuditSpec,
  type SurfaceAttacker,
  surfaceAttackers,
} from './modelAuditSpec.ts';
export { type ModelAuditTools, planModelAudit, runModelAudit } from './runModelAudit.ts';
export {
  type AskAgain,
  type AuditedPeople,
  type DefenceBefore,
  type ModelAuditInput,
  type OwnSurface,
  type OwnSurfaceKind,
  peopleWithRatings,
  type Surface,
  type SurfaceKind,
} from './surface.ts';
export { attackerLabels } from './surfaceFigures.ts';
