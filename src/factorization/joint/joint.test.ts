import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../../test/support/failure.ts';
import { randomJointModel } from '../../../test/support/jointModels.ts';
import { jointWorld } from '../../../test/support/jointWorld.ts';
import { randomModel } from '../../../test/support/models.ts';
import { attributeFromCodes, attributeOf, createDataset, type Dataset } from '../../ratings/index.ts';
import { trainChannels } from '../channels/trainChannels.ts';
import { createModel } from '../model/factorModel.ts';
import { decodeModel, encodeModel } from '../model/modelFile.ts';
import { trained } from '../training/train.ts';
import { additiveBiases, additiveDesign } from './additiveDesign.ts';
import { attributesOf, jointAttributes } from './jointAttributes.ts';
import { trainJoint } from './trainJoint.ts';
import { withJointAttribute } from './withJointAttribute.ts';

const named = (...shape: readonly number[]) =>
  shape.map((values, at) => ({
    name: 'abcd'[at]!,
    labels: Array.from({ length: values }, (_, value) => `${'abcd'[at]}${value}`),
  }));

describe('joint attributes', () => {
  it('number the combinations, the last attribute counting fastest', () => {
    const joint = jointAttributes(named(2, 3));
    expect(joint.types).toBe(6);
    expect(Array.from({ length: 6 }, (_, type) => joint.labelOf(type))).toEqual([
      'a0, b0',
      'a0, b1',
      'a0, b2',
      'a1, b0',
      'a1, b1',
      'a1, b2',
    ]);
    expect(joint.typeOf([1, 2])).toBe(5);
    expect(joint.codes.map((codes) => Array.from(codes))).toEqual([
      [0, 0, 0, 1, 1, 1],
      [0, 1, 2, 0, 1, 2],
    ]);
  });

  it('lead from codes to the type and back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2, max: 5 }), { minLength: 1, maxLength: 3 }), fc.nat(), (shape, n) => {
        const joint = jointAttributes(named(...shape));
        const type = n % joint.types;
        expect(joint.typeOf(joint.codes.map((codes) => codes[type]!))).toBe(type);
      }),
    );
  });

  it('refuse what cannot be combined', () => {
    expect(failure(() => jointAttributes([]))).toMatch(/^PARAMETER_OUT_OF_RANGE: attributes is an empty list/);
    expect(failure(() => jointAttributes([...named(2), ...named(3)]))).toMatch(/attributes is "a" twice/);
    expect(failure(() => jointAttributes(named(20, 20)))).toMatch(
      /^ATTRIBUTE_INVALID: "a", "b" have 400 combinations; at most 256 .* -> leave out an attribute/,
    );
    expect(failure(() => jointAttributes(named(2, 2)).indexOf('age'))).toBe(
      'ATTRIBUTE_UNKNOWN: there is no attribute "age" in the model; there is "a", "b" -> name one of "a", "b"',
    );
  });

  it('of a model of one attribute are that attribute', () => {
    const { attributes, types } = attributesOf(randomModel({ items: 2, dimension: 1, types: 3, seed: 1 }));
    expect(attributes).toEqual([{ name: 'type', labels: ['type 0', 'type 1', 'type 2'] }]);
    expect(types).toBe(3);
  });
});

describe('a model of several attributes', () => {
  const model = randomJointModel({ items: 4, dimension: 2, shape: [2, 3], rows: 2, seed: 1 });

  it('comes back from its bytes', () => {
    const back = decodeModel(encodeModel(model));
    expect(back.attributes).toEqual(model.attributes);
    expect(back.attributes).toHaveLength(2);
    expect(decodeModel(encodeModel(randomModel({ items: 2, dimension: 1, types: 2, seed: 1 }))).attributes).toBe(
      undefined,
    );
  });

  it.each([
    ['no list', 'gender'],
    ['no attribute', []],
    ['too few combinations', named(2, 2)],
    ['a single value', [...named(6), { name: 'b', labels: ['only'] }]],
    ['one name twice', [...named(2), ...named(3)]],
    ['no labels', [null, { name: 'b', labels: ['x', 'y', 'z'] }]],
    ['labels that are numbers', [{ name: 'a', labels: [1, 2] }, ...named(3)]],
  ])('refuses attributes that do not fit its types: %s', (_, attributes) => {
    expect(failure(() => createModel({ ...model, attributes: attributes as never }))).toMatch(
      /^MODEL_INVALID: .* its attributes do not fit/,
    );
  });
});

describe('the additive design', () => {
  const joint = jointAttributes(named(2, 3));
  const everyType = Uint8Array.from([0, 1, 2, 3, 4, 5]);

  it('makes effects that sum to zero over the values of each attribute', () => {
    const design = additiveDesign(joint, everyType);
    expect(design.columns).toBe(4);
    fc.assert(
      fc.property(fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 4, maxLength: 4 }), (row) => {
        const biases = additiveBiases(design, Float64Array.from(row));
        // alpha_0 = row[1], alpha_1 = -row[1]; beta = row[2], row[3], minus their sum.
        const alpha = [row[1]!, -row[1]!];
        const beta = [row[2]!, row[3]!, -row[2]! - row[3]!];
        for (let type = 0; type < 6; type++) {
          const expected = row[0]! + alpha[Math.floor(type / 3)]! + beta[type % 3]!;
          expect(Math.abs(biases[type]! - expected)).toBeLessThan(1e-12);
        }
      }),
    );
  });

  it('gives a value that nobody has the mean of the others', () => {
    // Nobody has b1.
    const design = additiveDesign(joint, Uint8Array.from([0, 2, 3, 5]));
    expect(design.columns).toBe(3);
    const [a0b0, a0b1, a0b2] = additiveBiases(design, Float64Array.from([1, 0.5, 0.25]));
    expect([a0b0, a0b1, a0b2]).toEqual([1.75, 1.5, 1.25]);
  });
});

describe('training on several attributes', () => {
  const world = jointWorld({ users: 300, items: 30, seed: 3, association: 0.3 });
  const parameters = { dimension: 3 };
  let model: Extract<Awaited<ReturnType<typeof trainJoint>>, { status: 'trained' }>['model'];
  beforeAll(async () => {
    model = trained(await trainJoint(world, ['gender', 'age'], parameters));
  });
  const { dataset, name } = withJointAttribute(world, ['gender', 'age']);
  const types = attributeOf(dataset, name).values;

  it('gives a model whose types are the combinations', () => {
    expect(model.attributes).toEqual([
      { name: 'gender', labels: ['F', 'M'] },
      { name: 'age', labels: ['young', 'old'] },
    ]);
    expect(model.attribute).toBe('gender and age');
    expect(model.typeLabels).toEqual(['F, young', 'F, old', 'M, young', 'M, old']);
    const shares = [0, 1, 2, 3].map((type) => (types.filter((code) => code === type).length + 0.5) / 302);
    for (const [type, share] of shares.entries()) expect(model.typePriors[type]).toBeCloseTo(share, 12);
    expect(model.rows.channels).toEqual(['presence', 'centredRating']);
  });

  it('has biases without interactions', () => {
    const { biases } = model.rows;
    let largest = 0;
    for (let at = 0; at < biases.length; at += 4) {
      largest = Math.max(largest, Math.abs(biases[at]! - biases[at + 1]! - biases[at + 2]! + biases[at + 3]!));
    }
    expect(largest).toBeLessThan(1e-5);
  });

  it('predicts, for the people with any value of any attribute, what they see and rate on average', () => {
    // These are the normal equations of additive least squares.
    const { starts, indices, values } = world.ratings.byUser;
    const { scales, biases } = model.rows;
    for (const attribute of ['gender', 'age']) {
      const { labels, values: codes } = attributeOf(world, attribute);
      for (const [code] of labels.entries()) {
        const left = new Float64Array(2 * 30);
        for (let user = 0; user < 300; user++) {
          if (codes[user] !== code) continue;
          for (let row = 0; row < 60; row++) left[row]! -= biases[row * 4 + types[user]!]! / scales[row]!;
          for (let at = starts[user]!; at < starts[user + 1]!; at++) {
            const item = indices[at]!;
            left[2 * item]! += 1;
            left[2 * item + 1]! += values[at]! - model.itemStatistics.means[item]!;
          }
        }
        expect(Math.max(...left.map(Math.abs))).toBeLessThan(2e-4);
      }
    }
  });

  it('is with one attribute what the trainer of one attribute gives', async () => {
    const joint = trained(await trainJoint(world, ['age'], parameters));
    const single = trained(await trainChannels(world, 'age', parameters));
    expect(joint.typeLabels).toEqual(single.typeLabels);
    expect(joint.typePriors).toEqual(single.typePriors);
    const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
      Math.max(...Array.from(a, (value, at) => Math.abs(value - b[at]!)));
    expect(distance(joint.rows.biases, single.rows.biases)).toBeLessThan(1e-5);
    expect(distance(joint.rows.scales, single.rows.scales)).toBeLessThan(1e-5);
    // The directions are known up to their signs.
    expect(distance(joint.rows.profiles.map(Math.abs), single.rows.profiles.map(Math.abs))).toBeLessThan(1e-4);
  });

  it('leaves out people of whom an attribute is not known', async () => {
    const age = attributeOf(world, 'age');
    const gappy = age.values.map((code, user) => (user % 4 === 0 ? -1 : code));
    const fewer = trained(
      await trainJoint(replaced(world, attributeFromCodes('age', age.labels, gappy)), ['gender', 'age'], parameters),
    );
    expect(fewer.provenance.users).toBe(225);
  });

  it('refuses attributes of which one follows from the others, and names it', async () => {
    const age = attributeOf(world, 'age');
    const same = attributeFromCodes(
      'youth',
      ['old', 'young'],
      age.values.map((code) => 1 - code),
    );
    expect(await asyncFailure(() => trainJoint(replaced(world, same), ['age', 'gender', 'youth'], parameters))).toMatch(
      /^TRAINING_SINGULAR: among the training users, what "youth" is follows from the attributes before it -> leave out/,
    );
    expect(await asyncFailure(() => trainJoint(world, ['age', 'income'], parameters))).toMatch(/^ATTRIBUTE_UNKNOWN/);
  });

  it('can be stopped', async () => {
    const control = new AbortController();
    control.abort(new Error('enough'));
    await expect(trainJoint(world, ['gender', 'age'], parameters, { signal: control.signal })).rejects.toThrow(
      'enough',
    );
  });
});

function replaced(dataset: Dataset, attribute: ReturnType<typeof attributeFromCodes>): Dataset {
  const others = [...dataset.attributes.values()].filter(({ name }) => name !== attribute.name);
  const { users, items, ratings, scale } = dataset;
  return createDataset({ users, items, ratings, scale, attributes: [...others, attribute] });
}
