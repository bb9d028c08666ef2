/** What goes to the engine to be opened, and what the page learns of it. */
import type { ReadSummary } from '../../../tables/index.ts';
import type { FileSource } from '../../files/index.ts';
import type { Pace } from './pace.ts';

/** Of the invented world: larks and owls, or an age. */
export type WorldAttribute = 'groups' | 'number';

export type DataSource = FileSource | { readonly kind: 'world'; readonly infers: WorldAttribute };

export interface OpenedSummary {
  readonly summary: ReadSummary;
  readonly attribute: string;
  /** Whether groups are told apart, or a number is inferred. */
  readonly kind: 'groups' | 'number';
  /** None for a number. */
  readonly groups: readonly string[];
  readonly pace: Pace;
  readonly workers: number;
}
