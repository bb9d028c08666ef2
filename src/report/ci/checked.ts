/** A run of one or several audits and their gates: what every text for a pipeline is made from. */
import type { AnyRecords } from '../common/anyRecords.ts';
import type { GateResult } from './gate.ts';

/** Why there is nothing to judge. */
export interface CheckProblem {
  readonly code: string;
  readonly message: string;
  readonly advice: string;
}

/** One audit: what was found and judged, or why it could not be. */
export interface CheckedAudit {
  readonly name: string;
  /** A command ran nothing else: its metrics need no name before them. */
  readonly alone?: boolean;
  /** The file that a finding points at, and the line in it. */
  readonly place: { readonly file: string; readonly line?: number };
  readonly records?: AnyRecords;
  readonly gate?: GateResult;
  readonly problem?: CheckProblem;
}

/** A gate that fails, or an audit that did not get as far. */
export function hasFailed({ gate, problem }: CheckedAudit): boolean {
  return problem !== undefined || gate?.passed === false;
}
