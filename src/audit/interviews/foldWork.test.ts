/** What is set aside is not asked, what is asked is not predicted, and models are decoded once. */
import { beforeAll, describe, expect, it } from 'vitest';
import { parametersFrom } from '../../factorization/index.ts';
import { type Executor, inlineExecutor } from '../../maths/index.ts';
import { holdOutRatings, type RatingMatrix } from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { type HistoryUnit, historyTask } from '../attackers/historyTask.ts';
import type { SentModel } from '../attackers/sentModel.ts';
import { findingsWith } from '../records/finding.ts';
import { runAudit } from '../run/runAudit.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { contender } from '../spec/contender.ts';
import { auditSpec } from '../spec/spec.ts';
import { workOnFold } from './foldWork.ts';
import type { GroupInterviews } from './groupInterviews.ts';
import { interviewTask } from './interviewTask.ts';
import { EARLY, type Outcomes, outcomesOf, pointsOf } from './outcomes.ts';

const kernels = loadKernels();
const { dataset } = createWorld(
  { users: 260, items: 24, ratingsPerUser: 15, minimumPerUser: 10, dimension: 2, leak: 0.4 },
  3,
);
const everyone = Uint32Array.from({ length: dataset.users.size }, (_, user) => user);
const people = everyone.subarray(200);
const spec = (changes: Partial<AuditSpec>) =>
  auditSpec({
    attribute: 'type',
    training: parametersFrom('als', { dimension: 2, iterations: 5, noiseHoldOut: 0 }),
    contenders: [contender('separation'), contender('random')],
    maxQuestions: 24,
    ratingErrorEvery: 1,
    predictionRidge: 3,
    ...changes,
  });
const aside = (changes: Partial<AuditSpec>) => {
  const { heldOut, heldOutShare, seed } = spec(changes);
  return holdOutRatings(dataset, { most: heldOut, share: heldOutShare }, seed);
};
const coordinates = () => Promise.reject(new Error('no one asked for coordinates'));
const itemsOf = ({ byUser }: RatingMatrix, user: number) =>
  Array.from(byUser.indices.subarray(byUser.starts[user]!, byUser.starts[user + 1]!));
const ask = async (changes: Partial<AuditSpec>, predicts = true) => {
  const data = { dataset, ...aside(changes), trainers: everyone.subarray(0, 200), people, coordinates };
  const plan = { contenders: spec(changes).contenders, classifiers: [], openLists: [], sources: [], predicts };
  const { scores, facts } = await workOnFold(data, spec(changes), plan, { kernels });
  return { outcomes: new Map(plan.contenders.map(({ id }) => [id, outcomesOf(scores, id)!])), ...facts };
};
const heldOutAt = ({ heldOut }: Outcomes, row: number, question: number) =>
  heldOut[row * pointsOf(spec({})) + question]!;

describe('the rated protocol', () => {
  const { kept, heldOut } = aside({});
  let outcomes: ReadonlyMap<string, Outcomes>;
  beforeAll(async () => {
    ({ outcomes } = await ask({}));
  });

  it.each(['separation', 'random'])('%s asks everything that is left, and never what is set aside', (id) => {
    const found = outcomes.get(id)!;
    for (const [row, person] of people.entries()) {
      const hidden = itemsOf(heldOut, person);
      expect(hidden.length).toBeGreaterThan(0);
      expect(found.lengths[row]).toBe(itemsOf(kept.ratings, person).length);
      const early = Array.from(found.early.subarray(row * EARLY, (row + 1) * EARLY), (entry) => entry - 1);
      expect(early.filter((item) => hidden.includes(item))).toEqual([]);
      for (let question = 0; question <= found.lengths[row]!; question++) {
        expect(heldOutAt(found, row, question)).toBe(hidden.length);
      }
    }
  });

  it('nobody skips', () => {
    for (const { skips } of outcomes.values()) expect(skips.every((bits) => bits === 0)).toBe(true);
  });
});

describe('the open protocol', () => {
  const { heldOut } = aside({});
  let outcomes: ReadonlyMap<string, Outcomes>;
  beforeAll(async () => {
    ({ outcomes } = await ask({ protocol: 'open' }));
  });

  it('a rating that was asked is no longer predicted', () => {
    for (const found of outcomes.values()) {
      for (const [row, person] of people.entries()) {
        const hidden = itemsOf(heldOut, person);
        const asked = new Set<number>();
        for (let question = 0; question < EARLY; question++) {
          expect(heldOutAt(found, row, question)).toBe(hidden.filter((item) => !asked.has(item)).length);
          asked.add(found.early[row * EARLY + question]! - 1);
        }
        // The whole catalogue was asked.
        expect(found.lengths[row]).toBe(24);
        expect(heldOutAt(found, row, 24)).toBe(0);
      }
    }
  });

  it('remembers which early answers were skips', () => {
    for (const found of outcomes.values()) {
      for (const [row, person] of people.entries()) {
        const rated = itemsOf(dataset.ratings, person);
        for (let question = 0; question < EARLY; question++) {
          const skipped = ((found.skips[row]! >> question) & 1) === 1;
          expect(skipped).toBe(!rated.includes(found.early[row * EARLY + question]! - 1));
        }
      }
    }
  });
});

describe('rating error', () => {
  it('of item means is that of their means over training users', async () => {
    const { outcomes } = await ask({ maxQuestions: 1 });
    const { heldOut } = aside({});
    const { starts, indices, values } = dataset.ratings.byUser;
    const sums = new Float64Array(24);
    const counts = new Float64Array(24);
    for (let at = 0; at < starts[200]!; at++) {
      sums[indices[at]!] = sums[indices[at]!]! + values[at]!;
      counts[indices[at]!]!++;
    }
    for (const [row, person] of people.entries()) {
      const { byUser } = heldOut;
      let squares = 0;
      for (let at = byUser.starts[person]!; at < byUser.starts[person + 1]!; at++) {
        const item = byUser.indices[at]!;
        squares += (byUser.values[at]! - sums[item]! / counts[item]!) ** 2;
      }
      expect(outcomes.get('random')!.meanErrors[2 * row]).toBeCloseTo(squares, 3);
    }
  });

  it('is left out where nothing is set aside, or where it is not wanted', async () => {
    for (const found of [await ask({ heldOut: 0, maxQuestions: 2 }, false), await ask({ maxQuestions: 2 }, false)]) {
      expect(found.predictionRidge).toBeUndefined();
      expect(found.outcomes.get('random')!.squaredErrors.every(Number.isNaN)).toBe(true);
    }
    const records = await runAudit(
      dataset,
      { ...spec({ heldOut: 0, maxQuestions: 4, resamples: 50, fullHistory: [], folds: 2 }), shuffled: [] },
      { kernels, source: '', finished: () => '' },
    );
    expect(findingsWith(records.findings, 'rmse')).toEqual([]);
    expect(records.provenance.predictionRidges).toBeUndefined();
  });
});

/** Sends copies, as to a thread, and counts whose bytes were read: only what is decoded is read. */
function watching() {
  const seen = { tasks: 0, decoded: 0 };
  const watched = ({ key, bytes }: SentModel): SentModel => ({
    key,
    get bytes() {
      seen.decoded++;
      return bytes;
    },
  });
  const copyOf = (input: unknown): unknown => {
    const unit = structuredClone(input) as Partial<GroupInterviews & HistoryUnit>;
    const { interviewerData, predictor, model } = unit;
    seen.tasks++;
    return {
      ...unit,
      ...(interviewerData && { interviewerData: { ...interviewerData, model: watched(interviewerData.model) } }),
      ...(predictor && { predictor: { ...predictor, model: watched(predictor.model) } }),
      ...(model && { model: watched(model) }),
    };
  };
  const executor: Executor = {
    threads: 1,
    run: (task, inputs, options) => {
      const ours = task.name === interviewTask.name || task.name === historyTask.name;
      return inlineExecutor.run(task, ours ? (inputs.map(copyOf) as typeof inputs) : inputs, options);
    },
  };
  return { executor, seen };
}

describe('models of a fold', () => {
  it('are decoded once, however many tasks use them', async () => {
    const contenders = [contender('separation'), contender('random'), contender('separation', { shrunken: true })];
    const data = {
      dataset,
      ...aside({}),
      trainers: everyone.subarray(0, 60),
      people: everyone.subarray(60),
      coordinates,
    };
    const plan = { contenders, classifiers: ['factor'] as const, openLists: [], sources: [], predicts: true };
    const { executor, seen } = watching();
    await workOnFold(data, spec({ contenders, maxQuestions: 2 }), plan, { kernels, executor });
    // That of ratings, and that with shrunken gaps; 4 tasks for each contender and one for whole histories.
    expect(seen).toEqual({ tasks: 13, decoded: 2 });
  });
});
