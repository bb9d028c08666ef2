/**
 * Surveys with a fault in their data, each with a leak that is not there or one that is hidden. Pure functions of a seed:
 *
 *   header, rows   of the table, one row per person (`csvOf` writes it)
 *   attribute      what is inferred
 *   flags          of `ulterior audit`, besides --attribute and --output
 *   says           what its answer, or its error, must say; undefined where nothing in the data can tell
 *   refused        whether the data are refused without the cure
 *   misleads       whether an audit without the cure shows a leak that is not there
 *   cure           what `ulterior describe` is told to mend it
 *   cured          'none': the cured answer shows no leak; 'leak': it shows the leak that was hidden
 *   description    one sentence
 */
import { seeded } from './worlds.mjs';

const QUESTIONS = 16;
const COLUMNS = Array.from({ length: QUESTIONS }, (_, n) => `q${n + 1}`);
const FLAGS = ['--item-columns', `q1..q${QUESTIONS}`];

/** Every person three times, with a label that has nothing to do with the answers. */
export function eachPersonThreeTimes(seed) {
  const chance = seeded(seed);
  const people = times(80, () => [...answersAround(chance, noTaste), coin(chance)]);
  return {
    description: 'Each person three times, labels at random.',
    header: [...COLUMNS, 'gender'],
    rows: shuffled(chance, [...people, ...people, ...people]),
    attribute: 'gender',
    flags: FLAGS,
    says: /160 rows repeat another person’s answers exactly/,
    refused: false,
    misleads: false,
    cure: [],
    cured: 'none',
  };
}

/** Members of a household share tastes and the label; the tastes do not depend on the label. */
export function householdsOfThree(seed) {
  const chance = seeded(seed);
  const rows = times(100, (household) => {
    const taste = times(QUESTIONS, () => 1.5 * normal(chance));
    const label = coin(chance);
    return times(3, () => [...answersAround(chance, (item) => taste[item], 0.5), `h${household}`, label]);
  });
  return {
    description: '100 households of three with tastes and a label in common.',
    header: [...COLUMNS, 'household', 'gender'],
    rows: shuffled(chance, rows.flat()),
    attribute: 'gender',
    flags: FLAGS,
    // Nothing in the answers says who lives together.
    says: undefined,
    refused: false,
    misleads: true,
    cure: ['--set', 'groupColumn=household'],
    cured: 'none',
  };
}

/** A file that is sorted by the label, with the number of the row among the items. */
export function rowNumberAmongItems(seed) {
  const chance = seeded(seed);
  const people = times(240, (n) => [...answersAround(chance, noTaste), n < 120 ? 'female' : 'male']);
  return {
    description: 'A row number among the items of a sorted file.',
    header: ['row', ...COLUMNS, 'gender'],
    rows: people.map((person, n) => [n + 1, ...person]),
    attribute: 'gender',
    flags: ['--item-columns', `row..q${QUESTIONS}`],
    says: /"row" is different for nearly everyone: it looks like an id, not an answer/,
    refused: true,
    misleads: true,
    cure: ['--set', 'dropItems=row'],
    cured: 'none',
  };
}

/** The label among the items, under another name and in numbers. */
export function labelCopyAmongItems(seed) {
  const chance = seeded(seed);
  const people = times(240, () => [...answersAround(chance, noTaste), coin(chance)]);
  return {
    description: 'A copy of the label among the items.',
    header: [...COLUMNS, 'sex2', 'gender'],
    rows: people.map((person) => person.toSpliced(QUESTIONS, 0, person.at(-1) === 'male' ? 1 : 2)),
    attribute: 'gender',
    flags: ['--item-columns', 'q1..sex2'],
    says: /"sex2" alone tells gender with an AUC of 1\.00: it is probably a copy of the attribute/,
    refused: true,
    misleads: true,
    cure: ['--set', 'dropItems=sex2'],
    cured: 'none',
  };
}

/** A strong leak in every answer, and one answer in a hundred is -99. */
export function missingCodeInAnswers(seed) {
  const chance = seeded(seed);
  const people = times(300, () => {
    const label = coin(chance);
    return [...answersAround(chance, () => (label === 'male' ? 0.7 : -0.7)), label];
  });
  return {
    description: 'One per cent of -99 among answers from 1 to 5.',
    header: [...COLUMNS, 'gender'],
    rows: people.map((person) => person.map((cell, n) => (n < QUESTIONS && chance() < 0.01 ? -99 : cell))),
    attribute: 'gender',
    flags: FLAGS,
    says: /RATING_CODES|are -99, far outside the others, which go from 1 to 5/,
    refused: true,
    misleads: false,
    cure: ['--missing=-99'],
    cured: 'leak',
  };
}

export const dirtyWorlds = {
  eachPersonThreeTimes,
  householdsOfThree,
  rowNumberAmongItems,
  labelCopyAmongItems,
  missingCodeInAnswers,
};

/** The table as text. No cell needs quotes. */
export function csvOf({ header, rows }) {
  return `${[header, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

const noTaste = () => 0;
const times = (count, make) => Array.from({ length: count }, (_, n) => make(n));
const coin = (chance) => (chance() < 0.5 ? 'female' : 'male');

/** An answer from 1 to 5 to every question. */
function answersAround(chance, tasteFor, noise = 1.2) {
  return times(QUESTIONS, (item) => Math.min(5, Math.max(1, Math.round(3 + tasteFor(item) + noise * normal(chance)))));
}

function normal(chance) {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
}

function shuffled(chance, list) {
  const order = list.map((row) => ({ row, at: chance() }));
  return order.sort((a, b) => a.at - b.at).map(({ row }) => row);
}
