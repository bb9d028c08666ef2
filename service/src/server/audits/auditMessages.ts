/** What a worker and the thread that computes an audit tell each other. */
import type { DatasetSource, LoadedPlugin } from 'ulterior/service-parts';
import type { PlannedUnit } from '../../store/index.ts';
import type { Outcome } from '../common/thread.ts';
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

/** What the thread asks of its worker, who has the store. */
export interface UnitStore {
  /** False where others work on the audit by other units. */
  layOut(units: readonly PlannedUnit[]): Promise<boolean>;
  claim(): Promise<string | undefined>;
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, bytes: Uint8Array): Promise<void>;
}

/** The records as JSON text; 'left' where others have all that is left to do; 'unfit' where they do something else. */
export type UnitsDone = { readonly records: string } | 'left' | 'unfit';

/** 'read': the data are in memory, or cannot be read. Before that the thread must not be ended. */
export type FromThread =
  | { readonly kind: 'read' }
  | { readonly kind: 'progress'; readonly unit: string; readonly done: number }
  | { readonly kind: 'call'; readonly call: number; readonly name: keyof UnitStore; readonly words: readonly unknown[] }
  | { readonly kind: 'end'; readonly outcome: Outcome<UnitsDone> };

export interface ToThread {
  readonly call: number;
  readonly answer: unknown;
}
