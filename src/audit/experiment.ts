/**
 * An experiment: an audit of named data, run once and shown in as many tables and figures as draw on it. Specs lie in
 * experiments/runs. A published figure names the experiment to hold it against, and where in its records.
 */
import type { LeakMatrixSpec } from './joint/index.ts';
import type { Finding } from './lookUp.ts';
import type { NumericAuditSpec } from './numeric/index.ts';
import type { AuditSpec } from './spec.ts';

export { type Finding, lookUp } from './lookUp.ts';

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

/** Of a number, or of several attributes at once. */
export type OtherExperiment = ExperimentFields &
  (
    | { readonly kind: 'number'; readonly spec: Partial<NumericAuditSpec> }
    | { readonly kind: 'leakMatrix'; readonly spec: Partial<LeakMatrixSpec> }
  );

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
