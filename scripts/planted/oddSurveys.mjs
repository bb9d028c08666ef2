/**
 * Surveys as people have them, with a fault or an unusual shape, each beside the same survey without it. Pure functions of a
 * seed:
 *
 *   odd, clean     tables, the header first
 *   attribute      what is inferred, of both
 *   cleanAttribute of the clean one, where it differs
 *   finds          the code of the finding; undefined where nothing is wrong
 *   stops          whether it stops an audit
 *   cure           what settles it, in flags of `ulterior audit`, or in keys after --set of `ulterior describe`
 *   description    one sentence
 */
import { seeded } from './worlds.mjs';

const QUESTIONS = 12;
const names = Array.from({ length: QUESTIONS }, (_, n) => `q${n + 1}`);

/** Answers from 1 to 5, of which half lean by gender; a party and an age that lean less. */
function people(seed, count, questions = QUESTIONS) {
  const chance = seeded(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  return Array.from({ length: count }, () => {
    const male = chance() < 0.5;
    const age = 18 + Math.floor(60 * chance());
    const answers = Array.from({ length: questions }, (_, item) => {
      const lean = item % 2 === 0 ? (male ? 0.25 : -0.25) : item % 3 === 0 ? (age >= 45 ? 0.4 : -0.4) : 0;
      return Math.min(5, Math.max(1, Math.round(3 + lean + 1.2 * normal())));
    });
    return { male, age, answers, chance: chance() };
  });
}

const header = [...names, 'gender', 'age'];
const rowOf = ({ answers, male, age }) => [...answers, male ? 'male' : 'female', age];
const table = (rows, head = header) => [head, ...rows];

function survey(seed, count, change, more) {
  const all = people(seed, count);
  const clean = table(all.map(rowOf));
  return {
    odd: table(
      all.map((person, n) => change(rowOf(person), n, person)),
      more?.header,
    ),
    clean,
    attribute: 'gender',
    cure: [],
  };
}

export const oddSurveys = {
  dense: (seed, count) => {
    const all = people(seed, count, 50);
    const head = [...Array.from({ length: 50 }, (_, n) => `q${n + 1}`), 'gender', 'age'];
    const rows = table(all.map(rowOf), head);
    return {
      odd: rows,
      clean: rows,
      attribute: 'gender',
      cure: [],
      stops: false,
      description: 'Everyone answered all 50 questions.',
    };
  },
  missingCode: (seed, count) => ({
    ...survey(seed, count, (row, n) =>
      row.map((cell, at) => (at < QUESTIONS && (7 * n + at) % 100 === 0 ? -99 : cell)),
    ),
    finds: 'RATING_CODES',
    stops: true,
    cure: ['--missing=-99'],
    description: 'One answer in a hundred is -99.',
  }),
  threeRows: (seed, count) => {
    const all = people(seed, Math.round(count / 2));
    const rows = all.map((person, n) => [`p${n}`, ...rowOf(person)]);
    const change = (row, wave) => row.with(1 + wave, Math.min(5, 1 + (row[1 + wave] % 5)));
    return {
      odd: table(
        [...rows, ...rows.map((row) => change(row, 1)), ...rows.map((row) => change(row, 2))],
        ['participant', ...header],
      ),
      clean: table(rows.map((row) => row.slice(1))),
      attribute: 'gender',
      finds: 'PEOPLE_REPEAT',
      stops: true,
      cure: ['--set', 'groupColumn=participant'],
      description: 'Three rows for each person, under one id, with one answer changed.',
    };
  },
  fifteenParties: (seed, count) => {
    const party = (n, male) => `party ${String.fromCharCode(97 + (male ? n % 8 : 7 + (n % 8)))}`;
    const all = people(seed, count);
    const rows = all.map((person, n) => rowOf(person).with(QUESTIONS, party(n, person.male)));
    return {
      odd: table(rows),
      clean: table(rows),
      attribute: 'gender',
      cure: [],
      stops: false,
      description: 'Fifteen parties.',
    };
  },
  rareClass: (seed, count) => ({
    ...survey(seed, count, (row, n) => (n % 50 === 0 ? row.with(QUESTIONS, 'diverse') : row)),
    finds: 'PEOPLE_TOO_FEW',
    stops: false,
    description: 'A group of 2%, which is left out.',
  }),
  idAmongItems: (seed, count) => ({
    ...survey(seed, count, (row, n) => [1000 + n, ...row], { header: ['nr', ...header] }),
    finds: 'ITEM_IS_ID',
    stops: true,
    cure: ['--set', 'dropItems=nr'],
    items: 'nr..q12',
    description: 'A number of the form among the items.',
  }),
  copyOfAttribute: (seed, count) => ({
    ...survey(seed, count, (row) => [row[QUESTIONS] === 'male' ? 1 : 2, ...row], { header: ['sex', ...header] }),
    finds: 'ITEM_COPIES_ATTRIBUTE',
    stops: true,
    cure: ['--set', 'dropItems=sex'],
    items: 'sex..q12',
    description: 'A copy of the attribute among the items.',
  }),
  groupsByCase: (seed, count) => ({
    ...survey(seed, count, (row, n) =>
      row.with(QUESTIONS, (row[QUESTIONS] === 'male' ? ['m', 'M', 'male'] : ['f', 'F ', 'female'])[n % 3]),
    ),
    finds: 'GROUPS_ALIKE',
    stops: true,
    cure: ['--attribute', 'gender:{male=m|M|male; female=f|F|female}'],
    description: 'Groups that are called m, M and male.',
  }),
  impossibleAges: (seed, count) => ({
    ...survey(seed, count, (row, n) => (n % 25 === 0 ? row.with(QUESTIONS + 1, n % 50 === 0 ? 999 : -5) : row)),
    attribute: 'age>=45',
    finds: 'NUMBERS_IMPOSSIBLE',
    stops: true,
    cure: ['--missing=999,-5'],
    description: 'Ages of 999 and -5.',
  }),
};

/** As CSV. No cell needs quotes. */
export const csvOf = (rows) => `${rows.map((row) => row.join(',')).join('\n')}\n`;

/** An audit in seconds: one attacker of whole answers. */
export const QUICK =
  '--questions 2 --set headlineQuestions=2 --set folds=3 --set training.dimension=2 --set training.iterations=2 --set strategies=random --attackers logistic --set permutations=0 --set controls=1 --set resamples=100 --threads 1'.split(
    ' ',
  );

/** The strongest attacker of whole histories: its AUC and interval. */
export function figureOf(records) {
  const found = records.findings.filter(
    ({ exposure, variant, group, auc }) =>
      exposure === 'histories' && variant === 'real' && group === undefined && auc?.bounds !== undefined,
  );
  return found.map(({ auc }) => auc).reduce((most, auc) => (auc.value > most.value ? auc : most));
}
