import { describe, expect, it } from 'vitest';
import { parametersFrom, train, trained } from '../../factorization/index.ts';
import { observe, startBelief } from '../../inference/index.ts';
import { type Answered, itemIndex } from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { Candidates, strategies } from '../../selection/index.ts';
import { createWorld } from '../../worlds/index.ts';
import { contender } from '../spec/contender.ts';
import { interviewers } from './interviewerData.ts';
import { sendModel } from './sentModel.ts';

async function modelOf(count: number) {
  const types = Array.from({ length: count }, (_, type) => ({ label: `type ${type}`, share: 1 / count }));
  const world = { users: 200, items: 40, ratingsPerUser: 25, minimumPerUser: 15, dimension: 3, leak: 0.35, types };
  const { dataset } = createWorld(world, 3);
  const parameters = parametersFrom('als', { dimension: 3, iterations: 6 });
  return trained(await train(dataset, [...dataset.attributes.keys()][0]!, parameters, { kernels: loadKernels() }));
}

/** What is asked of somebody who answers each item with its mean and something of their own; some answers known before. */
function asked(
  model: Awaited<ReturnType<typeof modelOf>>,
  strategy: string,
  batch: number | undefined,
  { own = 0, questions = 15, known = 0, fewerThanAsked = 0 } = {},
): number[] {
  const one = contender(strategy, { batch, known: known + fewerThanAsked });
  const spec = { ridge: 'model', prior: 'uniform', seed: 5 } as const;
  const interviewer = interviewers(one, { model: sendModel(model) }, model, spec)(7);
  let belief = startBelief(model, interviewer.beliefOptions);
  let candidates = Candidates.all(model.items.size);
  const answers: Answered[] = [];
  const say = (item: ReturnType<typeof itemIndex>, answer: number) => {
    answers.push({ item, answer });
    belief = belief.afterAll(observe(model, item, answer));
    candidates = candidates.without(item);
  };
  for (let item = 0; item < known; item++) say(itemIndex(item), 3);
  const items: number[] = [];
  while (items.length < questions) {
    const choice = interviewer.strategy.next(belief, candidates, answers);
    if (choice === undefined) break;
    items.push(choice.item);
    say(choice.item, model.itemStatistics.means[choice.item]! + own * (choice.item % 2 === 0 ? 1 : -1));
  }
  return items;
}

const two = await modelOf(2);
const three = await modelOf(3);
const PASSIVE = ['maxGap', 'entropy', 'popularity', 'random'];

describe('a batch', () => {
  it('obeys its strategy: random, maxGap and separation ask different things', () => {
    const [first, second, third] = ['random', 'maxGap', 'separation'].map((name) => asked(two, name, 5).join());
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it.each(PASSIVE)('of %s is the next ones of its order', (strategy) => {
    expect(asked(two, strategy, 5)).toEqual(asked(two, strategy, undefined));
    expect(asked(three, strategy, 4)).toEqual(asked(three, strategy, undefined));
  });

  it('of separation is what live choice asks, whatever is answered', () => {
    expect(asked(two, 'separation', 5, { own: 1 })).toEqual(asked(two, 'separation', undefined, { own: -1 }));
  });

  it.each(strategies.map(({ name }) => name))('of one question is live choice: %s', (strategy) => {
    expect(asked(two, strategy, 1, { own: 1, questions: 6 })).toEqual(
      asked(two, strategy, undefined, { own: 1, questions: 6 }),
    );
  });

  it.each(['envelope', 'pairwise', 'pointEstimate', 'targeted'])(
    'of %s is chosen before any of it is answered, and the next one after',
    (strategy) => {
      const [one, other] = [1.5, -1.5].map((own) => asked(three, strategy, 5, { own }));
      expect(one!.slice(0, 5)).toEqual(other!.slice(0, 5));
      expect(one).not.toEqual(other);
      expect(new Set(one).size).toBe(15);
    },
  );

  it('of envelope is greedy as if every question were answered with the mean', () => {
    expect(asked(three, 'envelope', 5)).toEqual(asked(three, 'envelope', undefined));
  });

  it('begins after what is known, however much of it somebody has', () => {
    expect(asked(two, 'separation', 5, { known: 3 })).toHaveLength(15);
    expect(asked(two, 'separation', 5, { known: 3, fewerThanAsked: 4 })).toEqual(
      asked(two, 'separation', undefined, { known: 3 }),
    );
  });
});
