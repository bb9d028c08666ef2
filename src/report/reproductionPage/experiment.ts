/**
 * An experiment: an audit or a study of named data, run once and shown in as many tables and figures as draw on it. Specs lie in
 * experiments/runs. A published figure names the experiment to hold it against, and where in its records.
 */
import type {
  AuditSpec,
  Finding,
  LeakMatrixSpec,
  ModelAuditSpec,
  NumericAuditSpec,
  OwnSurface,
} from '../../audit/index.ts';
import type { DefenceChoice, DefenceSpec, DetectorSpec, StudySpec } from '../../defence/index.ts';

interface ExperimentFields {
  readonly id: string;
  readonly title: string;
  /** What is done with which data. */
  readonly about: string;
  /** The data of the paper that it takes the place of, where those cannot be had. */
  readonly standsInFor?: string;
  /** A source for the readers; `folder` is filled in by whoever runs it. */
  readonly source: Readonly<Record<string, unknown>>;
  /** A file or folder that must be there, below the data folder; undefined where nothing is needed. */
  readonly needs?: string;
}

/** Of an attribute in categories, as in the paper. */
export interface AuditExperiment extends ExperimentFields {
  readonly kind?: 'audit';
  readonly spec: Partial<AuditSpec>;
}

/** What `spec` says, for each kind that has a report of its own. */
interface OtherSpecs {
  number: NumericAuditSpec;
  leakMatrix: LeakMatrixSpec;
  defence: DefenceSpec;
  detector: DetectorSpec;
  questionnaire: StudySpec;
  recommender: ModelAuditSpec;
}

/** Of a number, of several attributes at once, of recommenders, or of what helps against it. */
export type OtherExperiment = {
  [Kind in keyof OtherSpecs]: ExperimentFields & {
    readonly kind: Kind;
    readonly spec: Partial<OtherSpecs[Kind]>;
    /** Of a detector: what the model that it reads takes an answer to say; ratings if left out. */
    readonly model?: 'ratings' | 'channels';
    /** Of a recommender: what is measured of those that are trained here, and of the ratings. */
    readonly surfaces?: readonly (OwnSurface | { readonly kind: 'ratings' })[];
    /** Of a recommender: the defence after which everything is measured again. */
    readonly afterDefence?: Pick<DefenceChoice, 'name' | 'strength'>;
  };
}[keyof OtherSpecs];

export const otherKinds: readonly OtherExperiment['kind'][] = [
  'number',
  'leakMatrix',
  'defence',
  'detector',
  'questionnaire',
  'recommender',
];

export type Experiment = AuditExperiment | OtherExperiment;

export function isAudit(experiment: Experiment): experiment is AuditExperiment {
  return experiment.kind === undefined || experiment.kind === 'audit';
}

export interface Published {
  readonly run: string;
  readonly what: string;
  /** Where it stands, if not in the table or figure itself. */
  readonly where?: string;
  /** Left out where only words were published. */
  readonly value?: number;
  /** As it was published, if that is not simply the value. */
  readonly printed?: string;
  readonly finding: Finding;
}
