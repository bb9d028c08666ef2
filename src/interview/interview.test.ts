import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { modelFrom, randomModel } from '../../test/support/models.ts';
import {
  factorClassifier,
  type IncrementalClassifier,
  linearClassifier,
  observe,
  startBelief,
} from '../inference/index.ts';
import { derive, softmax } from '../maths/index.ts';
import { itemIndex } from '../ratings/index.ts';
import { createStrategy, strategies } from '../selection/index.ts';
import { Interview, type InterviewSetup } from './interview.ts';
import { replay } from './replay.ts';
import type { Transcript } from './transcript.ts';

const model = randomModel({ items: 9, dimension: 3, types: 2, seed: 7 });

function setupWith(changes: Partial<InterviewSetup> = {}): InterviewSetup {
  const used = changes.model ?? model;
  return {
    model: used,
    strategy: createStrategy({ model: used, seed: 1 }),
    protocol: { kind: 'open' },
    stopping: { maxQuestions: 5 },
    ...changes,
  };
}

/** The item that is asked, or a failed test. */
function question(interview: Interview) {
  if (interview.status.kind !== 'asking') throw new Error(`stopped: ${interview.status.reason}`);
  return interview.status.question;
}

const answer = (interview: Interview, rating: number) => interview.answer(question(interview), rating);
const skip = (interview: Interview) => interview.skip(question(interview));

/** Everything that can be seen of an interview, transcripts aside. */
const view = (interview: Interview) => ({
  status: interview.status,
  posterior: interview.posterior(),
  logWeights: interview.belief.logWeights,
  covariance: interview.belief.covariance,
  answers: interview.answers,
  steps: interview.steps.map(({ item, answer }) => ({ item, answer })),
  open: interview.candidates.marks,
});

describe('a classifier that leaves no doubt', () => {
  /** A rating of 5 is worth `nats` for the second type, one of 1 as much against it. The third did not occur. */
  const sure = (nats: number, absent = false): IncrementalClassifier => {
    const types = absent ? 3 : 2;
    const weights = new Float64Array(types * 9);
    weights.fill(nats / 2, 9, 18);
    const gone = absent ? [Number.NEGATIVE_INFINITY] : [];
    return linearClassifier({
      name: 'sure',
      types,
      columns: 9,
      weights,
      intercepts: Float64Array.of(0, -1.5 * nats, ...gone),
    });
  };

  it('has finite log weights, by which people are told apart; the posterior is their softmax', () => {
    const start = Interview.start(setupWith({ classifier: sure(4000) }));
    const [once, twice] = [answer(start, 5), answer(answer(start, 5), 5)];
    expect([...once.logWeights()]).toEqual([0, 4000]);
    expect([...twice.logWeights()]).toEqual([0, 14000]);
    expect([...once.posterior()]).toEqual([0, 1]);
    expect([...answer(start, 1).logWeights()]).toEqual([0, -4000]);
  });

  it('without one, the log weights are those of the belief', () => {
    const asked = answer(Interview.start(setupWith()), 5);
    expect(asked.logWeights()).toEqual(asked.belief.logWeights);
    expect(asked.posterior()).toEqual(softmax(asked.logWeights()));
  });

  it.each([false, true])('is decided for the right type (a type that nobody has: %s)', (absent) => {
    const used = absent ? randomModel({ items: 9, dimension: 3, types: 3, seed: 7 }) : model;
    const stopping = { errorRates: 0.01 };
    const strategy = createStrategy({ model: used, seed: 1 }, 'random');
    const start = Interview.start(setupWith({ model: used, strategy, classifier: sure(4000, absent), stopping }));
    expect(start.status.kind).toBe('asking');
    expect(answer(start, 5).status).toEqual({ kind: 'stopped', reason: 'decided', type: 1 });
  });
});

describe('interview', () => {
  it('asks, learns from the answer, and asks something else', () => {
    const start = Interview.start(setupWith());
    const first = question(start);
    const next = start.answer(first, 4);
    expect(question(next)).not.toBe(first);
    expect(next.belief.logWeights).toEqual(startBelief(model).afterAll(observe(model, first, 4)).logWeights);
    expect(next.steps.map(({ item, answer }) => [item, answer])).toEqual([[first, 4]]);
    expect(next.answers).toEqual([{ item: first, answer: 4 }]);
  });

  it('a skip costs a question, says nothing, and the item is not asked again', () => {
    const start = Interview.start(setupWith({ stopping: { maxQuestions: 1 } }));
    const skipped = skip(start);
    expect(skipped.posterior()).toEqual(start.posterior());
    expect(skipped.status).toEqual({ kind: 'stopped', reason: 'budget' });
    expect(skipped.candidates.isOpen(question(start))).toBe(false);
    expect(skipped.answers).toEqual([{ item: question(start), answer: 'skip' }]);
  });

  it('is a value: an action leaves the interview before it as it was', () => {
    const start = Interview.start(setupWith());
    const before = structuredClone(view(start));
    answer(answer(start, 1), 5);
    expect(view(start)).toEqual(before);
  });

  it('stops by its budget, by confidence, by exhaustion, and by hand', () => {
    const five = [3, 3, 3, 3, 3].reduce(answer, Interview.start(setupWith()));
    expect(five.status).toEqual({ kind: 'stopped', reason: 'budget' });
    const sure = Interview.start(setupWith({ stopping: { confidence: 0.3 } }));
    expect(sure.status).toEqual({ kind: 'stopped', reason: 'confident' });
    const all = [1, 2, 3, 4, 5, 4, 3, 2, 1].reduce(answer, Interview.start(setupWith({ stopping: {} })));
    expect(all.status).toEqual({ kind: 'stopped', reason: 'exhausted' });
    expect(Interview.start(setupWith()).end().status).toEqual({ kind: 'stopped', reason: 'ended' });
    expect(Interview.start(setupWith({ stopping: { maxQuestions: 0 } })).status.kind).toBe('stopped');
  });

  it('goes on until the confidence is above the threshold, not further', () => {
    const leaky = modelFrom({
      profiles: Array.from({ length: 8 }, () => [0.1]),
      biases: Array.from({ length: 8 }, () => [2, 4]),
      noiseVariance: 1,
      prior: [0.5, 0.5],
    });
    let interview = Interview.start(setupWith({ model: leaky, stopping: { confidence: 0.99 } }));
    let before = interview;
    while (interview.status.kind === 'asking') {
      before = interview;
      interview = answer(interview, 4);
    }
    expect(interview.status).toEqual({ kind: 'stopped', reason: 'confident' });
    expect(Math.max(...before.posterior())).toBeLessThanOrEqual(0.99);
    expect(Math.max(...interview.posterior())).toBeGreaterThan(0.99);
  });

  it('PointEst stops by its own estimate, as the paper has it', () => {
    const strategy = {
      name: 'sure',
      next: () => ({ item: itemIndex(2), estimatedConfidence: 0.97 }),
    };
    const start = Interview.start(setupWith({ strategy, stopping: { confidence: 0.95 } }));
    expect(start.status.kind).toBe('asking');
    expect(answer(start, 3).status).toEqual({ kind: 'stopped', reason: 'confident' });
  });

  it('starts from known ratings: they count, and are not asked', () => {
    const known = [
      { item: itemIndex(0), answer: 5 },
      { item: itemIndex(4), answer: 1 },
    ];
    const warm = Interview.start(setupWith({ known, stopping: {} }));
    const expected = startBelief(model).afterAll(known.flatMap(({ item, answer }) => observe(model, item, answer)));
    expect(warm.belief.logWeights).toEqual(expected.logWeights);
    expect(warm.steps).toEqual([]);
    const asked: number[] = [];
    for (let at = warm; at.status.kind === 'asking'; at = answer(at, 3)) asked.push(question(at));
    expect(asked.sort()).toEqual([1, 2, 3, 5, 6, 7, 8]);
  });

  it('asks only rated items in the rated protocol', () => {
    const items = [1, 3, 8].map(itemIndex);
    let interview = Interview.start(setupWith({ protocol: { kind: 'rated', items }, stopping: {} }));
    const asked: number[] = [];
    for (; interview.status.kind === 'asking'; interview = answer(interview, 2)) asked.push(question(interview));
    expect(asked.sort()).toEqual([1, 3, 8]);
  });

  it('lets another classifier judge', () => {
    const classifier: IncrementalClassifier = factorClassifier(model, { ridge: 50, prior: 'uniform' });
    const setup = setupWith({ classifier, stopping: {} });
    const first = Interview.start(setup);
    expect([...first.posterior()]).toEqual([0.5, 0.5]);
    const item = question(first);
    expect(answer(first, 5).posterior()).toEqual(classifier.begin().after(item, 5).probabilities());
    expect(skip(first).posterior()).toEqual(first.posterior());
  });

  it('undo takes back answers, skips and the end, one at a time', () => {
    const start = Interview.start(setupWith());
    const one = answer(start, 2);
    const two = skip(one);
    const ended = two.end();
    expect(view(ended.undo())).toEqual(view(two));
    expect(view(ended.undo().undo())).toEqual(view(one));
    expect(view(ended.undo().undo().undo())).toEqual(view(start));
    const again = answer(ended.undo().undo(), 5);
    expect(view(again)).toEqual(view(answer(one, 5)));
  });
});

describe('transcript', () => {
  const actions = fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ act: fc.constant('answer' as const), rating: fc.integer({ min: 1, max: 5 }) }),
      },
      { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('skip' as const, 'undo' as const, 'end' as const) }) },
    ),
    { maxLength: 25 },
  );

  it('replays to the same interview, for every strategy, through undo and skip', () => {
    fc.assert(
      fc.property(actions, fc.constantFrom(...strategies), fc.nat({ max: 3 }), (list, definition, knownCount) => {
        const known = Array.from({ length: knownCount }, (_, item) => ({
          item: itemIndex(2 * item),
          answer: 1 + item,
        }));
        const setup = () =>
          setupWith({
            strategy: definition.create({ model, seed: 3 }),
            known,
            stopping: { maxQuestions: 6, confidence: 0.999 },
          });
        let interview = Interview.start(setup());
        for (const action of list) {
          const asking = interview.status.kind === 'asking';
          if (action.act === 'undo') {
            if (interview.events.length > interview.events.filter(({ event }) => event === 'undo').length * 2) {
              interview = interview.undo();
            }
          } else if (asking) {
            if (action.act === 'answer') interview = answer(interview, action.rating);
            else interview = action.act === 'skip' ? skip(interview) : interview.end();
          }
        }
        const text = JSON.stringify(interview.transcript());
        const replayed = replay(setup(), JSON.parse(text) as Transcript);
        expect(view(replayed)).toEqual(view(interview));
        expect(JSON.stringify(replayed.transcript())).toBe(text);
      }),
      { numRuns: 80 },
    );
  });

  it('names items by id and keeps undone steps', () => {
    const transcript = answer(Interview.start(setupWith()), 4).undo().transcript();
    const item = model.items.id(question(Interview.start(setupWith())));
    expect(transcript.events).toEqual([{ event: 'answer', item, rating: 4 }, { event: 'undo' }]);
    expect(transcript).toMatchObject({ attribute: 'type', strategy: 'separation', protocol: 'open', known: [] });
  });

  it('is refused by another interview', () => {
    const transcript = answer(Interview.start(setupWith()), 4).transcript();
    const refused = (setup: InterviewSetup, changed: object) =>
      failure(() => replay(setup, { ...transcript, ...changed } as Transcript));
    expect(refused(setupWith(), { version: 3 })).toMatch(/^TRANSCRIPT_MISMATCH: .* version 3 -> replay it with/);
    expect(refused(setupWith(), { dataFingerprint: 'x' })).toMatch(/^TRANSCRIPT_MISMATCH: .* dataFingerprint is "x"/);
    expect(refused(setupWith({ beliefOptions: { ridge: 9 } }), {})).toMatch(
      /^TRANSCRIPT_MISMATCH: .* ridge is .*, not 9/,
    );
    const otherItem = model.items.id(itemIndex((question(Interview.start(setupWith())) + 1) % 9));
    const events = [{ event: 'skip', item: otherItem }];
    expect(refused(setupWith(), { events })).toMatch(/^TRANSCRIPT_MISMATCH: .* event 1 is about item .* asks/);
    const late = { events: [{ event: 'end' }, { event: 'skip', item: otherItem }] };
    expect(refused(setupWith(), late)).toMatch(/^TRANSCRIPT_MISMATCH: .* event 2 .* has stopped/);
  });

  it('is refused where it is none, whatever the file holds', () => {
    const transcript = Interview.start(setupWith()).transcript();
    const broken = [{ events: undefined }, { events: {} }, { events: [null] }, { events: [{ event: 'answers' }] }];
    for (const changed of broken.map((parts) => ({ ...transcript, ...parts }) as unknown as Transcript)) {
      expect(failure(() => replay(setupWith(), changed))).toMatch(/^TRANSCRIPT_MISMATCH: .* it is not a transcript ->/);
    }
    expect(failure(() => replay(setupWith(), null as unknown as Transcript))).toMatch(/^TRANSCRIPT_MISMATCH/);
  });
});

describe('bad input', () => {
  it.each([0, 6, 2.5, Number.NaN, Number.POSITIVE_INFINITY])('an answer of %d is off the scale', (rating) => {
    const interview = Interview.start(setupWith());
    expect(failure(() => answer(interview, rating))).toMatch(
      /^ANSWER_OFF_SCALE: .* from 1 to 5 in steps of 1 -> .* skip/,
    );
  });

  it('an item answered twice, before or during the interview', () => {
    const start = Interview.start(setupWith());
    const first = question(start);
    expect(failure(() => start.answer(first, 3).answer(first, 4))).toMatch(/^ITEM_ANSWERED_TWICE: "i\d" .* -> .* undo/);
    expect(failure(() => start.skip(first).skip(first))).toMatch(/^ITEM_ANSWERED_TWICE/);
    const known = [4, 4].map((item) => ({ item: itemIndex(item), answer: 3 }));
    expect(failure(() => Interview.start(setupWith({ known })))).toMatch(/^ITEM_ANSWERED_TWICE/);
  });

  it('an answer to something that was not asked', () => {
    const start = Interview.start(setupWith());
    const other = itemIndex((question(start) + 1) % 9);
    expect(failure(() => start.answer(other, 3))).toMatch(
      /^ITEM_NOT_ASKED: .* open question is item \d -> answer the open/,
    );
  });

  it('an answer, or an end, after the end', () => {
    const ended = Interview.start(setupWith()).end();
    expect(failure(() => ended.answer(itemIndex(0), 3))).toMatch(/^INTERVIEW_STOPPED: .*ended.* -> .* undo/);
    expect(failure(() => ended.end())).toMatch(/^INTERVIEW_STOPPED/);
  });

  it('an undo with nothing to undo', () => {
    expect(failure(() => Interview.start(setupWith()).undo())).toMatch(/^INTERVIEW_NOTHING_TO_UNDO: .* -> answer/);
  });

  it('stopping rules out of range, known ratings off the scale or of unknown items', () => {
    const start = (changes: Partial<InterviewSetup>) => failure(() => Interview.start(setupWith(changes)));
    expect(start({ stopping: { maxQuestions: -1 } })).toMatch(/^PARAMETER_OUT_OF_RANGE: maxQuestions is -1/);
    expect(start({ stopping: { confidence: 1.5 } })).toMatch(/^PARAMETER_OUT_OF_RANGE: confidence is 1.5/);
    expect(start({ known: [{ item: itemIndex(1), answer: 9 }] })).toMatch(/^ANSWER_OFF_SCALE/);
    expect(start({ known: [{ item: itemIndex(99), answer: 3 }] })).toMatch(/^ITEM_UNKNOWN: item 99/);
    expect(start({ protocol: { kind: 'rated', items: [itemIndex(99)] } })).toMatch(/^ITEM_UNKNOWN: item 99/);
  });
});

describe('a long interview', () => {
  it('keeps asking sensible questions for hundreds of answers', () => {
    const large = randomModel({ items: 300, dimension: 5, types: 4, seed: 2 });
    const stream = derive(1, 'answers');
    let interview = Interview.start(setupWith({ model: large, stopping: {} }));
    while (interview.status.kind === 'asking') interview = answer(interview, 1 + stream.below(5));
    expect(new Set(interview.steps.map(({ item }) => item)).size).toBe(300);
    expect(interview.posterior().reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
  });
});
