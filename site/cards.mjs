/** Attackers and defences as cards, from the registries that the program itself uses: none is missing, none is invented. */
import { defences } from '../build/defence/index.js';
import { numericStrategies, strategies } from '../build/index.js';
import { classifiers } from '../build/inference/index.js';
import { rivals } from '../build/rivals/index.js';

const PAPER = 'Bhagat, Weinsberg, Ioannidis, Taft 2014';

/** One card: what it does, then what one asks about every attacker and every defence. */
function card({ name, label, summary }, rows) {
  const listed = Object.entries(rows).filter(([, value]) => value !== undefined);
  const table = ['| | |', '| --- | --- |', ...listed.map(([key, value]) => `| ${key} | ${value} |`)];
  return [`### ${label}`, '', `\`${name}\`: ${summary}.`, '', ...table, ''].join('\n');
}

const strategyCard = (strategy) =>
  card(strategy, {
    knows:
      strategy.looksAt === 'items'
        ? 'how items are rated by everybody'
        : 'a model of the items, and the answers so far',
    reads: strategy.channels === 'rating' ? 'ratings' : 'ratings, and skips where the model has two channels',
    groups: strategy.types === 'two' ? 'two' : 'any number',
    reference: /^(fbcSelection|incFbc|maxGap|entropy|pointEstimate)$/.test(strategy.name) ? PAPER : undefined,
    figures: '[reproduction](/reproduction), [beyond the paper](/beyond/)',
  });

const numericCard = (strategy) =>
  card(strategy, {
    knows: 'a model of the items, and the answers so far',
    reads: 'ratings',
    figures: '[numbers](/beyond/numeric)',
  });

const rivalCard = (rival) =>
  card(rival, {
    knows: 'people whose group is known',
    reads: 'ratings and skips',
    figures: '[rivals](/beyond/rivals)',
  });

const classifierCard = (classifier) =>
  card(classifier, {
    knows: 'people whose group is known',
    reads: 'everything that a person rated',
    reference: /^(factor|plainLogistic|multinomial|svm)$/.test(classifier.name) ? PAPER : undefined,
    figures: '[whole histories](/beyond/rivals#whole-histories), [reproduction](/reproduction)',
  });

const defenceCard = (defence) =>
  card(defence, {
    strength: defence.strength.means,
    'needs to know': defence.needsType
      ? 'the own group, and a public model of the items'
      : 'a public model of the items',
    groups: defence.types === 'two' ? 'two' : 'any number',
    figures:
      defence.family === 'equalChances' ? '[equal chances](/defence/equal-chances)' : '[defences](/defence/defences)',
  });

const part = (title, text, items, make) => [`## ${title}`, '', text, '', ...items.map(make)].join('\n');

export function cardsPage() {
  return [
    '# Attackers and defences',
    '',
    'Every attacker and every defence that ships, as the program knows them. [Plug-ins](/plugins) add more.',
    '',
    part('Who asks', 'They choose the next question, to tell groups apart.', strategies, strategyCard),
    part(
      'Who asks for a number',
      'They choose the next question, to come near a number such as the age.',
      numericStrategies,
      numericCard,
    ),
    part('Rivals', 'Other ways to ask, trained to ask.', rivals, rivalCard),
    part(
      'Who reads whole histories',
      'They need no questions: they have what a person rated.',
      classifiers,
      classifierCard,
    ),
    part('Defences', 'What a person can send in place of the true ratings.', defences, defenceCard),
  ].join('\n');
}
