/**
 * An experiment: an audit of named data, run once and shown in as many tables and figures as draw on it. Specs lie in
 * experiments/runs. A published figure names the experiment to hold it against, and where in its records.
 */
import type { Finding } from './lookUp.ts';
import type { AuditSpec } from './spec.ts';

export { type Finding, lookUp } from './lookUp.ts';

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
  readonly spec: Partial<AuditSpec>;
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
