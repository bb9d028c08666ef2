/**
 * A process of the service, as often as it is started: an application and a store over the simulated database. To make an
 * application takes longer than a whole history, so it stays, and what a process keeps in memory is emptied when it dies.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type App, buildApp, type Store, storeOver, sweep } from './core.ts';
import { type Faults, type Line, openLine } from './database.ts';
import type { World } from './world.ts';

/** Which life of which process the code that runs belongs to: what a dead one still does must not reach the next. */
const running = new AsyncLocalStorage<Life>();

interface Life {
  readonly store: Store;
  /** Undefined before the first history. */
  readonly line?: Line;
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly as: string;
  readonly key?: string | undefined;
  readonly body?: object | undefined;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what comes is looked at
  readonly body: any;
}

/** Store methods are looked up when they are called, in the life that calls. */
function lateStore(): Store {
  const at = (path: readonly string[]): unknown =>
    new Proxy(() => {}, {
      get: (_, name) => (name === 'then' || typeof name === 'symbol' ? undefined : at([...path, name])),
      apply: (_, __, words) => {
        const life = running.getStore();
        if (life === undefined) throw new Error(`no one runs: ${path.join('.')}`);
        let target: unknown = life.store;
        for (const name of path) target = (target as Record<string, unknown>)[name];
        return (target as (...words: unknown[]) => unknown)(...words);
      },
    });
  const fixed: Partial<Store> = { kind: 'server', connections: () => undefined };
  return new Proxy(fixed as Store, {
    get: (_, name) => (name in fixed ? fixed[name as keyof Store] : at([String(name)])),
  });
}

export class Machine {
  readonly #world: World;
  readonly app: App;
  #life: Life | undefined;
  #died: (() => void) | undefined;
  #death: Promise<void> | undefined;
  readonly faults: Faults = { away: 0, lost: 0, crash: 0, diskFull: false };

  private constructor(world: World, app: App) {
    this.#world = world;
    this.app = app;
  }

  static async make(world: World): Promise<Machine> {
    const limits = { requestsPerMinute: 1e9, refusalsPerMinute: 1e9, interviewsPerHour: 1e9, requestsInHand: 1e9 };
    const app = await buildApp({ store: lateStore(), limits, clock: () => world.clock() });
    await app.ready();
    // Or the first history alone would read it.
    await running.run({ store: world.observer }, () => app.service.models.get(world.modelId));
    return new Machine(world, app);
  }

  get alive(): boolean {
    return this.#life !== undefined;
  }

  /** Fails where the database does; then it is tried again later. */
  async start(): Promise<void> {
    const { pglite, schedule } = this.#world;
    const steadyClock = () => schedule.now / 1000;
    const line = openLine({
      ...{ pglite, schedule, faults: this.faults, onCrash: () => void this.crash() },
      kind: this.#world.machines.length === 1 ? 'embedded' : 'server',
    });
    const store = await storeOver(line.database, { steadyClock, pollSeconds: 20, onProblem: () => {} });
    this.#life = { line, store };
    this.#death = new Promise((resolve) => {
      this.#died = resolve;
    });
    this.app.service.interviews.dropIdle(-1e9);
  }

  async crash(): Promise<void> {
    const life = this.#life;
    if (life === undefined) return;
    this.#life = undefined;
    this.#died!();
    this.app.service.interviews.dropIdle(-1e9);
    await life.line?.cut();
    // Loops of a dead process must not go on in this one.
    await life.store.close().catch(() => {});
  }

  /** Undefined where the connection broke: nobody knows what was done. */
  async ask(request: Request): Promise<Answer | undefined> {
    const life = this.#life;
    if (life === undefined) return undefined;
    const answered = running.run(life, () => this.#inject(request));
    const answer = await Promise.race([answered, this.#death!.then(() => undefined)]);
    return this.#life === life ? answer : undefined;
  }

  async #inject({ method, url, as, key, body }: Request): Promise<Answer> {
    const { statusCode, body: text } = await this.app.inject({
      ...{ method, url },
      headers: { authorization: `Bearer ${as}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: statusCode, body: text === '' ? undefined : JSON.parse(text) };
  }

  /** Whether it got to its end. */
  async sweep(): Promise<boolean> {
    const life = this.#life;
    if (life === undefined) return false;
    try {
      await running.run(life, () => sweep(this.app.service));
      return this.#life === life;
    } catch {
      return false;
    }
  }

  /** The store of this life, for what is not asked by HTTP; undefined where the machine is down. */
  get store(): Store | undefined {
    return this.#life?.store;
  }
}
