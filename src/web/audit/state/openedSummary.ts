/** What goes to the engine to be opened, and what the page learns of it. */
import type { ReadSummary } from '../../../tables/index.ts';
import type { FileSource } from '../../files/index.ts';
import type { Pace } from './estimate.ts';

export type DataSource = FileSource | { readonly kind: 'world' };

export interface OpenedSummary {
  readonly summary: ReadSummary;
  readonly attribute: string;
  readonly groups: readonly string[];
  readonly pace: Pace;
  readonly workers: number;
}
