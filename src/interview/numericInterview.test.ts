import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { randomNumericModel } from '../../test/support/numericModels.ts';
import { numericRowOf, startNumericBelief } from '../inference/index.ts';
import { type ItemIndex, itemIndex } from '../ratings/index.ts';
import { createNumericStrategy } from '../selection/index.ts';
import { NumericInterview, type NumericInterviewSetup } from './index.ts';

const model = randomNumericModel({ items: 8, dimension: 2, seed: 3 });
const start = (changes: Partial<NumericInterviewSetup> = {}) =>
  NumericInterview.start({
    model,
    strategy: createNumericStrategy({ model, seed: 1 }),
    protocol: { kind: 'open' },
    stopping: {},
    ...changes,
  });
const open = (interview: NumericInterview): ItemIndex => {
  if (interview.status.kind !== 'asking') throw new Error('nothing is asked');
  return interview.status.question;
};

describe('an interview about a number', () => {
  it('asks what takes most off the variance, and believes what the answers say', () => {
    const first = start();
    const question = open(first);
    const second = first.answer(question, 5);
    expect(first.steps).toEqual([]);
    expect(second.belief.mean).toBe(
      startNumericBelief(model).after({ row: numericRowOf(model, question), value: 5 }).mean,
    );
    expect(second.steps).toMatchObject([{ item: question, answer: 5 }]);
    expect(open(second)).not.toBe(question);
  });

  it('a skip says nothing, costs a question, and is not asked again', () => {
    const skipped = start({ stopping: { maxQuestions: 2 } });
    const question = open(skipped);
    const next = skipped.skip(question);
    expect(next.belief.mean).toBe(model.attribute.mean);
    expect(open(next)).not.toBe(question);
    expect(next.skip(open(next)).status).toEqual({ kind: 'stopped', reason: 'budget' });
  });

  it('undo takes back answers, skips and the end', () => {
    const first = start();
    const second = first.answer(open(first), 2);
    const third = second.skip(open(second)).end();
    expect(third.status).toEqual({ kind: 'stopped', reason: 'ended' });
    const back = third.undo().undo();
    expect(back.status).toEqual(second.status);
    expect(back.belief).toBe(second.belief);
    expect(back.undo().status).toEqual(first.status);
    expect(failure(() => first.undo())).toMatch(/^INTERVIEW_NOTHING_TO_UNDO/);
  });

  it('stops when it is sure enough, at once if it is from the start', () => {
    const prior = Math.sqrt(model.attribute.variance);
    expect(start({ stopping: { deviation: prior + 1 } }).status).toEqual({ kind: 'stopped', reason: 'precise' });
    let interview = start({ stopping: { deviation: prior - 0.5 } });
    while (interview.status.kind === 'asking') interview = interview.answer(open(interview), 3);
    expect(interview.status).toEqual({ kind: 'stopped', reason: 'precise' });
    expect(interview.belief.deviation).toBeLessThanOrEqual(prior - 0.5);
    expect(interview.undo().belief.deviation).toBeGreaterThan(prior - 0.5);
  });

  it('stops when nothing is left of what may be asked', () => {
    let interview = start({ protocol: { kind: 'rated', items: [2, 5].map(itemIndex) } });
    const asked: number[] = [];
    while (interview.status.kind === 'asking') {
      asked.push(open(interview));
      interview = interview.answer(open(interview), 4);
    }
    expect(asked.toSorted()).toEqual([2, 5]);
    expect(interview.status).toEqual({ kind: 'stopped', reason: 'exhausted' });
  });

  it('tells what happened', () => {
    const first = start({ beliefOptions: { ridge: 3 } });
    const second = first.answer(open(first), 1);
    const { events, mean, ...about } = second.skip(open(second)).undo().end().transcript();
    expect(events.map(({ event }) => event)).toEqual(['answer', 'skip', 'undo', 'end']);
    expect(events[0]).toEqual({ event: 'answer', item: model.items.id(open(first)), rating: 1 });
    expect(about).toMatchObject({ attribute: 'age', strategy: 'varianceReduction', protocol: 'open', ridge: 3 });
    expect(mean).toBe(second.belief.mean);
    expect(JSON.parse(JSON.stringify(second.transcript()))).toEqual(second.transcript());
  });

  it('refuses misuse', () => {
    const first = start();
    const question = open(first);
    const other = itemIndex((question + 1) % 8);
    expect(failure(() => first.answer(other, 3))).toMatch(/^ITEM_NOT_ASKED/);
    expect(failure(() => first.answer(question, 9))).toMatch(/^ANSWER_OFF_SCALE: the answer 9/);
    expect(failure(() => first.answer(question, 3).answer(question, 3))).toMatch(/^ITEM_ANSWERED_TWICE/);
    expect(failure(() => first.end().end())).toMatch(/^INTERVIEW_STOPPED: the interview has stopped \(ended\)/);
    expect(failure(() => first.end().answer(question, 3))).toMatch(/^INTERVIEW_STOPPED/);
    expect(failure(() => start({ stopping: { maxQuestions: -1 } }))).toMatch(/^PARAMETER_OUT_OF_RANGE: maxQuestions/);
    expect(failure(() => start({ stopping: { deviation: 0 } }))).toMatch(/^PARAMETER_OUT_OF_RANGE: deviation is 0/);
  });
});
