import { expect, it } from 'vitest';
import { derive } from '../../maths/index.ts';
import { questionsUntilNamed } from './questionsUntilNamed.ts';

const PEOPLE = 400;
const QUESTIONS = 4;
const types = Uint8Array.from({ length: PEOPLE }, (_, person) => person % 2);
const folds = Uint16Array.from({ length: PEOPLE }, (_, person) => Math.floor(person / 2) % 4);
const asked = { labels: ['a', 'b'], types, folds, maxQuestions: QUESTIONS };

/** Half of the people are given away by the second question, all of them by the fourth; nobody is asked more than `most`. */
function outcomesOf(most: number) {
  const stream = derive(1, 'until named');
  const logits = Float32Array.from({ length: PEOPLE * (QUESTIONS + 1) * 2 });
  for (let person = 0; person < PEOPLE; person++) {
    for (let question = 0; question <= QUESTIONS; question++) {
      const given = question >= (person % 4 < 2 ? 2 : 4);
      const logit = stream.normal() + (given ? (types[person] === 1 ? 20 : -20) : 0);
      logits.set([-logit, logit], (person * (QUESTIONS + 1) + question) * 2);
    }
  }
  return { logits, lengths: new Uint32Array(PEOPLE).fill(most) };
}

it('people are named from the question that gives them away', () => {
  const [most] = questionsUntilNamed('random', outcomesOf(QUESTIONS), asked);
  expect(most).toMatchObject({ attacker: 'random', confidence: 0.9 });
  const [none, first, second, third, fourth] = most!.reached;
  expect([none, first]).toEqual([0, 0]);
  expect(second).toBeCloseTo(0.5, 1);
  expect(third).toBeCloseTo(0.5, 1);
  expect(fourth).toBeGreaterThan(0.97);
  expect(most!.right).toBeGreaterThan(0.97);
});

it('whoever is asked no further is named no later, and of nobody nothing is said', () => {
  const [most, nearly] = questionsUntilNamed('random', outcomesOf(1), asked);
  expect(most!.reached).toEqual([0, 0, 0, 0, 0]);
  expect([most!.right, nearly!.right]).toEqual([Number.NaN, Number.NaN]);
});
