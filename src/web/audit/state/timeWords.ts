/** How long an audit takes and how far it is, in words. Apart from the estimate, which the engine's worker uses too. */
import { viewWordsNow } from '../../words/viewWords.ts';

/** In words, never more precise than it can be. */
export function roughly(seconds: number): string {
  const words = viewWordsNow().audit.settings;
  if (seconds < 8) return words.fewSeconds;
  if (seconds < 50) return words.seconds(Math.ceil(seconds / 10) * 10);
  if (seconds < 90) return words.minute;
  if (seconds < 55 * 60) return words.minutes(Math.round(seconds / 60));
  return words.hours(Math.round(seconds / 360) / 10);
}

interface Busy {
  readonly stage: string;
  readonly share?: number | undefined;
  /** When it began, in milliseconds. */
  readonly since: number;
}

/** How far, and how much longer: measured, once enough is done to go by. Never all of it while something is left. */
export function progressWords({ stage, share = 0, since }: Busy, now: number): string {
  const { audit, components } = viewWordsNow();
  if (share < 0.05) return `${components.stage(stage)} …`;
  const seconds = (now - since) / 1000;
  return audit.settings.done(Math.floor(100 * share), roughly((seconds * (1 - share)) / share));
}
