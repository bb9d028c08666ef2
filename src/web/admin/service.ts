/**
 * Requests to the service. The key travels in a header and nowhere else: in no address, no cookie, no storage. Addresses
 * are relative, so that the page also works where a proxy serves it below a folder.
 */

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

/** Longer than any answer of these routes takes. */
const TIMEOUT = 20_000;

export async function call<Result>(key: string, method: string, path: string, body?: object): Promise<Result> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  let response: Response;
  let text: string;
  try {
    response = await fetch(`./v1/${path}`, {
      method,
      headers,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch {
    throw new Refusal(0, '', 'the service does not answer', 'check that it runs and that you are connected');
  }
  const answer = parsed(text);
  if (response.ok) return answer as Result;
  const { code, detail, advice } = (answer ?? {}) as { code?: string; detail?: string; advice?: string };
  throw new Refusal(
    response.status,
    code ?? '',
    detail ?? `the service answered with status ${response.status}`,
    advice ?? 'try again',
  );
}

/** What a proxy in between answers need not be JSON. */
function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const PAGE_ROWS = 100;
/** Nobody reads a longer list here; the HTTP interface has all of it. */
const MOST_PAGES = 10;

/** All rows of a list, page by page. */
export async function listAll<Row>(key: string, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  let after = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const found = await call<{ rows: Row[]; next?: string }>(key, 'GET', `${path}?limit=${PAGE_ROWS}${after}`);
    rows.push(...found.rows);
    if (found.next === undefined) break;
    after = `&after=${encodeURIComponent(found.next)}`;
  }
  return rows;
}
