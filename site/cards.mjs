/** Attackers and defences as cards, from the registries that the program itself uses: none is missing, none is invented. */
import { defences } from '../build/defence/index.js';
import { numericStrategies, strategies } from '../build/index.js';
import { classifiers } from '../build/inference/index.js';
import { rivals } from '../build/rivals/index.js';

const PAPER = 'Bhagat, Weinsberg, Ioannidis, Taft 2014';

/** What one asks about every attacker and every defence. */
const strategyRows = (strategy) => ({
  knows:
    strategy.looksAt === 'items' ? 'how items are rated by everybody' : 'a model of the items, and the answers so far',
  reads: strategy.channels === 'rating' ? 'ratings' : 'ratings, and skips where the model has two channels',
  groups: strategy.types === 'two' ? 'two' : 'any number',
  published: /^(fbcSelection|incFbc|maxGap|entropy|pointEstimate)$/.test(strategy.name) ? PAPER : undefined,
  figures: '[reproduction](/reproduction), [beyond the paper](/beyond/)',
});

const numericRows = () => ({
  knows: 'a model of the items, and the answers so far',
  reads: 'ratings',
  figures: '[numbers](/beyond/numeric)',
});

const rivalRows = () => ({
  knows: 'people whose group is known',
  reads: 'ratings and skips',
  figures: '[rivals](/beyond/rivals)',
});

const classifierRows = (classifier) => ({
  knows: 'people whose group is known',
  reads: 'everything that a person rated',
  published: /^(factor|plainLogistic|multinomial|svm)$/.test(classifier.name) ? PAPER : undefined,
  figures: '[whole histories](/beyond/rivals#whole-histories), [reproduction](/reproduction)',
});

const defenceRows = (defence) => ({
  strength: defence.strength.means,
  'needs to know': defence.needsType ? 'the own group, and a public model of the items' : 'a public model of the items',
  groups: defence.types === 'two' ? 'two' : 'any number',
  figures:
    defence.family === 'equalChances' ? '[equal chances](/defence/equal-chances)' : '[defences](/defence/defences)',
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

const listed = (rows) => (rows.length === 0 ? [] : [rows.map(([key, value]) => `- ${key}: ${value}`).join('\n')]);

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
