/** Attackers and defences as cards, from the registries that the program itself uses: none is missing, none is invented. */
import { defences } from '../build/defence/index.js';
import { classifiers } from '../build/inference/index.js';
import { rivals } from '../build/rivals/index.js';
import { numericStrategies, strategies } from '../build/selection/index.js';

const PAPER = 'Bhagat, Weinsberg, Ioannidis, Taft 2014';

/** What one asks about every attacker and every defence. */
const strategyRows = (strategy) => ({
  Knows:
    strategy.looksAt === 'items' ? 'how items are rated by everybody' : 'a model of the items, and the answers so far',
  Reads: strategy.channels === 'rating' ? 'ratings' : 'ratings, and skips where the model has two channels',
  Groups: strategy.types === 'two' ? 'two' : 'any number',
  Published: /^(fbcSelection|incFbc|maxGap|entropy|pointEstimate)$/.test(strategy.name) ? PAPER : undefined,
  Figures: '[reproduction](/reproduction), [beyond the paper](/beyond/)',
});

const numericRows = () => ({
  Knows: 'a model of the items, and the answers so far',
  Reads: 'ratings',
  Figures: '[numbers](/beyond/numeric)',
});

const rivalRows = () => ({
  Knows: 'people whose group is known',
  Reads: 'ratings and skips',
  Figures: '[rivals](/beyond/rivals)',
});

const classifierRows = (classifier) => ({
  Knows: 'people whose group is known',
  Reads: 'everything that a person rated',
  Published: /^(factor|plainLogistic|multinomial|svm)$/.test(classifier.name) ? PAPER : undefined,
  Figures: '[whole histories](/beyond/rivals#whole-histories), [reproduction](/reproduction)',
});

function figuresOf({ family, reference }) {
  if (reference !== undefined) return '[published defences](/defence/published)';
  return family === 'equalChances' ? '[equal chances](/defence/equal-chances)' : '[defences](/defence/defences)';
}

const defenceRows = (defence) => ({
  Strength: defence.strength.means,
  'Needs to know': defence.needsType ? 'the own group, and a public model of the items' : 'a public model of the items',
  Groups: defence.types === 'two' ? 'two' : 'any number',
  'Published in': defence.reference,
  Figures: figuresOf(defence),
});

/** A part of the page: what holds for all of it once, then a card for each, with the rest. */
function part(title, text, items, rowsOf) {
  const cards = items.map((item) => ({ item, rows: Object.entries(rowsOf(item)).filter(([, value]) => value) }));
  const shared = cards[0].rows.filter(([key, value]) =>
    cards.every(({ rows }) => rows.some(([other, its]) => other === key && its === value)),
  );
  const keys = new Set(shared.map(([key]) => key));
  const own = ({ item: { name, label, summary }, rows }) =>
    [`### ${label}`, `\`${name}\`: ${summary}.`, ...listed(rows.filter(([key]) => !keys.has(key)))].join('\n\n');
  return [`## ${title}`, text, ...listed(shared), ...cards.map(own)].join('\n\n');
}

/** On one line: a phone has room for it, and a wide window for many cards. */
const listed = (rows) => (rows.length === 0 ? [] : [rows.map(([key, value]) => `*${key}:* ${value}.`).join(' ')]);

export function cardsPage() {
  return [
    '# Attackers and defences',
    'Every attacker and every defence that ships, as the program knows them. [Plug-ins](/plugins) add more.',
    part('Who asks', 'They choose the next question, to tell groups apart.', strategies, strategyRows),
    part(
      'Who asks for a number',
      'They choose the next question, to come near a number such as the age.',
      numericStrategies,
      numericRows,
    ),
    part('Rivals', 'Other ways to ask, trained to ask.', rivals, rivalRows),
    part(
      'Who reads whole histories',
      'They need no questions: they have what a person rated.',
      classifiers,
      classifierRows,
    ),
    part('Defences', 'What a person can send in place of the true ratings.', defences, defenceRows),
  ].join('\n\n');
}
