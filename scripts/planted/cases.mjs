/** What must be found, what must not, and the words that say so. */
import { dirtyWorlds } from './dirtyWorlds.mjs';
import { oneGroupOfTwelve, rareItem, weak } from './itemWorlds.mjs';
import { extremeAnswer, linear, uShape } from './numberWorlds.mjs';
import { onlyOneItem, onlySkips, onlyStars, onlyStyle } from './sourceWorlds.mjs';
import { equal, parityOfFives, xorOfThree, xorOfTwo } from './worlds.mjs';

const NO_LEAK = /^No leak/;
const A_LEAK = /^A (slight|weak|clear|strong|very strong) leak/;

/** One row per person: an id, the group, and the answers. */
const asTable = ({ answers, labels }) => ({
  header: ['person', 'group', ...answers[0].map((_, item) => `q${item}`)],
  rows: answers.map((own, person) => [
    `p${person}`,
    `g${labels[person]}`,
    ...own.map((answer) => (Number.isNaN(answer) ? '' : answer)),
  ]),
  attribute: 'group',
  flags: ['--item-columns', `q0..q${answers[0].length - 1}`],
});

const ofGroups = (name, world, reads = A_LEAK, words = 'a leak') => [
  { name, description: world({ seed: 1 }).description, make: (seed) => asTable(world({ seed })), reads, words },
  quiet(name, (seed) => asTable(world({ seed, leak: false }))),
];

const ofNumber = (name, world) => [
  { name, description: world(1).description, make: (seed) => withItems(world(seed)), reads: A_LEAK, words: 'a leak' },
  quiet(name, (seed) => withItems(world(seed, { leak: false }))),
];
const withItems = ({ header, ...table }) => ({
  ...table,
  header,
  flags: ['--item-columns', `${header[1]}..${header.at(-2)}`],
});

/** Too little to be found every time: how often it is compares tests. */
function faint(step) {
  const make = (seed) => asTable(weak({ seed, step }));
  const description = `every item leans a little for ${100 * step}% of the answers`;
  return { name: `faint ${step}`, description, make, reads: A_LEAK, words: 'a leak, as often as can be' };
}

function quiet(name, make) {
  return { name: `${name} without`, description: 'the same without the leak', make, reads: NO_LEAK, words: 'no leak' };
}

/** Data with a fault: first as they come, then with the cure. */
function ofFault([name, make]) {
  const { description, says, cure, cured, refused } = make(1);
  const one = (more) => (seed) => {
    const world = make(seed);
    return { ...world, flags: [...world.flags, ...more] };
  };
  const words = refused ? 'an error that names the code' : 'a warning that names it';
  return [
    ...(says === undefined ? [] : [{ name, description, make: one([]), reads: says, words }]),
    {
      name: `${name} cured`,
      description: cure.length === 0 ? 'as it is' : `with ${cure.join(' ')}`,
      make: one(cure),
      reads: cured === 'leak' ? A_LEAK : new RegExp(`(^|\\. )${NO_LEAK.source.slice(1)}`),
      words: cured === 'leak' ? 'the leak' : 'no leak',
    },
  ];
}

export const cases = [
  ...ofGroups('equal', equal),
  ...ofGroups('parityOfFives', parityOfFives),
  ...ofGroups('xorOfTwo', xorOfTwo),
  ...ofGroups('xorOfThree', xorOfThree),
  ...ofGroups('rareItem', rareItem, /^A slight leak.*“q0” stands out/is, 'a leak, and the item'),
  ...ofGroups('oneGroupOfTwelve', oneGroupOfTwelve, /^A very strong leak.*“g5”/s, 'a very strong leak, and the group'),
  ...ofGroups(
    'onlySkips',
    onlySkips,
    /^A .* leak .*Most of it is in which items were rated/s,
    'which items were rated',
  ),
  ...ofGroups('onlyStars', onlyStars, /^A .* leak .*Most of it is in how they were rated/s, 'how they were rated'),
  ...ofGroups(
    'onlyOneItem',
    onlyOneItem,
    /^A .* leak .*One item alone \(“q5”\) .*probably a copy of group/is,
    'the item, a copy',
  ),
  ...ofGroups('onlyStyle', onlyStyle, /^A .* leak .*Most of it is in the way people answer/s, 'the way of answering'),
  {
    name: 'onlyPairs',
    description: 'xorOfTwo, where it leaks',
    make: (seed) => asTable(xorOfTwo({ seed })),
    reads: /^A .* leak .*Most of it is in answers taken together/s,
    words: 'answers taken together',
  },
  ...ofGroups('weak', weak),
  ...[0.12, 0.2].map(faint),
  ...ofNumber('uShape', uShape),
  ...ofNumber('extremeAnswer', extremeAnswer),
  ...ofNumber('linear', linear),
  ...Object.entries(dirtyWorlds).flatMap(ofFault),
];
