/**
 * An experiment: an audit or a study of named data, run once and shown in as many tables and figures as draw on it. Specs lie in
 * experiments/runs. A published figure names the experiment to hold it against, and where in its records.
 */
import {
  type AuditSpec,
  auditSpec,
  type LeakMatrixSpec,
  leakMatrixSpec,
  type ModelAuditSpec,
  modelAuditSpec,
  type NumericAuditSpec,
  numericAuditSpec,
  type OwnSurface,
  type Sought,
} from '../../audit/index.ts';
import {
  type DefenceChoice,
  type DefenceSpec,
  type DetectorSpec,
  defenceSpec,
  detectorSpec,
  type StudySpec,
  studySpec,
} from '../../defence/index.ts';

/** The settings of each kind: audits of groups, as in the paper, of a number, of several attributes, and so on. */
export interface SpecOf {
  audit: AuditSpec;
  number: NumericAuditSpec;
  leakMatrix: LeakMatrixSpec;
  defence: DefenceSpec;
  detector: DetectorSpec;
  questionnaire: StudySpec;
  recommender: ModelAuditSpec;
}

export interface Experiment {
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
  /** An audit of groups, if left out. */
  readonly kind?: keyof SpecOf;
  /** Settings of that kind. */
  readonly spec: { readonly seed?: number };
  /** Of a detector: what the model that it reads takes an answer to say; ratings if left out. */
  readonly model?: 'ratings' | 'channels';
  /** Of a recommender: what is measured of those that are trained here, and of the ratings. */
  readonly surfaces?: readonly (OwnSurface | { readonly kind: 'ratings' })[];
  /** Of a recommender: the defence after which everything is measured again. */
  readonly afterDefence?: Pick<DefenceChoice, 'name' | 'strength'>;
}

/** Settings as they are run, on data with these attributes. */
export const settings: {
  readonly [K in keyof SpecOf]: (given: Partial<SpecOf[K]>, attributes: readonly string[]) => SpecOf[K];
} = {
  audit: (given, [attribute]) => auditSpec({ ...given, attribute: attribute! }),
  number: (given, [attribute]) => numericAuditSpec({ ...given, attribute: attribute! }),
  leakMatrix: (given, attributes) => leakMatrixSpec({ ...given, attributes }),
  defence: (given, [attribute]) => defenceSpec({ ...given, attribute: attribute! }),
  detector: (given) => detectorSpec(given),
  questionnaire: (given, attributes) => studySpec({ task: 'design', ...given, attributes }),
  recommender: (given, [attribute]) => modelAuditSpec({ ...given, attribute: attribute! }),
};

export function isAudit({ kind = 'audit' }: Experiment): boolean {
  return kind === 'audit';
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
  readonly finding: Sought;
}
