/** The data that the visitor opened. They stay in the engine; the page sees their summary only. */
import { UlteriorError } from '../../../errors/index.ts';
import type { ReadDataset } from '../../../tables/index.ts';

interface OpenedData extends ReadDataset {
  /** What the audit is about. */
  readonly attribute: string;
  /** An invented world, whose leak is known. */
  readonly world: boolean;
}

let opened: OpenedData | undefined;

export function keepData(data: OpenedData): void {
  opened = data;
}

export function requireData(): OpenedData {
  if (opened !== undefined) return opened;
  throw new UlteriorError('DATASET_EMPTY', 'no data were opened', 'choose a file or the invented world first');
}
