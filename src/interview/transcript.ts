/**
 * An interview as plain JSON: what it was about, and everything that happened, undone steps included. Items are named
 * by id. `replay` in interview.ts turns it back into the same interview.
 */
import type { Answer } from '../ratings/index.ts';
import type { StoppingRule } from './stopping.ts';

export const TRANSCRIPT_FORMAT = 'ulterior-transcript';
export const TRANSCRIPT_VERSION = 1;

/** Something that happened in an interview. */
export type TranscriptEvent =
  | { readonly event: 'answer'; readonly item: string; readonly rating: number }
  | { readonly event: 'skip'; readonly item: string }
  | { readonly event: 'undo' }
  | { readonly event: 'end' };

/** An interview as plain JSON: what it was held with, and every event. `replay` gives the same state again. */
export interface Transcript {
  readonly format: typeof TRANSCRIPT_FORMAT;
  readonly version: typeof TRANSCRIPT_VERSION;
  readonly attribute: string;
  /** Which data the model was trained on. */
  readonly dataFingerprint: string;
  readonly strategy: string;
  readonly protocol: 'open' | 'rated';
  readonly ridge: number;
  readonly prior: readonly number[];
  readonly stopping: StoppingRule;
  /** Set where the model carries a calibration, which decides when the interview is confident. */
  readonly calibrated?: true;
  readonly known: readonly { readonly item: string; readonly answer: Answer }[];
  readonly events: readonly TranscriptEvent[];
}
