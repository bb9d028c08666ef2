import { describe, expect, it } from 'vitest';
import { asyncFailure, failure } from '../../../../test/support/failure.ts';
import { randomJointModel } from '../../../../test/support/jointModels.ts';
import { randomChannelModel, randomModel } from '../../../../test/support/models.ts';
import { createModel, type FactorModel } from '../../../factorization/index.ts';
import { startBelief } from '../../../inference/index.ts';
import { derive, holm, type inlineExecutor } from '../../../maths/index.ts';
import { type ItemIndex, itemIndex } from '../../../ratings/index.ts';
import { Candidates, chooseBatch } from '../../../selection/index.ts';
import { type BenignPolicy, benignPolicies } from './benignPolicies.ts';
import { prepareDetector } from './detector.ts';
import { questionNames } from './questionList.ts';
import { verdictsOn } from './verdict.ts';
import { WeightedDraw } from './weightedDraw.ts';

/** A catalogue in which popular items tell more than others, as far as chance has it. */
function catalogue(items: number, seed: number, channels = false): FactorModel {
  const spec = { items, dimension: 3, types: 2, seed };
  const model = channels ? randomChannelModel(spec) : randomModel(spec);
  const stream = derive(seed, 'popularity');
  const countsByType = Uint32Array.from({ length: 2 * items }, () => 1 + stream.below(50));
  return createModel({ ...model, itemStatistics: { ...model.itemStatistics, countsByType } });
}

/** A questionnaire of the policy, by a stream that no detector uses. */
function drawn(policy: BenignPolicy, model: FactorModel, questions: number, seed: number): ItemIndex[] {
  const draw = new WeightedDraw(policy.weights(model));
  const stream = derive(seed, 'questionnaire-under-test');
  return Array.from({ length: questions }, () => itemIndex(draw.draw(stream)));
}

/** A binomial count is this many standard deviations from what it should be once in a million times. */
const FAR = 4.9;

describe('p-values under benign policies', () => {
  // 120 and 60 questionnaires with the observed one: shares of a twentieth and a fifth are met exactly.
  const samples = 119;
  const times = 400;
  const questions = 5;
  const model = catalogue(30, 2);

  /** For each of many detectors and questionnaires, the p-values of the whole and at any time. */
  async function pValuesUnder(policy: BenignPolicy, policies: readonly BenignPolicy[]) {
    const found = [];
    for (let seed = 0; seed < times; seed++) {
      const detector = await prepareDetector(model, { horizon: questions, samples, seed, policies });
      const points = detector.check(drawn(policy, model, questions, seed))[0]!.points;
      found.push({ whole: points.at(-1)!.pValue, anyTime: points.at(-1)!.sequentialPValue });
    }
    return found;
  }

  it.each(benignPolicies)('are uniform where $name is all there is, and no smaller in the family', async (policy) => {
    const alone = await pValuesUnder(policy, [policy]);
    const among = await pValuesUnder(policy, benignPolicies);
    for (const level of [0.05, 0.2]) {
      const reach = FAR * Math.sqrt(times * level * (1 - level));
      for (const kind of ['whole', 'anyTime'] as const) {
        const count = alone.filter((one) => one[kind] <= level + 1e-12).length;
        expect(count).toBeLessThanOrEqual(times * level + reach);
        expect(among.filter((one) => one[kind] <= level + 1e-12).length).toBeLessThanOrEqual(count);
      }
      // Uniform, not merely large: D^2 has no ties. (The smallest of several p-values has some.)
      expect(alone.filter(({ whole }) => whole <= level + 1e-12).length).toBeGreaterThan(times * level - reach);
    }
  });
});

describe('a detector', () => {
  const options = { horizon: 8, samples: 400, seed: 3 };

  it.each([false, true])(
    'finds the questionnaire that is aimed, and alarms before its end (two channels: %s)',
    async (channels) => {
      const model = catalogue(60, 7, channels);
      const detector = await prepareDetector(model, options);
      const aimed = chooseBatch(model, startBelief(model), Candidates.all(60), 8);
      const [verdict] = verdictsOn(detector.check(aimed), 0.05);
      expect(verdict).toMatchObject({ attribute: 'type', pValue: 1 / 401, correctedPValue: 1 / 401 });
      expect(verdict!.sequentialPValue).toBe(1 / 201);
      expect(verdict!.alarmAt).toBeLessThanOrEqual(3);
      // Each question adds, and the p-value of who looks at any time can only fall.
      for (const [at, { squaredSeparation, sequentialPValue, questions }] of verdict!.points.entries()) {
        expect(questions).toBe(at + 1);
        if (at === 0) continue;
        expect(squaredSeparation).toBeGreaterThan(verdict!.points[at - 1]!.squaredSeparation);
        expect(sequentialPValue).toBeLessThanOrEqual(verdict!.points[at - 1]!.sequentialPValue);
      }
      const shy = detector.check(chooseLeast(model, 8))[0]!;
      expect(shy.points.at(-1)!.pValue).toBeGreaterThan(0.5);
      expect(verdictsOn([shy], 0.05)[0]).not.toHaveProperty('alarmAt');
    },
  );

  it('takes the largest p-value of the family', async () => {
    const model = catalogue(40, 9);
    const detector = await prepareDetector(model, options);
    const items = drawn(benignPolicies[0]!, model, 6, 1);
    const [aim] = detector.check(items);
    expect(aim!.byPolicy.map(({ policy }) => policy)).toEqual(['popularity', 'entropy', 'uniform']);
    expect(aim!.points.at(-1)!.pValue).toBe(Math.max(...aim!.byPolicy.map(({ pValue }) => pValue)));
    for (const { policy, pValue } of aim!.byPolicy) {
      const single = await prepareDetector(model, {
        ...options,
        policies: benignPolicies.filter(({ name }) => name === policy),
      });
      expect(single.check(items)[0]!.points.at(-1)!.pValue).toBe(pValue);
    }
  });

  it('knows how much can pass unnoticed', async () => {
    const model = catalogue(40, 9);
    const detector = await prepareDetector(model, options);
    for (const questions of [1, 4, 8]) {
      const most = detector.unnoticed(0, questions, 0.05);
      const path = new Float64Array(questions).fill(most);
      expect(detector.judge(0, path).pValues.at(-1)).toBeGreaterThan(0.05);
      expect(detector.judge(0, path.fill(most * 1.000001)).pValues.at(-1)).toBeLessThanOrEqual(0.05);
      expect(Math.max(...detector.medians(0, questions))).toBeLessThan(most);
    }
  });

  it('is the same for the same seed, however the work is dealt out', async () => {
    const model = catalogue(25, 4);
    const many = { horizon: 4, samples: 1100, seed: 9 };
    const items = drawn(benignPolicies[2]!, model, 4, 8);
    const backwards: typeof inlineExecutor = {
      threads: 2,
      run: async (task, inputs) => {
        const outputs = [];
        for (const input of inputs.toReversed()) outputs.unshift(await task.run(structuredClone(input)));
        return outputs;
      },
    };
    const first = (await prepareDetector(model, many)).check(items);
    expect((await prepareDetector(model, many, { executor: backwards })).check(items)).toEqual(first);
    expect((await prepareDetector(model, { ...many, seed: 10 })).check(items)).not.toEqual(first);
  });

  it('watches every attribute of a model, corrected for their number', async () => {
    const model = randomJointModel({ items: 50, dimension: 2, shape: [2, 3], rows: 1, seed: 5 });
    const counted = createModel({
      ...model,
      itemStatistics: { ...model.itemStatistics, entropies: new Float32Array(50).fill(1) },
    });
    const detector = await prepareDetector(counted, { ...options, samples: 200 });
    // Questions of the largest gaps between the values of a: type = 3 a + b.
    const { biases } = counted.rows;
    const gap = (item: number) => Math.abs(biases[item * 6 + 3]! - biases[item * 6]!);
    const items = Array.from({ length: 50 }, (_, item) => item)
      .sort((s, t) => gap(t) - gap(s))
      .slice(0, 8)
      .map(itemIndex);
    const [a, b] = verdictsOn(detector.check(items), 0.05);
    expect([a!.attribute, b!.attribute]).toEqual(['a', 'b']);
    expect(a!.pValue).toBe(1 / 201);
    expect(a!.correctedPValue).toBe(2 / 201);
    expect(b!.pValue).toBeGreaterThan(0.05);
    expect(a!.alarmAt).toBeDefined();
    expect(b!).not.toHaveProperty('alarmAt');
  });

  it('says what is wrong with what it was given', async () => {
    const model = catalogue(10, 1);
    const detector = await prepareDetector(model, { horizon: 4, samples: 100 });
    const items = (...numbers: number[]) => numbers.map(itemIndex);
    expect(failure(() => detector.check([]))).toMatch(/^PARAMETER_OUT_OF_RANGE: number of questions is 0/);
    expect(failure(() => detector.check(items(0, 1, 2, 3, 4)))).toMatch(/^PARAMETER_OUT_OF_RANGE: .*questions is 5/);
    expect(failure(() => detector.check(items(0, 3, 0)))).toMatch(
      /^ITEM_ANSWERED_TWICE: question 3 asks for "i0" again/,
    );
    expect(failure(() => detector.check([0, 99] as ItemIndex[]))).toMatch(/^ITEM_UNKNOWN: question 2 is about item 99/);
    const prepared = (more: object) => asyncFailure(() => prepareDetector(model, { horizon: 4, ...more }));
    expect(await prepared({ horizon: 11 })).toMatch(/^PARAMETER_OUT_OF_RANGE: horizon is 11/);
    expect(await prepared({ samples: 10 })).toMatch(/^PARAMETER_OUT_OF_RANGE: samples is 10/);
    expect(await prepared({ policies: [] })).toMatch(/^PARAMETER_OUT_OF_RANGE: policies is empty/);
    const policy = (weights: number[]) => ({ policies: [{ name: 'mine', summary: '', weights: () => weights }] });
    expect(await prepared(policy([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]))).toMatch(
      /^STRATEGY_UNSUITABLE: .*"mine" can ask 3 items/,
    );
    expect(await prepared(policy([1, -1, 1, 1, 1, 1, 1, 1, 1, 1]))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: .* item 1 the weight -1/,
    );
    expect(await prepared(policy([Number.NaN, 1, 1, 1, 1, 1, 1, 1, 1, 1]))).toMatch(/ item 0 the weight NaN/);
    expect(await prepared(policy([1]))).toMatch(/^PARAMETER_OUT_OF_RANGE: .*has 1 weights for 10 items/);
  });
});

/** The items that tell the types apart least. */
function chooseLeast(model: FactorModel, count: number): ItemIndex[] {
  const order = chooseBatch(model, startBelief(model), Candidates.all(model.items.size), model.items.size);
  return order.slice(-count);
}

describe("Holm's correction", () => {
  it('multiplies the k-th smallest of m by m - k + 1, keeps the order, and stays below 1', () => {
    const close = (values: number[], wanted: number[]) =>
      values.forEach((value, at) => {
        expect(value).toBeCloseTo(wanted[at]!, 12);
      });
    close(holm([0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
    close(holm([0.5, 0.01]), [0.5, 0.02]);
    close(holm([0.02, 0.02]), [0.04, 0.04]);
    close(holm([0.9, 0.8, 0.7]), [1, 1, 1]);
    expect(holm([0.2])).toEqual([0.2]);
    expect(holm([])).toEqual([]);
  });
});

describe('lists of questions', () => {
  it.each([
    ['one item per line, commas and all', 'i1\n\n  Matrix, The (1999) \r\ni3\n', ['i1', 'Matrix, The (1999)', 'i3']],
    [
      'a table with a header',
      'rank,Title\n1,"Matrix, The (1999)"\n2,"Say ""hi"""\n',
      ['Matrix, The (1999)', 'Say "hi"'],
    ],
    ['tabs, and the id rather than the title', 'title\titem_id\nMatrix, The\t12\n', ['12']],
    ['a JSON list', '["i1", 7, {"title": "x"}, {"Item": "i2", "title": "y"}]', ['i1', '7', 'x', 'i2']],
    ['a questionnaire', '{"format": "ulterior-questionnaire", "questions": [{"item": "i4", "title": "z"}]}', ['i4']],
    [
      'a transcript, in which what was undone was asked all the same',
      '{"format": "ulterior-transcript", "events": [{"event":"answer","item":"i1","rating":3},{"event":"undo"},{"event":"skip","item":"i1"},{"event":"skip","item":"i5"},{"event":"end"}]}',
      ['i1', 'i5'],
    ],
  ])('are read: %s', (_, text, names) => {
    expect(questionNames(text, 'list')).toEqual(names);
  });

  it('are refused with what is wrong', () => {
    expect(failure(() => questionNames(' \n', 'a.txt'))).toMatch(/^FILE_EMPTY: "a.txt" names no questions/);
    expect(failure(() => questionNames('[1, 2', 'a.json'))).toMatch(/^FILE_MALFORMED: "a.json" .* begins like JSON/);
    expect(failure(() => questionNames('{"a": 1}', 'a.json'))).toMatch(/^FILE_MALFORMED: .*neither a list nor/);
    expect(failure(() => questionNames('["a", {"b": 1}]', 'a.json'))).toMatch(/^FILE_MALFORMED: .*entry 2/);
    expect(failure(() => questionNames('n,item\n1,x\n2\n', 'a.csv'))).toMatch(/^FILE_MALFORMED: .*row 2 .*"item"/);
  });
});
