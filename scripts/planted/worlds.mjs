/**
 * Invented worlds in which no single answer tells the group, and something that people do across answers does. Each is a
 * pure function of its options: the same seed gives the same world.
 *
 *   equal          two answers are the same, or not
 *   parityOfFives  the number of fives is odd, or even
 *   xorOfTwo       one of two answers is high, and the other is not
 *   xorOfThree     an odd number of three answers is high
 *
 * A world has `people` x `items` answers from 1 to 5 (`answers[person][item]`, NaN for none), one label per person (0 or 1)
 * and a description. With `leak: false` the answers are the same and the labels are independent of them, in the same shares.
 * `truth` is the AUC of an attacker that knows the rule. `answered` is the chance that an item is answered, `flipped` the
 * share of labels that are wrong.
 */

const LEVELS = 5;

/** Mulberry32: a small generator, good enough to draw worlds. Numbers from 0 to below 1. */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const equal = world({
  name: 'equal',
  description: 'the group is whether the answers to items 2 and 7 are the same',
  people: 600,
  items: 20,
  flipped: 0.15,
  // By chance two answers are the same for one person in five; here it is every other one, so that groups are of one size.
  prepare: (answers, draw) => {
    if (draw() < 0.375) answers[7] = answers[2];
  },
  group: (answers) => (answers[2] === answers[7] ? 1 : 0),
});

export const parityOfFives = world({
  name: 'parityOfFives',
  description: 'the group is whether the number of fives is odd',
  people: 600,
  items: 20,
  flipped: 0,
  group: (answers) => answers.filter((answer) => answer === LEVELS).length % 2,
});

export const xorOfTwo = world({
  name: 'xorOfTwo',
  description: 'the group is whether exactly one of the answers to items 2 and 7 is 4 or 5',
  people: 400,
  items: 20,
  flipped: 0.06,
  group: (answers) => oddNumberIsHigh(answers, [2, 7]),
});

export const xorOfThree = world({
  name: 'xorOfThree',
  description: 'the group is whether an odd number of the answers to items 2, 7 and 11 is 4 or 5',
  people: 800,
  items: 20,
  flipped: 0.06,
  group: (answers) => oddNumberIsHigh(answers, [2, 7, 11]),
});

export const plantedWorlds = { equal, parityOfFives, xorOfTwo, xorOfThree };

function oddNumberIsHigh(answers, items) {
  return items.filter((item) => answers[item] >= 4).length % 2;
}

/** `prepare` may change a person's answers before the group is read off them; a share of `flipped` labels is wrong. */
function world({ name, description, group, prepare = () => {}, ...usual }) {
  return ({ seed, leak = true, answered = 1, ...given }) => {
    const { people, items, flipped } = { ...usual, ...given };
    const draw = seeded(seed);
    const answers = [];
    const labels = [];
    for (let person = 0; person < people; person++) {
      const own = Array.from({ length: items }, () => {
        const answer = 1 + Math.floor(LEVELS * draw());
        return draw() < answered ? answer : Number.NaN;
      });
      prepare(own, draw);
      answers.push(own);
      labels.push(draw() < flipped ? 1 - group(own) : group(own));
    }
    return { name, description, answers, labels: leak ? labels : shuffled(labels, draw), truth: 1 - flipped };
  };
}

function shuffled(values, draw) {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor((last + 1) * draw());
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}
