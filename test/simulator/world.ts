/** What histories share, because it takes long to make: the database, the applications, a model and keys. */
import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { encodeModel } from '../../src/factorization/index.ts';
import { randomModel } from '../../src/testing/models.ts';
import { createKey, type Database, failing, type Orm, type RawRow, type Store, storeOver } from './core.ts';
import { openDatabase } from './database.ts';
import { Machine } from './machine.ts';
import { Schedule, simulateTime } from './schedule.ts';

/** What stays from one history to the next; the other tables are emptied. */
const KEPT = ['models', 'model_parts', 'api_keys', 'schema_versions'];

export class World {
  schedule = new Schedule(1, 0);
  readonly pglite: PGlite;
  /** Past all faults, to look at what is kept. */
  readonly observer: Store;
  machines: Machine[] = [];
  #made: Machine[] = [];
  readonly #tables: readonly string[];
  modelId = '';
  keys: Readonly<Record<'admin' | 'audit' | 'interview', string>> = { admin: '', audit: '', interview: '' };
  readonly #began = Date.now();
  /** How far the time of day has jumped. */
  #offset = 0;
  /** Nothing goes wrong any more. */
  isCalm = false;

  private constructor(pglite: PGlite, observer: Store, tables: readonly string[]) {
    this.pglite = pglite;
    this.observer = observer;
    this.#tables = tables;
  }

  static async make(): Promise<World> {
    const pglite = await openDatabase();
    let world: World | undefined;
    const database = plainDatabase(pglite, () => world?.schedule);
    const observer = await storeOver(database, { onProblem: () => {} });
    const { rows } = await pglite.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'ulterior' and table_type = 'BASE TABLE'",
    );
    world = new World(
      pglite,
      observer,
      rows.map(({ name }) => name).filter((name) => !KEPT.includes(name)),
    );
    const bytes = encodeModel(randomModel({ items: 8, dimension: 1, types: 2, seed: 3 }));
    world.modelId = (await observer.models.add({ name: 'model', bytes, description: {} })).id;
    const keyOf = async (scope: keyof World['keys']) => (await createKey(observer, scope, scope)).key;
    world.keys = { admin: await keyOf('admin'), audit: await keyOf('audit'), interview: await keyOf('interview') };
    for (let n = 0; n < 2; n++) world.#made.push(await Machine.make(world));
    const made = world;
    simulateTime(() => made.schedule);
    return world;
  }

  /** An empty store, and so many processes that are down. */
  async reset(schedule: Schedule, machines: number): Promise<void> {
    this.schedule = schedule;
    this.#offset = 0;
    this.isCalm = false;
    this.machines = this.#made.slice(0, machines);
    await this.pglite.exec(`delete from ulterior.interviews; delete from ulterior.audits; delete from ulterior.uploads;
      ${this.#tables.map((table) => `delete from ulterior.${table};`).join('\n')}`);
    for (const { faults } of this.machines) Object.assign(faults, { away: 0, lost: 0, crash: 0, diskFull: false });
  }

  clock(): Date {
    return new Date(this.#began + this.schedule.now + this.#offset);
  }

  jump(milliseconds: number): void {
    this.#offset += milliseconds;
  }

  /** Rows in the tables that an erasure of everything leaves empty. */
  async leftOver(): Promise<string[]> {
    const left: string[] = [];
    for (const table of this.#tables.filter((name) => name !== 'erasures')) {
      const { rows } = await this.pglite.query(`select 1 from ulterior.${table} limit 1`);
      if (rows.length > 0) left.push(table);
    }
    return left;
  }
}

/** Without faults, and without waiting for a turn. */
function plainDatabase(pglite: PGlite, schedule: () => Schedule | undefined): Database {
  const at = <Result>(work: () => Promise<Result>) => failing('the observer', () => schedule()?.busy(work) ?? work());
  const execute = async (text: string, values: readonly unknown[] = []) => {
    const results = await at(async () =>
      values.length > 0 ? [await pglite.query<RawRow>(text, [...values])] : await pglite.exec(text),
    );
    return { rows: (results.at(-1)?.rows ?? []) as RawRow[] };
  };
  const query: PGlite['query'] = (...words) => at(() => pglite.query(...words));
  const session = { orm: drizzle({ client: { query } as unknown as PGlite }) as unknown as Orm, execute };
  return {
    kind: 'server',
    ...session,
    transaction: async (work) => {
      await execute('begin');
      try {
        const result = await work(session);
        await execute('commit');
        return result;
      } catch (error) {
        await execute('rollback');
        throw error;
      }
    },
    ready: (_, text) => (value) => execute(text, [value]),
    turns: (work) => work(),
    alone: (work) => work(),
    rewrite: async () => {},
    connections: () => undefined,
    close: async () => {},
  };
}
