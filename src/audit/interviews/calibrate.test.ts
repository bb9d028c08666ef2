/** Calibration in audits: who it is fitted to, and that it counts as live interviews do. */
import { beforeAll, describe, expect, it } from 'vitest';
import { randomChannelModel, randomModel } from '../../../test/support/models.ts';
import { createModel, type FactorModel } from '../../factorization/index.ts';
import { answersHeard, statedLogWeights } from '../../inference/index.ts';
import { Interview } from '../../interview/index.ts';
import { derive, type Executor, inlineExecutor, logitsFromWeights, softmax, type Task } from '../../maths/index.ts';
import { type Answered, type CompressedRows, itemIndex } from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { createStrategy } from '../../selection/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { receiveModel, sendModel } from '../attackers/sentModel.ts';
import { contender } from '../spec/contender.ts';
import { auditSpec } from '../spec/spec.ts';
import { calibrate, samplesFrom } from './calibrate.ts';
import type { GroupInterviews } from './groupInterviews.ts';
import { type InterviewUnit, interviewTask } from './interviewTask.ts';
import type { Outcomes } from './outcomes.ts';

const QUESTIONS = 6;
const PEOPLE = 60;
const types = (count: number) => Uint8Array.from({ length: PEOPLE }, (_, person) => person % count);

/** Everybody has rated some of the items; the rest they skip when asked openly. */
function histories(items: number): CompressedRows {
  const rows = Array.from({ length: PEOPLE }, (_, person) => {
    const stream = derive(1, 'histories', person);
    const rated = stream.shuffle(Array.from({ length: items }, (_, item) => item)).slice(0, Math.ceil(items * 0.6));
    return rated.sort((a, b) => a - b).map((item) => ({ item, rating: 1 + stream.below(5) }));
  });
  const starts = Uint32Array.from({ length: PEOPLE + 1 }, (_, row) => rows.slice(0, row).flat().length);
  return {
    starts,
    indices: Uint32Array.from(rows.flat(), ({ item }) => item),
    values: Float32Array.from(rows.flat(), ({ rating }) => rating),
  };
}

const points = (count: number) =>
  [1, 3, 4, 8].map((questions) => ({
    questions,
    slope: 0.2 + 0.11 * questions,
    offsets: Array.from({ length: count }, (_, t) => 0.05 * questions * (t - 0.5)),
  }));

describe('one belief', () => {
  const spec = { items: 30, dimension: 2, seed: 4 };
  const cases: [string, FactorModel, number][] = [
    ['a model of ratings, skips, nothing known', randomModel({ ...spec, types: 2 }), 0],
    ['a model of ratings, skips, three known', randomModel({ ...spec, types: 2 }), 3],
    ['four types, skips, two known', randomModel({ ...spec, types: 4 }), 2],
    ['a model of two channels, skips, nothing known', randomChannelModel({ ...spec, types: 2 }), 0],
    ['a model of two channels, skips, three known', randomChannelModel({ ...spec, types: 3 }), 3],
  ];

  it.each(cases)('is the same number in an audit, live and in the fit: %s', async (_, plain, known) => {
    const typeCount = plain.typeLabels.length;
    const calibratedModel = createModel({ ...plain, calibration: { points: points(typeCount) } });
    const rows = histories(spec.items);
    const unit = (model: FactorModel): InterviewUnit => ({
      about: 'groups',
      contender: contender('random', { known }),
      interviewerData: { model: sendModel(model) },
      spec: {
        protocol: 'open',
        ridge: 'model',
        prior: 'training',
        maxQuestions: QUESTIONS,
        ratingErrorEvery: 10,
        seed: 1,
      },
      people: Uint32Array.from({ length: PEOPLE }, (_, person) => person),
      histories: rows,
      heldOut: { starts: new Uint32Array(PEOPLE + 1), indices: new Uint32Array(0), values: new Float32Array(0) },
    });
    const [audited] = await inlineExecutor.run(interviewTask, [unit(calibratedModel)]);
    const [fitted] = await inlineExecutor.run(interviewTask, [unit(plain)]);
    const samples = new Map(
      samplesFrom(fitted as object as Outcomes, types(typeCount), typeCount, { maxQuestions: QUESTIONS }).map(
        (sample) => [sample.questions, sample],
      ),
    );
    let [skips, compared] = [0, 0];
    const seen = new Map<number, number>();
    for (let person = 0; person < PEOPLE; person++) {
      const own = new Map<number, number>();
      for (let at = rows.starts[person]!; at < rows.starts[person + 1]!; at++) {
        own.set(rows.indices[at]!, rows.values[at]!);
      }
      const before: Answered[] = derive(1, 'audit-known', person)
        .shuffle([...own.keys()])
        .slice(0, known)
        .map((item) => ({ item: itemIndex(item), answer: own.get(item)! }));
      let live = Interview.start({
        model: calibratedModel,
        strategy: createStrategy({ model: calibratedModel, seed: 1, interview: person }, 'random'),
        protocol: { kind: 'open' },
        stopping: { maxQuestions: QUESTIONS },
        known: before,
      });
      let last = 0;
      for (let question = 0; question <= QUESTIONS; question++) {
        const at = (person * (QUESTIONS + 1) + question) * typeCount;
        const stated = statedLogWeights(calibratedModel, live.belief);
        const logits = logitsFromWeights(stated);
        // The audit keeps its numbers in single precision.
        for (let t = 0; t < typeCount; t++) {
          expect(Math.abs(audited!['logits']![at + t]! - logits[t]!)).toBeLessThan(1e-6 * (1 + Math.abs(logits[t]!)));
          expect(softmax(stated)[t]).toBeCloseTo(live.posterior()[t]!, 14);
        }
        const heard = answersHeard(calibratedModel, live.belief);
        const sample = samples.get(heard);
        if (heard !== last && sample !== undefined) {
          const row = seen.get(heard) ?? 0;
          seen.set(heard, row + 1);
          const largest = Math.max(...live.belief.logWeights);
          const total = live.belief.logWeights.reduce((sum, weight) => sum + Math.exp(weight - largest), 0);
          for (const [t, weight] of live.belief.logWeights.entries()) {
            const logShare = weight - largest - Math.log(total);
            expect(Math.abs(sample.logWeights[row * typeCount + t]! - logShare)).toBeLessThan(1e-5);
          }
          expect(sample.types[row]).toBe(person % typeCount);
          compared += 1;
        }
        last = heard;
        if (live.status.kind !== 'asking') break;
        const item = live.status.question;
        const rating = own.get(item);
        skips += Number(rating === undefined);
        live = rating === undefined ? live.skip(item) : live.answer(item, rating);
      }
    }
    expect(skips).toBeGreaterThan(PEOPLE);
    expect(compared).toBeGreaterThan(PEOPLE);
    // Every row of the fit was met, each person once for each number of answers.
    for (const [heard, sample] of samples) expect([heard, sample.types.length]).toEqual([heard, seen.get(heard)]);
  });
});

it('samples come by number of answers, whoever was asked first', () => {
  // Half of the people are heard for the first time with their third answer, as after skips that told nothing.
  const people = 120;
  const heard = Float32Array.from({ length: people * 3 }, (_, at) => (at < people * 1.5 ? 3 : 1) + (at % 3));
  const lengths = new Uint32Array(people).fill(2);
  const logits = new Float32Array(people * 3 * 2);
  const samples = samplesFrom({ logits, heard, lengths }, new Uint8Array(people), 2, { maxQuestions: 2 });
  expect(samples.map(({ questions }) => questions)).toEqual([1, 2, 3, 4, 5]);
});

describe('a calibration', () => {
  const { dataset } = createWorld(
    { users: 300, items: 40, ratingsPerUser: 25, minimumPerUser: 15, dimension: 2, leak: 0.4 },
    3,
  );
  const units: InterviewUnit[] = [];
  const executor: Executor = {
    threads: 1,
    run: (task, given, options) => {
      if ((task as Task<unknown, unknown>) === (interviewTask as Task<unknown, unknown>)) {
        units.push(...(given as unknown as InterviewUnit[]));
      }
      return inlineExecutor.run(task, given, options);
    },
  };
  const interviewer = contender('separation', { calibrated: true, ridge: 4 });
  const spec = auditSpec({ attribute: 'type', protocol: 'open', maxQuestions: 5, contenders: [interviewer] });
  let found: Awaited<ReturnType<typeof calibrate>>;
  beforeAll(async () => {
    found = await calibrate([interviewer], dataset, spec, { kernels: loadKernels(), executor });
  });

  it('is fitted to people of whom the model has not learned', () => {
    const { itemStatistics, provenance, items } = receiveModel((units[0] as GroupInterviews).interviewerData.model);
    const interviewed = units.reduce((sum, { people }) => sum + people.length, 0);
    expect(provenance.users + interviewed).toBe(dataset.users.size);
    expect(interviewed).toBe(60);
    expect(new Set(units.flatMap(({ people }) => [...people])).size).toBe(60);
    // Item by item it has learned from nobody's ratings but the others'. (Some of those it keeps to measure its noise.)
    const asked = new Set(units.flatMap(({ people }) => [...people]));
    const { starts, indices } = dataset.ratings.byUser;
    const others = new Uint32Array(items.size);
    for (let user = 0; user < dataset.users.size; user++) {
      if (asked.has(user)) continue;
      for (const item of indices.subarray(starts[user], starts[user + 1])) others[item] = others[item]! + 1;
    }
    for (const [item, count] of others.entries()) {
      const [first, second] = itemStatistics.countsByType.subarray(2 * item, 2 * item + 2);
      expect(first! + second!).toBeLessThanOrEqual(count);
    }
  });

  it('says what it holds for', () => {
    const { fittedFor, points: fitted } = found.get(interviewer.id)!;
    expect(fittedFor).toEqual({ strategy: 'separation', ridge: 4, protocol: 'open', people: 60 });
    expect(fitted.every(({ questions }, at) => questions === at + 1)).toBe(true);
  });

  it('is refused where too few people are left to be interviewed', async () => {
    const few = createWorld({ users: 80, items: 30, ratingsPerUser: 20, minimumPerUser: 10 }, 3).dataset;
    await expect(calibrate([interviewer], few, spec, { kernels: loadKernels() })).rejects.toThrow(
      /needs 50 people who answer; only 16 could be interviewed/,
    );
  });
});
