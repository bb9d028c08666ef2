/** What a service is started with and what one gets: in a file of their own, because programs that use the library see these types. */
import type { DatasetSource } from 'ulterior/service-parts';
import type { Store } from '../../store/index.ts';
import type { WorkerOptions } from '../audits/worker.ts';
import type { Limits } from '../common/limits.ts';
import type { TrustedProxies } from '../common/trustedProxies.ts';
import type { Tracer } from '../figures/tracing.ts';

/** What the service answers from. */
export interface ServiceOptions {
  readonly store: Store;
  /** The built page; without it there is only the interface. */
  readonly webFolder?: string | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Data of the operator that audits may name; `world:` names are there without being listed. */
  readonly dataSources?: Readonly<Record<string, DatasetSource>> | undefined;
  /** Where log lines go; nowhere if left out. */
  readonly logger?: { readonly level?: string; readonly stream?: { write(line: string): void } } | undefined;
  readonly clock?: (() => Date) | undefined;
  /** Whom to believe about the address of a client. Nobody by default. */
  readonly trustProxy?: TrustedProxies | undefined;
  /** Where spans go; nothing is traced if left out. */
  readonly tracer?: Tracer | undefined;
}

/** What a server is started with. */
export interface ServerOptions extends ServiceOptions {
  /** 127.0.0.1 if left out: whoever wants to be reached from elsewhere says so. */
  readonly host?: string | undefined;
  /** Any free one where it is 0. */
  readonly port?: number | undefined;
  /** Whether audits are worked on in this process; they are unless this is false. */
  readonly worker?: boolean | Pick<WorkerOptions, 'threads' | 'leaseSeconds' | 'reportSeconds' | 'requeueSeconds'>;
  /** How often what is over is erased. */
  readonly sweepSeconds?: number | undefined;
}

/** A server that listens. */
export interface RunningServer {
  readonly url: string;
  /** From now on; those that count only from the start on stay as they are, and are returned. */
  changeLimits(limits: Limits): readonly (keyof Limits)[];
  /** Takes no more requests, answers those in hand, stops the worker, and closes the store. */
  close(): Promise<void>;
}
