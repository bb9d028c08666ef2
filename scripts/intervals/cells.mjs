/**
 * The worlds that are measured: what is measured, the shape of the data, and how much they give away. What takes long is
 * measured in a part of the worlds: one in four where `every` is 4.
 */

const EQUAL = [0.5, 0.5];
const DENSE = { measurement: 'audit', items: 20, shares: EQUAL, people: 300 };
const SPARSE = { measurement: 'audit', items: 30, shares: [0.85, 0.15], answered: 0.4, people: 400 };
const THREE = { measurement: 'audit', items: 20, shares: [0.45, 0.3, 0.25], people: 300 };
const NUMBER = { measurement: 'number', items: 20, people: 300 };
/** Of every other kind: whether it goes through the same statistics. */
const OTHER = { items: 20, shares: EQUAL, answered: 0.6, people: 300, every: 8 };
const QUICK = { attackers: ['factor', 'logistic', 'multinomial'] };
/** Trees and the stack among them. */
const ALL = { attackers: ['factor', 'logistic', 'boosted', 'stack', 'multinomial'], every: 4 };

const both = (name, cell) => [
  { name: `${name}, no leak`, ...cell, leak: 0 },
  { name: `${name}, clear`, ...cell, leak: 0.15 },
];

export const cells = [
  { name: 'dense, weak', ...DENSE, ...QUICK, leak: 0.08 },
  ...both('dense', { ...DENSE, ...QUICK }),
  ...both('sparse', { ...SPARSE, ...QUICK }),
  ...both('three groups', { ...THREE, ...QUICK }),
  { name: 'near certainty', ...DENSE, people: 200, ...QUICK, leak: 0.5 },
  ...both('number', NUMBER),
  ...both('dense, all attackers', { ...DENSE, ...ALL }),
  ...both('sparse, all attackers', { ...SPARSE, ...ALL }),
  ...both('surface of a recommender', { measurement: 'surface', ...OTHER }),
  ...both('defence', { measurement: 'defence', ...OTHER }),
  ...both('questionnaire', { measurement: 'questionnaire', ...OTHER }),
  { name: 'leak matrix, no leak', measurement: 'leakMatrix', ...OTHER, leak: 0 },
  ...[0.99, 0.9965, 0.9997].flatMap((auc) =>
    [
      [50, 50],
      [300, 300],
      [60, 240],
    ].map((sizes) => ({ name: `scores, AUC ${auc}, ${sizes.join(' + ')} people`, measurement: 'scores', auc, sizes })),
  ),
];
