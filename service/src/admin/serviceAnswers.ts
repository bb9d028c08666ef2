/** What the service answers, as far as the page shows it. */

export type Scope = 'admin' | 'audit' | 'interview';

export interface Key {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  readonly createdAt: string;
  readonly revokedAt?: string;
}

export interface Audit {
  readonly id: string;
  readonly state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly progress: { readonly done: number; readonly total: number };
  readonly cancelRequested: boolean;
  readonly data: string;
  readonly attribute?: string;
  readonly problem?: string;
  readonly createdAt: string;
  readonly finishedAt?: string;
}

export interface Model {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly items: number;
  readonly attributes: readonly { readonly name: string; readonly labels: readonly string[] }[];
  readonly calibrated: boolean;
  readonly createdAt: string;
}

export interface Load {
  readonly now: number;
  readonly most: number;
}

export interface Overview {
  readonly version: string;
  readonly time: string;
  readonly startedAt: string;
  readonly database: 'folder' | 'server';
  readonly keys: Readonly<Record<Scope | 'revoked', number>>;
  readonly interviews: { readonly open: number; readonly ended: number };
  readonly audits: Readonly<Record<Audit['state'], number>> & { readonly recent: readonly Audit[] };
  readonly models: { readonly count: number; readonly bytes: number };
  readonly uploads: { readonly count: number; readonly bytes: number };
  readonly storage: { readonly bytes: number };
  readonly erasures: { readonly owed: number };
  readonly load: {
    readonly requests: Load;
    readonly views: Load;
    readonly files: Load;
    readonly residentBytes: number;
  };
}

/** What the service refused, in its own words; `status` 0 where it did not answer at all. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly advice: string;

  constructor(status: number, code: string, detail: string, advice: string) {
    super(detail);
    this.status = status;
    this.code = code;
    this.advice = advice;
  }
}
