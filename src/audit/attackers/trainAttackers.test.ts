import { expect, it } from 'vitest';
import { randomChannelModel, randomModel } from '../../../test/support/models.ts';
import { createWorld } from '../../worlds/index.ts';
import { type Contender, contender } from '../spec/contender.ts';
import { auditSpec } from '../spec/spec.ts';
import { equip, type TrainedModels } from './trainAttackers.ts';

const shape = { items: 12, dimension: 2, types: 2, seed: 1 };
const models: TrainedModels = new Map([
  ['ratings', randomModel(shape)],
  ['channels', randomChannelModel(shape)],
]);
const trainers = createWorld({ users: 20, items: 12, ratingsPerUser: 8, minimumPerUser: 4 }, 1).dataset;

/** How long the list is that was made beforehand, if one was. */
async function listOf(given: Contender, protocol: 'open' | 'rated') {
  const spec = auditSpec({ attribute: 'type', contenders: [given], protocol, maxQuestions: 5, shuffled: [] });
  const [interviewerData] = await equip([given], models, new Map(), new Map(), trainers, spec, {});
  return interviewerData!.list?.length;
}

it.each([
  ['separation by two channels: everyone is asked the same', contender('separation', { model: 'channels' }), 5],
  ['ratings: a skip tells nothing, so answers decide', contender('separation'), undefined],
  ['something is known beforehand', contender('separation', { model: 'channels', known: 2 }), undefined],
  ['a strategy that goes by the answers', contender('envelope', { model: 'channels' }), undefined],
  ['a list is what it is', contender('compiledList', { model: 'channels' }), 12],
] as const)('questions made once for all, in the open protocol: %s', async (_, given, expected) => {
  expect(await listOf(given, 'open')).toBe(expected);
});

it('where only rated items are asked, live choice has to pass over the others', async () => {
  expect(await listOf(contender('separation', { model: 'channels' }), 'rated')).toBeUndefined();
});
