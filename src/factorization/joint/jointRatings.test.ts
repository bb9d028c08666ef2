import { describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import { jointWorld } from '../../../test/support/jointWorld.ts';
import { derive } from '../../numeric/index.ts';
import { attributeFromCodes, attributeOf, createDataset } from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { checkedParameters, parametersFrom } from '../parameters.ts';
import { trained } from '../train.ts';
import { prepareTraining } from '../trainingData.ts';
import { additiveEffects } from './additiveEffects.ts';
import { trainJointRatings } from './trainJointRatings.ts';
import { withJointAttribute } from './withJointAttribute.ts';

const world = jointWorld({ users: 600, items: 30, seed: 9, association: 0.3 });
const { dataset, joint, name } = withJointAttribute(world, ['gender', 'age']);

describe('additive effects', () => {
  it('solve the ridge problem: the residuals of the people with a value add up to the ridge times its effect', () => {
    const data = prepareTraining(dataset, name, checkedParameters(parametersFrom('als', { noiseHoldOut: 0 })));
    const stream = derive(3, 'profiles');
    const [d, ridge] = [2, 7];
    const itemProfiles = Float64Array.from({ length: 30 * d }, () => stream.normal());
    const userProfiles = Float64Array.from({ length: data.users.length * d }, () => stream.normal());
    const biases = additiveEffects(data, joint, itemProfiles, userProfiles, ridge);
    const { starts, indices, values } = dataset.ratings.byUser;
    const residuals = new Float64Array(30 * 4);
    for (let user = 0; user < 600; user++) {
      for (let at = starts[user]!; at < starts[user + 1]!; at++) {
        const item = indices[at]!;
        let left = values[at]! - biases[item * 4 + data.userTypes[user]!]!;
        for (let k = 0; k < d; k++) left -= userProfiles[user * d + k]! * itemProfiles[item * d + k]!;
        residuals[item * 4 + data.userTypes[user]!]! += left;
      }
    }
    for (let item = 0; item < 30; item++) {
      const [fy, fo, my, mo] = biases.subarray(item * 4, item * 4 + 4);
      const [rfy, rfo, rmy, rmo] = residuals.subarray(item * 4, item * 4 + 4);
      // Effects that sum to zero, from biases without interactions.
      expect(fy! - fo! - my! + mo!).toBeCloseTo(0, 9);
      const alpha = (fy! + fo! - my! - mo!) / 4;
      const beta = (fy! + my! - fo! - mo!) / 4;
      expect(rfy! + rfo!).toBeCloseTo(ridge * alpha, 7);
      expect(rmy! + rmo!).toBeCloseTo(-ridge * alpha, 7);
      expect(rfy! + rmy!).toBeCloseTo(ridge * beta, 7);
      expect(rfo! + rmo!).toBeCloseTo(-ridge * beta, 7);
    }
  });
});

describe('a rating model of several attributes', async () => {
  const tools = { kernels: loadKernels() };
  const parameters = parametersFrom('als', { dimension: 2, iterations: 10 });
  const model = trained(await trainJointRatings(world, ['gender', 'age'], parameters, tools));

  it('finds both planted effects, each on its own items', () => {
    expect(model.attributes!.map(({ labels }) => labels)).toEqual([
      ['F', 'M'],
      ['young', 'old'],
    ]);
    const gaps = (from: number, to: number, types: readonly [number, number]) => {
      let sum = 0;
      for (let item = from; item < to; item++) {
        const gap = model.rows.biases[item * 4 + types[1]]! - model.rows.biases[item * 4 + types[0]]!;
        // Even items are liked by women and by the old.
        sum += item % 2 === 0 ? gap : -gap;
      }
      return sum / (to - from);
    };
    // True gaps: 2 x 0.8 x 0.6 = 0.96, less what rounding to stars and shrinking take.
    const [women, old] = [
      [2, 0],
      [0, 1],
    ] as const;
    expect(gaps(0, 10, women)).toBeGreaterThan(0.6);
    expect(gaps(10, 20, old)).toBeGreaterThan(0.6);
    expect(Math.abs(gaps(10, 20, women))).toBeLessThan(0.25);
    expect(Math.abs(gaps(0, 10, old))).toBeLessThan(0.25);
    expect(Math.abs(gaps(20, 30, old))).toBeLessThan(0.25);
    expect(model.rows.channels).toEqual(['rating']);
    expect(model.noiseVariance).toBeGreaterThan(0.5);
    expect(model.noiseVariance).toBeLessThan(2);
  });

  it('leaves out people of whom an attribute is not known, and refuses unknown attributes', async () => {
    const age = attributeOf(world, 'age');
    const gappy = age.values.map((code, user) => (user % 3 === 0 ? -1 : code));
    const { users, items, ratings, scale, attributes } = world;
    const fewer = createDataset({
      users,
      items,
      ratings,
      scale,
      attributes: [attributes.get('gender')!, attributeFromCodes('age', age.labels, gappy)],
    });
    const trainedOn = trained(await trainJointRatings(fewer, ['gender', 'age'], parameters, tools));
    expect(trainedOn.provenance.users).toBe(400);
    expect(await asyncFailure(() => trainJointRatings(world, ['gender', 'income'], parameters, tools))).toMatch(
      /^ATTRIBUTE_UNKNOWN/,
    );
  });
});
