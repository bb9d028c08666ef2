/** The database has done what it was asked, and the connection breaks before it can say so. */
import { describe, expect, it } from 'vitest';
import { UlteriorError } from '../../src/errors/index.ts';
import { testService } from '../support/service.ts';

const REQUEST = { data: { name: 'world:demo,users=100,items=40,ratingsPerUser=20' } };

describe('a request whose outcome nobody knows', () => {
  it('is not done a second time when it is repeated under its Idempotency-Key, and gets its answer', async () => {
    const service = await testService();
    const { audits } = service.store;
    let breaks = true;
    const cutOff = await service.another({
      store: {
        ...service.store,
        audits: {
          ...audits,
          add: async (...words) => {
            const audit = await audits.add(...words);
            if (!breaks) return audit;
            breaks = false;
            throw new UlteriorError('STORE_UNAVAILABLE', 'the connection broke', 'try again');
          },
        },
      },
    });
    try {
      const ask = () =>
        cutOff.call('POST', '/v1/audits', {
          as: service.keys.audit,
          body: REQUEST,
          headers: { 'idempotency-key': 'mine' },
        });
      expect(await ask()).toMatchObject({ status: 503, body: { code: 'STORE_UNAVAILABLE' } });
      const again = await ask();
      expect(again).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } });
      expect((await audits.list({ limit: 10 })).rows.map(({ id }) => id)).toEqual([again.body.id]);
    } finally {
      await cutOff.app.close();
      await service.close();
    }
  });
});
