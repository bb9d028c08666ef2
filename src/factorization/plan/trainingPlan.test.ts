import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { derive } from '../../maths/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { checkedChannelParameters } from '../model/channelParameters.ts';
import { parametersFrom } from '../model/parameters.ts';
import { decodeTensors } from '../model/safetensors.ts';
import { prepareTraining } from '../training/trainingData.ts';
import { trainingPlan } from './trainingPlan.ts';

const { dataset } = createWorld({ users: 80, items: 30, ratingsPerUser: 20, dimension: 3 }, 2);
const parameters = parametersFrom('als', { dimension: 3, noiseHoldOut: 0.1 });
const plan = trainingPlan(dataset, 'type', parameters);

describe('a plan', () => {
  it('names by user and item the ratings that training holds out', () => {
    const { starts, indices } = dataset.ratings.byUser;
    const { heldOut } = prepareTraining(dataset, 'type', parameters);
    expect(heldOut.length).toBeGreaterThan(80);
    const users = [...plan.heldOut.users];
    expect(users).toHaveLength(heldOut.length);
    for (const [n, at] of heldOut.entries()) {
      expect(starts[users[n]!]!).toBeLessThanOrEqual(at);
      expect(starts[users[n]! + 1]!).toBeGreaterThan(at);
      expect(plan.heldOut.items[n]).toBe(indices[at]);
    }
  });

  it('starts items at random and biases at 0, the same for the same seed', () => {
    const decoded = decodeTensors(plan.start);
    if (!decoded.ok) throw new Error(decoded.reason);
    const { itemProfiles, typeBiases } = decoded.file.tensors;
    expect(itemProfiles!.shape).toEqual([30, 3]);
    const spread = Math.sqrt(Array.from(itemProfiles!.values, (value) => value * value).reduce((a, b) => a + b) / 90);
    expect(spread).toBeGreaterThan(0.07);
    expect(spread).toBeLessThan(0.13);
    expect(typeBiases!.values.every((value) => value === 0)).toBe(true);
    expect(trainingPlan(dataset, 'type', parameters).start).toEqual(plan.start);
    expect(trainingPlan(dataset, 'type', { ...parameters, seed: 2 }).start).not.toEqual(plan.start);
  });

  it('says how large the data are', () => {
    const { users, items, count: ratings } = dataset.ratings;
    expect(plan.settings.counts).toEqual({ users, items, ratings });
  });

  it('of channels starts with a random block for every row, and holds nothing out', () => {
    const own = checkedChannelParameters({ dimension: 3, seed: 5 });
    const { settings, heldOut, start } = trainingPlan(dataset, 'type', own);
    expect(settings.parameters).toEqual(own);
    expect(heldOut.users).toHaveLength(0);
    const decoded = decodeTensors(start);
    if (!decoded.ok) throw new Error(decoded.reason);
    const { directions, ...others } = decoded.file.tensors;
    expect(others).toEqual({});
    expect(directions!.shape).toEqual([60, 8]);
    // The numbers that fitChannels starts with.
    const stream = derive(5, 'channel-directions');
    expect([...directions!.values]).toEqual(Array.from({ length: 480 }, () => stream.normal()));
  });

  it('is refused for SGD, whose result depends on the order of the ratings', () => {
    expect(failure(() => trainingPlan(dataset, 'type', parametersFrom('paper')))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: a plan .* needs the solver als, not sgd/,
    );
  });
});
