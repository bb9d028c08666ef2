/**
 * Worlds in which answers tell a number, in several shapes; with `leak: false` the same answers, and numbers that have
 * nothing to do with them. Pure functions of a seed.
 *
 *   uShape         people at both ends of the number answer alike, and unlike those in the middle
 *   extremeAnswer  an extreme answer, whichever way, goes with a higher number
 *   linear         answers rise or fall steadily with the number
 */

import { seeded } from './worlds.mjs';

function streamOf(seed) {
  const uniform = seeded(seed * 2654435761);
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

const PEOPLE = 400;
const ITEMS = 20;
/** How many of the items tell anything. */
const TELLING = 5;

function worldOf(seed, { leak = true, people = PEOPLE, items = ITEMS } = {}, description, answerOf) {
  const { uniform, normal } = streamOf(seed);
  const numbers = Array.from({ length: people }, () => 18 + Math.floor(52 * uniform()));
  const rows = numbers.map((number, person) => {
    const age = (number - 43.5) / 15;
    const answers = Array.from({ length: items }, (_, item) => {
      const mean = item < TELLING ? answerOf(age, item, uniform) : 0;
      return Math.min(5, Math.max(1, Math.round(3 + mean + normal())));
    });
    return [`p${person}`, ...answers, number];
  });
  if (!leak) {
    for (let person = people - 1; person > 0; person--) {
      const other = Math.floor((person + 1) * uniform());
      const [own, theirs] = [rows[person].at(-1), rows[other].at(-1)];
      rows[person][items + 1] = theirs;
      rows[other][items + 1] = own;
    }
  }
  const header = ['person', ...Array.from({ length: items }, (_, item) => `q${item + 1}`), 'age'];
  return { header, rows, attribute: 'age:number', description };
}

export function uShape(seed, options) {
  return worldOf(seed, options, 'people at both ends of the number answer alike', (age) => 0.45 * (age ** 2 - 1));
}

export function extremeAnswer(seed, options) {
  return worldOf(
    seed,
    options,
    'an extreme answer, whichever way, goes with a higher number',
    (age, _, uniform) => (uniform() < 0.5 ? -1 : 1) * Math.max(0, 0.8 + 0.7 * age),
  );
}

export function linear(seed, options) {
  return worldOf(
    seed,
    options,
    'answers rise or fall steadily with the number',
    (age, item) => (item % 2 === 0 ? 0.4 : -0.4) * age,
  );
}
