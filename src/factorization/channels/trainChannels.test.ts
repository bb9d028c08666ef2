import { describe, expect, it } from 'vitest';
import { areaUnderCurve } from '../../../test/support/auc.ts';
import { asyncFailure } from '../../../test/support/failure.ts';
import { channelClassifier, observe, startBelief } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import {
  attributeOf,
  createAttribute,
  createDataset,
  createRatingMatrix,
  createVocabulary,
  type Dataset,
  type ItemIndex,
  itemIndex,
  shuffledLabels,
  subsetUsers,
  type UserIndex,
} from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import type { ChannelParameters } from '../model/channelParameters.ts';
import { decodeModel, encodeModel } from '../model/modelFile.ts';
import { parametersFrom } from '../model/parameters.ts';
import { train, trained } from '../training/train.ts';
import { trainChannels } from './trainChannels.ts';

/** Types differ in what they rate (items of their own twice as often) or in how (a star more), never in both. */
function planted(users: number, items: number, leak: 'presence' | 'rating', labels = ['a', 'b']): Dataset {
  const stream = derive(6, `planted-${leak}`);
  const types = Array.from({ length: users }, () => stream.below(2));
  const triples = types.flatMap((type, user) => {
    const activity = 0.2 + 0.2 * stream.uniform();
    return Array.from({ length: items }, (_, item) => {
      const own = item % 2 === type;
      const rated = stream.uniform() < (leak === 'presence' && own ? 2 * activity : activity) || item === user % items;
      const value = Math.min(5, Math.max(1, Math.round(3 + (leak === 'rating' && own ? 1 : 0) + stream.normal())));
      return rated ? [{ user, item, value }] : [];
    }).flat();
  });
  return createDataset({
    users: createVocabulary<UserIndex>(types.map((_, user) => `u${user}`)),
    items: createVocabulary<ItemIndex>(Array.from({ length: items }, (_, item) => `i${item}`)),
    ratings: createRatingMatrix(users, items, {
      users: triples.map(({ user }) => user),
      items: triples.map(({ item }) => item),
      values: triples.map(({ value }) => value),
    }),
    attributes: [
      createAttribute(
        'type',
        types.map((type) => ['a', 'b'][type]),
        labels,
      ),
    ],
  });
}

const modelOf = async (dataset: Dataset, parameters: Partial<ChannelParameters> = {}) =>
  trained(await trainChannels(dataset, 'type', { dimension: 4, ...parameters }));

/** AUC over whole histories of the third of the users that did not train. */
async function heldOutAuc(dataset: Dataset, parameters: Partial<ChannelParameters> = {}): Promise<number> {
  const users = Array.from({ length: dataset.users.size }, (_, user) => user);
  const trainers = subsetUsers(
    dataset,
    users.filter((user) => user % 3 !== 0),
  );
  const classifier = channelClassifier(await modelOf(trainers, parameters));
  const { starts, indices, values } = dataset.ratings.byUser;
  const tested = users.filter((user) => user % 3 === 0);
  const scores = tested.map((user) => {
    const [from, to] = [starts[user]!, starts[user + 1]!];
    return classifier.probabilities({ indices: indices.subarray(from, to), values: values.subarray(from, to) })[1]!;
  });
  const { values: types } = attributeOf(dataset, 'type');
  return areaUnderCurve(
    scores,
    tested.map((user) => types[user]!),
  );
}

describe('trainChannels', () => {
  const dataset = planted(300, 24, 'presence');

  it.each([
    ['presence', ['presence'], 0.8, 1],
    ['presence', ['centredRating'], 0.4, 0.6],
    ['rating', ['presence'], 0.4, 0.6],
    ['rating', ['centredRating'], 0.8, 1],
    ['presence', ['presence', 'centredRating'], 0.8, 1],
    ['rating', ['presence', 'centredRating'], 0.8, 1],
  ] as const)('a leak in the %s is found in the channels %s between %d and %d', async (leak, channels, least, most) => {
    // 300 tested users: the standard error of an AUC of 0.5 is about 0.033.
    const auc = await heldOutAuc(planted(900, 24, leak), { channels });
    expect(auc).toBeGreaterThan(least);
    expect(auc).toBeLessThan(most);
  });

  it('finds nothing in shuffled labels', async () => {
    const shuffled = shuffledLabels(planted(900, 24, 'presence'), 'type', derive(3, 'shuffle'));
    expect(Math.abs((await heldOutAuc(shuffled)) - 0.5)).toBeLessThan(0.1);
  });

  it('gives a model of unit variances, with biases that are the means of the types, scaled', async () => {
    const model = await modelOf(dataset);
    expect([model.noiseVariance, model.profileVariance, model.dimension]).toEqual([1, 1, 4]);
    expect(startBelief(model).parameters.ridge).toBe(1);
    expect(model.rows.channels).toEqual(['presence', 'centredRating']);
    const { values: types } = attributeOf(dataset, 'type');
    const { countsByType } = model.itemStatistics;
    for (let item = 0; item < 24; item++) {
      for (const t of [0, 1]) {
        const share = countsByType[item * 2 + t]! / types.filter((type) => type === t).length;
        const row = 2 * item;
        expect(model.rows.biases[row * 2 + t]! / model.rows.scales[row]!).toBeCloseTo(share, 6);
      }
    }
    // Somebody of the mean of a type, with the mean of all ratings: what is observed is what is expected.
    const [presence, rating] = observe(model, itemIndex(5), model.itemStatistics.means[5]!);
    expect(presence!.value).toBe(model.rows.scales[10]);
    expect(rating!.value).toBe(0);
  });

  it('takes priors, statistics and provenance from the data as training of ratings does', async () => {
    const model = await modelOf(dataset);
    const rated = trained(
      await train(dataset, 'type', parametersFrom('als', { noiseHoldOut: 0 }), { kernels: loadKernels() }),
    );
    for (const name of ['attribute', 'typeLabels', 'typePriors', 'scale', 'itemStatistics'] as const) {
      expect(model[name]).toEqual(rated[name]);
    }
    for (const name of ['version', 'dataFingerprint', 'users', 'ratings', 'noiseFrom'] as const) {
      expect(model.provenance[name]).toEqual(rated.provenance[name]);
    }
    expect(model.provenance.parameters).toMatchObject({ solver: 'svd', dimension: 4, seed: 1 });
  });

  it('leaves out users whose attribute is not known', async () => {
    const texts = Array.from(attributeOf(dataset, 'type').values, (type, user) =>
      user % 3 === 0 ? undefined : ['a', 'b'][type],
    );
    const partly = createDataset({ ...dataset, attributes: [createAttribute('type', texts)] });
    const known = subsetUsers(
      partly,
      texts.flatMap((text, user) => (text === undefined ? [] : [user])),
    );
    const [one, other] = [await modelOf(partly), await modelOf(known)];
    expect(one.rows).toEqual(other.rows);
    expect(one.itemStatistics).toEqual(other.itemStatistics);
    expect(one.provenance.users).toBe(200);
  });

  it('expects of a type that nobody has what it expects of everybody', async () => {
    const model = await modelOf(planted(300, 24, 'presence', ['a', 'never', 'b']));
    const twin = await modelOf(dataset);
    expect(model.typePriors[1]).toBeCloseTo(0.5 / 301.5, 12);
    expect(model.rows.profiles).toEqual(twin.rows.profiles);
    const { countsByType } = model.itemStatistics;
    for (let item = 0; item < 24; item++) {
      const row = 2 * item;
      const [a, never, b] = model.rows.biases.subarray(row * 3, row * 3 + 3);
      expect([a, b]).toEqual([...twin.rows.biases.subarray(row * 2, row * 2 + 2)]);
      const share = (countsByType[item * 3]! + countsByType[item * 3 + 2]!) / 300;
      expect(never! / model.rows.scales[row]!).toBeCloseTo(share, 6);
    }
    const posterior = channelClassifier(model).probabilities({ indices: [1, 3], values: [2, 5] });
    expect(posterior.every((share) => share > 0 && share < 1)).toBe(true);
  });

  it('gives the same bytes again, and the same model from another seed', async () => {
    const model = await modelOf(dataset);
    expect(encodeModel(await modelOf(dataset))).toEqual(encodeModel(model));
    const other = await modelOf(dataset, { seed: 2 });
    expect([...other.rows.profiles]).toEqual(Array.from(model.rows.profiles, (entry) => expect.closeTo(entry, 5)));
  });

  it('is saved and read like any model', async () => {
    const model = await modelOf(dataset, { channels: ['centredRating'] });
    const decoded = decodeModel(encodeModel(model));
    const { items: _, ...rest } = model;
    expect(decoded).toMatchObject(rest);
    expect(decoded.provenance.parameters).toEqual(model.provenance.parameters);
    expect(encodeModel(decoded)).toEqual(encodeModel(model));
    const history = { indices: [0, 2, 9], values: [1, 5, 3] };
    expect(channelClassifier(decoded).probabilities(history)).toEqual(channelClassifier(model).probabilities(history));
  });

  it('reports progress, and stops when aborted', async () => {
    const seen: number[] = [];
    const onProgress = ({ done, total, error }: { done: number; total: number; error: number }) => {
      expect(done).toBeLessThanOrEqual(total);
      seen.push(error);
    };
    const model = trained(await trainChannels(dataset, 'type', { dimension: 4 }, { onProgress }));
    expect(seen).toEqual(model.provenance.trainingErrors);
    const control = new AbortController();
    let calls = 0;
    const aborting = trainChannels(
      dataset,
      'type',
      { dimension: 4 },
      {
        signal: control.signal,
        onProgress: () => {
          calls++;
          control.abort(new Error('changed my mind'));
        },
      },
    );
    await expect(aborting).rejects.toThrow('changed my mind');
    expect(calls).toBe(1);
    await expect(trainChannels(dataset, 'type', {}, { signal: control.signal })).rejects.toThrow('changed my mind');
  });

  it('refuses what it cannot train on', async () => {
    expect(await asyncFailure(() => trainChannels(dataset, 'gender'))).toMatch(/^ATTRIBUTE_UNKNOWN/);
    expect(await asyncFailure(() => trainChannels(dataset, 'type', { dimension: 0 }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE/,
    );
    const { values } = attributeOf(dataset, 'type');
    const onlyA = subsetUsers(
      dataset,
      Array.from(values.keys()).filter((user) => values[user] === 0),
    );
    expect(await asyncFailure(() => trainChannels(onlyA, 'type'))).toMatch(/^ATTRIBUTE_SINGLE_VALUED/);
  });
});
