/** What a worker and the thread that computes an audit tell each other. */
import type { DatasetSource } from '../../datasets/index.ts';
import type { LoadedPlugin } from '../../plugins/index.ts';
import type { Outcome } from '../process/thread.ts';
import type { AuditRequest } from './auditSchemas.ts';

export interface AuditWork {
  readonly request: AuditRequest;
  readonly source: DatasetSource;
  /** What the data are called in the report. */
  readonly name: string;
  /** What each uploaded file was called by whoever handed it in, by its path. */
  readonly names: Readonly<Record<string, string>>;
  readonly threads: number | undefined;
  readonly mostTypes: number;
  /** What the operator loaded. */
  readonly plugins: readonly LoadedPlugin[];
}

export type FromThread =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'read'; readonly call: number; readonly key: string }
  | { readonly kind: 'write'; readonly call: number; readonly key: string; readonly bytes: Uint8Array }
  /** The records as JSON text. */
  | { readonly kind: 'end'; readonly outcome: Outcome<string> };

export interface ToThread {
  readonly call: number;
  /** What was read. */
  readonly bytes?: Uint8Array | undefined;
}
