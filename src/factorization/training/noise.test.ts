import { describe, expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import { createAttribute, createDataset, createRatingMatrix, numberedVocabulary } from '../../ratings/index.ts';
import { measureNoise } from './noise.ts';
import { prepareTraining } from './trainingData.ts';

const [PEOPLE, ITEMS] = [30, 20];

/** Everybody rates on a level of their own, 100 apart: the prediction of anybody else is far off. */
const levelOf = (person: number) => 100 * person;
/** How far each rating lies from its level; it differs from item to item. */
const off = (person: number, item: number) => 0.1 * (1 + ((person * 7 + item * 3) % 5));

/** Every third person has no type and does not train, so that training users are numbered otherwise than people. */
const types = Array.from({ length: PEOPLE }, (_, person) => (person % 3 === 0 ? undefined : person % 2 ? 'a' : 'b'));
const trainers = Array.from(types.keys()).filter((person) => types[person] !== undefined);

function data(noiseHoldOut: number) {
  const stream = derive(2, 'noise-test');
  const cells = Array.from({ length: PEOPLE * ITEMS }, (_, at) => [Math.floor(at / ITEMS), at % ITEMS] as const);
  // Not everybody rates everything: positions and people do not go in step.
  const rated = cells.filter(() => stream.uniform() < 0.8);
  const dataset = createDataset({
    users: numberedVocabulary(PEOPLE, 'u'),
    items: numberedVocabulary(ITEMS, 'i'),
    ratings: createRatingMatrix(PEOPLE, ITEMS, {
      users: rated.map(([person]) => person),
      items: rated.map(([, item]) => item),
      values: rated.map(([person, item]) => levelOf(person) + off(person, item)),
    }),
    attributes: [createAttribute('type', types)],
  });
  return prepareTraining(dataset, 'type', { centring: 'none', noiseHoldOut, seed: 1 });
}

/** Mean of the squared distances of these ratings from their own person's level. */
function meanSquare(
  positions: readonly number[],
  { starts, indices }: { starts: ArrayLike<number>; indices: ArrayLike<number> },
) {
  const squares = positions.map((at) => {
    const person = Array.from({ length: PEOPLE }, (_, n) => n).find((n) => starts[n + 1]! > at)!;
    return off(person, indices[at]!) ** 2;
  });
  return squares.reduce((sum, square) => sum + square, 0) / squares.length;
}

/** Positions of everything that training users rated. */
function positionsOf({ dataset }: ReturnType<typeof data>): number[] {
  const { starts, indices } = dataset.ratings.byUser;
  return Array.from(indices.keys()).filter((at) =>
    trainers.some((person) => starts[person]! <= at && at < starts[person + 1]!),
  );
}

describe('the noise', () => {
  it('is the mean squared residual of what was held out, each from the prediction of its own user', () => {
    const training = data(0.3);
    const everything = Uint32Array.from(positionsOf(training));
    // By chance, and then all there is: the first and the last rating of everybody too.
    for (const heldOut of [training.heldOut, everything]) {
      expect(heldOut.length).toBeGreaterThan(50);
      const { variance, from } = measureNoise({ ...training, heldOut }, (user) => levelOf(trainers[user]!));
      expect(from).toBe('heldOut');
      expect(variance).toBeCloseTo(meanSquare([...heldOut], training.dataset.ratings.byUser), 4);
    }
  });

  it('is that of the ratings that trained where nothing was held out', () => {
    const training = data(0);
    const { variance, from } = measureNoise(training, (user) => levelOf(trainers[user]!));
    expect(from).toBe('training');
    expect(variance).toBeCloseTo(meanSquare(positionsOf(training), training.dataset.ratings.byUser), 4);
  });

  it('asks for the item that was rated', () => {
    const exact = measureNoise(data(0.3), (user, item) => levelOf(trainers[user]!) + off(trainers[user]!, item));
    expect(exact.variance).toBeLessThan(1e-5);
  });
});
