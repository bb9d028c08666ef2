export { fingerprintOfModel, fingerprintOfVectors } from './fingerprintOfModel.ts';
export type { AfterDefence, ModelAuditRecords, SurfaceDescription } from './modelAuditRecords.ts';
export {
  type ModelAuditSpec,
  modelAuditDefaults,
  modelAuditSchema,
  modelAuditSpec,
} from './modelAuditSpec.ts';
export { planModelAudit, runModelAudit } from './runModelAudit.ts';
export {
  type AskAgain,
  type AuditedPeople,
  type DefenceBefore,
  type ErasureBefore,
  type ListsBefore,
  type OperatorBefore,
  type OwnSurface,
  type OwnSurfaceKind,
  peopleWithRatings,
  type Surface,
} from './surface.ts';
