import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { UlteriorError } from '../../../../src/errors/index.ts';
import { emptyStoreFolder } from '../../../../test/support/temporaryStore.ts';
import { openEmbedded } from '../databases/embedded.ts';
import { answers, interviewKeys } from '../tables/schema.ts';
import { driverFailure, RefusedStatement, unwrapped, violates } from './failures.ts';

/** An error as PostgreSQL sends it, with a secret in all its words. */
const sent = (code: string) =>
  Object.assign(new Error('invalid input "secret"'), { severity: 'ERROR', code, detail: 'secret', constraint: 'c' });

describe('what a database throws', () => {
  it.each([
    ['28P01', 'the user or the password'],
    ['3D000', 'no database of that name'],
    ['53300', 'connections'],
    ['57P01', 'going down'],
    ['08006', 'going down'],
    ['40001', 'too busy'],
    ['57014', 'too busy'],
    ['25006', 'only reads'],
    ['XX001', 'damaged'],
  ])('%s is a reason that lies with the database', (code, reason) => {
    const failure = driverFailure('the server', sent(code));
    expect(failure).toBeInstanceOf(UlteriorError);
    expect((failure as UlteriorError).code).toBe('STORE_UNAVAILABLE');
    expect(failure.message).toContain(reason);
    expect(failure.message).not.toContain('secret');
  });

  it('is a refusal where the statement was at fault', () => {
    const failure = driverFailure('the server', sent('23505'));
    expect(failure).toBeInstanceOf(RefusedStatement);
    expect(failure.message).toBe('the database refused a statement: SQLSTATE 23505 (c)');
    expect(violates(failure, 'c')).toBe(true);
    expect(violates(failure, 'd')).toBe(false);
  });

  it('is silence where nothing came back', () => {
    const reset = Object.assign(new Error('read ECONNRESET secret'), { code: 'ECONNRESET' });
    expect(driverFailure('the server', reset).message).toBe(
      'the server cannot be used: it does not answer (ECONNRESET)',
    );
    expect(driverFailure('the server', new Error('secret')).message).toBe(
      'the server cannot be used: it does not answer',
    );
    expect(driverFailure('the server', reset).cause).toBeUndefined();
  });

  it('holds no value of a statement, however it is looked at', async () => {
    const folder = await emptyStoreFolder();
    const database = await openEmbedded(folder, () => {});
    const sealed = Buffer.from('secret');
    const statements = [
      () => database.orm.insert(answers).values({ interview: 1, position: 1, sealed }),
      () => database.orm.insert(answers).values({ interview: 1, position: -1, sealed }),
      () => database.orm.insert(interviewKeys).values({ id: 'secret', interview: 1, key: sealed }),
      () => database.execute('select $1::text::uuid', ['secret']),
    ];
    for (const statement of statements) {
      const failure = unwrapped(await statement().then(undefined, (error: unknown) => error)) as Error;
      expect(failure).toBeInstanceOf(RefusedStatement);
      const everything = [failure.message, failure.stack, JSON.stringify(failure), String(failure.cause)].join();
      expect(everything).not.toContain('secret');
    }
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
});
