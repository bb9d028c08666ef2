/**
 * What is kept, and the questions the service asks of it. Two databases answer them in one dialect: an embedded one in a
 * folder, and a PostgreSQL server. Everything that is acknowledged here is on disk.
 */

/** How many connections are open, how many of them nobody uses, and how many calls wait for one. */
export interface Connections {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Who may do what. `admin` may do everything. */
export type Scope = 'admin' | 'audit' | 'interview';

/** Rows after a row, oldest first. The cursor is opaque to callers and holds nothing but the place. */
export interface PageRequest {
  readonly limit: number;
  readonly after?: string | undefined;
}

/** Some rows, and where the next ones begin. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Left out on the last page. */
  readonly next?: string;
}

/** What is said of a model without opening it. */
export interface StoredModel {
  readonly id: string;
  readonly name: string;
  /** Of the file, in hexadecimal: the same file twice is noticed. */
  readonly sha256: string;
  readonly size: number;
  readonly description: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/** Models, as files with a description. */
export interface ModelRepository {
  add(
    model: { name: string; bytes: Uint8Array; description: Record<string, unknown> },
    remember?: Remember<StoredModel>,
  ): Promise<StoredModel>;
  find(id: string): Promise<StoredModel | undefined>;
  bytes(id: string): Promise<Uint8Array | undefined>;
  list(page: PageRequest): Promise<Page<StoredModel>>;
  /** 'inUse' while interviews refer to it. */
  remove(id: string): Promise<'removed' | 'absent' | 'inUse'>;
}

/** An answer as it is kept: the item by id, the rating, or null for a skip. */
export interface StoredAnswer {
  readonly item: string;
  readonly rating: number | null;
}

/** An interview, without its answers. */
export interface StoredInterview {
  readonly id: string;
  readonly modelId: string;
  /** The participant sees questions only; in the lab also what the operator sees. */
  readonly mode: 'participant' | 'lab';
  /** Strategy, protocol, stopping rule: what `Interview.start` needs besides the model. */
  readonly setup: Readonly<Record<string, unknown>>;
  /** Grows by one with each change; a writer names the one it read. */
  readonly revision: number;
  readonly ended: boolean;
  readonly createdAt: Date;
  /** When everything about it is erased. */
  readonly expiresAt: Date;
}

/**
 * How far an erasure is. The rows are gone in either case. 'done': nothing of them is left in the files that are the store's to
 * write (docs/store.md). 'owed': that is still to come, and is made up for at the next start or sweep.
 */
export type Scrub = 'done' | 'owed';

/** Interviews and their answers. */
export interface InterviewRepository {
  add(
    interview: {
      modelId: string;
      mode: StoredInterview['mode'];
      setup: Record<string, unknown>;
      tokenHash: string;
      expiresAt: Date;
    },
    remember?: Remember<StoredInterview>,
  ): Promise<StoredInterview>;
  find(id: string): Promise<StoredInterview | undefined>;
  /** The interview that a participant's token opens. */
  findByTokenHash(tokenHash: string): Promise<StoredInterview | undefined>;
  /** Interview and answers in one consistent read. */
  withAnswers(id: string): Promise<{ interview: StoredInterview; answers: readonly StoredAnswer[] } | undefined>;
  list(page: PageRequest): Promise<Page<StoredInterview>>;
  /** Appends, if the interview still has that revision; undefined where it has moved on or is gone. */
  append(
    id: string,
    revision: number,
    answer: StoredAnswer,
    remember?: Remember<StoredInterview>,
  ): Promise<StoredInterview | undefined>;
  /** Erases the last answer, or reopens an ended interview; the same rule. */
  undo(id: string, revision: number, remember?: Remember<StoredInterview>): Promise<StoredInterview | undefined>;
  end(id: string, revision: number, remember?: Remember<StoredInterview>): Promise<StoredInterview | undefined>;
  /**
   * Erases the interview and its answers; how many went. Neither, if it was erased before and the scrub is owed since; undefined
   * where there is no such interview and nothing owed.
   */
  remove(id: string): Promise<{ interviews: number; answers: number; scrub: Scrub } | undefined>;
  /** Erases what has expired; how many interviews went. */
  removeExpired(now: Date): Promise<number>;
}

/** Files of ratings that were handed in for an audit. */
export interface StoredUpload {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Files of ratings that were handed in for audits. */
export interface UploadRepository {
  add(
    upload: { name: string; bytes: Uint8Array; expiresAt: Date },
    remember?: Remember<StoredUpload>,
  ): Promise<StoredUpload>;
  find(id: string): Promise<StoredUpload | undefined>;
  bytes(id: string): Promise<Uint8Array | undefined>;
  list(page: PageRequest): Promise<Page<StoredUpload>>;
  /** undefined where there is no such upload and nothing owed. */
  remove(id: string): Promise<Scrub | undefined>;
  removeExpired(now: Date): Promise<number>;
}

/** How far an audit is. */
export type AuditState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** An audit: what was asked for, and how far it is. */
export interface StoredAudit {
  readonly id: string;
  /** Data and settings, as they were asked for. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly state: AuditState;
  readonly progress: { readonly done: number; readonly total: number };
  /** Set when `state` is 'failed'. */
  readonly problem?: Readonly<Record<string, unknown>>;
  readonly cancelRequested: boolean;
  readonly createdAt: Date;
  readonly finishedAt?: Date;
}

/** A part of an audit that any worker can do, always with the same result. */
export interface PlannedUnit {
  readonly key: string;
  /** How many tasks it is of, for the progress. */
  readonly tasks: number;
}

/** An audit as a worker gets it. */
export interface LeasedAudit extends StoredAudit {
  /** Workers that died at it since a unit was finished last. */
  readonly losses: number;
  /** Whether others are at work on it already. */
  readonly others: boolean;
}

/** Audits, their progress, records and checkpoints. */
export interface AuditRepository {
  /** Adds it, for a worker to take. */
  add(request: Record<string, unknown>, remember?: Remember<StoredAudit>): Promise<StoredAudit>;
  find(id: string): Promise<StoredAudit | undefined>;
  list(page: PageRequest): Promise<Page<StoredAudit>>;
  /** Those that are not over, then the others; in both, the newest first. */
  recent(limit: number): Promise<StoredAudit[]>;
  /** Asks a worker to stop; a queued audit is cancelled at once. undefined where there is no such audit. */
  cancel(id: string, remember?: Remember<StoredAudit>): Promise<StoredAudit | undefined>;
  /** The records as JSON text, once done. */
  records(id: string): Promise<string | undefined>;
  /** undefined where there is no such audit and nothing owed. */
  remove(id: string): Promise<Scrub | undefined>;

  // For workers. Any number of them work on one audit, each under a lease of its own.
  /**
   * Joins the work on an audit for so long. undefined where there is nothing to join for: it is finished or cancelled, or others
   * hold all that is left of it.
   */
  lease(id: string, worker: string, seconds: number): Promise<LeasedAudit | undefined>;
  /**
   * Says what the units are; the last one is handed out when all others are finished. Those with a checkpoint are finished. The
   * first worker decides: false where others work on other units, which comes from other data or another version.
   */
  layOut(id: string, worker: string, units: readonly PlannedUnit[]): Promise<boolean>;
  /** Takes a unit; undefined where none is free, or the worker has no lease. */
  claim(id: string, worker: string): Promise<string | undefined>;
  /** Renews the lease and tells how many tasks of the units in hand are done; says whether to stop. */
  report(
    id: string,
    worker: string,
    seconds: number,
    inHand: Readonly<Record<string, number>>,
  ): Promise<'go on' | 'cancel' | 'lost'>;
  /** Lets go of the audit, and of the units in hand. */
  leave(id: string, worker: string): Promise<void>;
  /** Ends the audit for all workers; false where this one has no lease. */
  finish(
    id: string,
    worker: string,
    outcome: { records: string } | { problem: Record<string, unknown> } | 'cancelled',
  ): Promise<boolean>;
  /** The result of a unit. */
  readCheckpoint(id: string, key: string): Promise<Uint8Array | undefined>;
  /** A unit is finished, whoever did it: twice does no harm. */
  writeCheckpoint(id: string, key: string, bytes: Uint8Array): Promise<void>;
}

/** A key, without its secret. */
export interface StoredKey {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  readonly createdAt: Date;
  readonly revokedAt?: Date;
}

/** Keys of the HTTP interface, by their hashes. */
export interface KeyRepository {
  add(
    key: { id: string; name: string; scope: Scope; hash: string },
    remember?: Remember<StoredKey>,
  ): Promise<StoredKey>;
  /** A key that was not revoked, with the hash of its secret. */
  find(id: string): Promise<(StoredKey & { readonly hash: string }) | undefined>;
  list(page: PageRequest): Promise<Page<StoredKey>>;
  /** False where there is no such key, or not any more. The last one of an administrator is refused. */
  revoke(id: string): Promise<boolean>;
  /** Of all keys, revoked ones too: 0 only where nobody has ever had one. */
  count(): Promise<number>;
}

/** What was answered to a request with that key, so that a repeated request gets the same answer and does nothing. */
export interface RememberedResponse {
  readonly requestHash: string;
  readonly status: number;
  readonly body: string;
}

/** The same, as it is kept. */
export interface Remembrance extends RememberedResponse {
  readonly owner: string;
  readonly key: string;
  readonly expiresAt: Date;
}

/**
 * What is kept together with a change, made of what the change gives: both are committed, or neither. Undefined: nothing is. It may be
 * called more than once; what the last call gave counts.
 */
export type Remember<Result> = (result: Result) => Remembrance | undefined;

/** What was answered to requests that may be repeated. Methods that change something keep it. */
export interface IdempotencyRepository {
  find(owner: string, key: string): Promise<RememberedResponse | undefined>;
  removeExpired(now: Date): Promise<number>;
}

/** Scrubs that are owed after erasures. */
export interface ErasureRepository {
  /** Makes up for them as far as possible; how many are still owed. */
  settle(): Promise<number>;
  /** Whether an interview with this id, which this token opened, was erased and the scrub is owed. */
  isOwed(id: string, tokenHash: string): Promise<boolean>;
}

/** How much there is of everything, at one moment. */
export interface StoreFigures {
  /** Keys that give access, by scope, and those that were revoked. */
  readonly keys: Readonly<Record<Scope | 'revoked', number>>;
  /** Interviews that are kept: ended by somebody, or not. */
  readonly interviews: { readonly open: number; readonly ended: number };
  readonly audits: Readonly<Record<AuditState, number>>;
  /** Files by number and size. */
  readonly models: { readonly count: number; readonly bytes: number };
  readonly uploads: { readonly count: number; readonly bytes: number };
  /** Erasures whose bytes are still to leave the files. */
  readonly erasuresOwed: number;
  /** What all tables take, with their indexes; the log of the database comes on top. */
  readonly bytes: number;
}

/** Background work: audits that nobody has begun, then those that others have begun and that have units left. */
export interface AuditQueue {
  /**
   * Calls `handle` with the id of an audit, one at a time; stops taking more once stopped. Where it says 'unfit', it is not asked
   * again to help others with that audit.
   */
  work(handle: (auditId: string) => Promise<unknown>): Promise<{ stop(): Promise<void> }>;
  /**
   * Frees what dead workers held (lease over), and hands out anew what was handed out here and is not worked on; how many audits
   * nobody works on any more.
   */
  requeueAbandoned(): Promise<number>;
  /** How many audits wait for a worker, and how many are with one, wherever it runs. */
  depth(): Promise<{ readonly queued: number; readonly running: number }>;
}

/** Everything that the service keeps. */
export interface Store {
  readonly kind: 'embedded' | 'server';
  readonly models: ModelRepository;
  readonly interviews: InterviewRepository;
  readonly uploads: UploadRepository;
  readonly audits: AuditRepository;
  readonly keys: KeyRepository;
  readonly idempotency: IdempotencyRepository;
  readonly erasures: ErasureRepository;
  readonly queue: AuditQueue;
  /** Runs it while no other instance runs such work on the same database: they wait for each other. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Of this process to the database; undefined of a folder. */
  connections(): Connections | undefined;
  figures(): Promise<StoreFigures>;
  /** Throws where the database does not answer. */
  ping(): Promise<void>;
  /** Throws where it takes no writes: it carries one out, of which nothing is left. */
  takesWrites(): Promise<void>;
  close(): Promise<void>;
}
