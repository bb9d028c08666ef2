import { expect, it, vi } from 'vitest';
import { randomModel } from '../../../test/support/models.ts';
import { encodeModel } from '../../factorization/index.ts';
import { receiveModel, type SentModel, sendModel } from './sentModel.ts';

const modelOf = (seed: number) => randomModel({ items: 3, dimension: 2, types: 2, seed });

it('is encoded once, lies in shared memory, and comes out the same', () => {
  const model = modelOf(1);
  const sent = sendModel(model);
  expect(sendModel(model)).toBe(sent);
  expect(sent.bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(sendModel(modelOf(2)).key).not.toBe(sent.key);
  expect(encodeModel(receiveModel(sent))).toEqual(encodeModel(model));
});

it('is decoded again only after several others', () => {
  let decodes = 0;
  /** As it arrives from another thread: another object, the same key. */
  const received = ({ key, bytes }: SentModel) =>
    receiveModel({
      key,
      get bytes() {
        decodes++;
        return bytes;
      },
    });
  const sent = Array.from({ length: 9 }, (_, n) => sendModel(modelOf(10 + n)));
  for (const model of sent.slice(0, 8)) received(model);
  const first = received(sent[0]!);
  expect(decodes).toBe(8);
  // The one used longest ago gives way, not the one that came first.
  received(sent[8]!);
  expect(received(sent[0]!)).toBe(first);
  expect(decodes).toBe(9);
  received(sent[1]!);
  expect(decodes).toBe(10);
});

it('works where there is no shared memory', () => {
  vi.stubGlobal('SharedArrayBuffer', undefined);
  const sent = sendModel(modelOf(30));
  vi.unstubAllGlobals();
  expect(sent.bytes.buffer).toBeInstanceOf(ArrayBuffer);
  expect(receiveModel(sent).typeLabels).toHaveLength(2);
});
