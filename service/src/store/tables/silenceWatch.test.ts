import { describe, expect, it } from 'vitest';
import { SilenceWatch } from './silenceWatch.ts';

describe('the watch for silence', () => {
  const watched = (sign: string, seconds = 30) => [{ id: 'audit', sign, seconds }];
  const at = { now: 1000 };
  const fresh = () => new SilenceWatch(() => at.now);

  it('takes nobody for dead whom it has not seen stand still for the whole time', () => {
    const watch = fresh();
    expect(watch.silent(watched('a'))).toEqual([]);
    at.now += 15;
    expect(watch.silent(watched('a'))).toEqual([]);
    at.now += 14;
    expect(watch.silent(watched('a'))).toEqual([]);
    at.now += 1;
    expect(watch.silent(watched('a'))).toEqual(watched('a'));
  });

  it('begins anew with each sign, and with each that was away', () => {
    const watch = fresh();
    const looks = (sign: string) => {
      at.now += 15;
      return watch.silent(watched(sign)).length;
    };
    expect([looks('a'), looks('a'), looks('b'), looks('b')]).toEqual([0, 0, 0, 0]);
    watch.silent([]);
    expect([looks('b'), looks('b'), looks('b')]).toEqual([0, 0, 1]);
  });

  it('takes nobody for dead because it was stopped itself', () => {
    const watch = fresh();
    watch.silent(watched('a'));
    at.now += 3600;
    expect(watch.silent(watched('a'))).toEqual([]);
    expect(watch.silent(watched('b'))).toEqual([]);
  });

  it('waits for nobody who says that it has ended', () => {
    expect(fresh().silent(watched('a', 0))).toEqual(watched('a', 0));
  });
});
