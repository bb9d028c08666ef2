/** When an interview ends by itself. */
import { requireWithin } from '../errors/index.ts';

export interface StoppingRule {
  /** Questions at most; skipped ones count. */
  readonly maxQuestions?: number | undefined;
  /** Ends when the confidence is above this (the paper's tau). */
  readonly confidence?: number | undefined;
}

export type StopReason =
  /** As many questions as allowed were asked. */
  | 'budget'
  /** The confidence was reached. */
  | 'confident'
  /** Nothing is left to ask. */
  | 'exhausted'
  /** Somebody ended it. */
  | 'ended';

export function checkStoppingRule({ maxQuestions, confidence }: StoppingRule): void {
  if (maxQuestions !== undefined) {
    requireWithin('maxQuestions', maxQuestions, { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true });
  }
  if (confidence !== undefined) requireWithin('confidence', confidence, { min: 0, max: 1 });
}

/** The reason to stop now, if there is one. */
export function reasonToStop(rule: StoppingRule, asked: number, confidence: number): StopReason | undefined {
  if (rule.confidence !== undefined && confidence > rule.confidence) return 'confident';
  if (rule.maxQuestions !== undefined && asked >= rule.maxQuestions) return 'budget';
  return undefined;
}
