/** What the site has, in the order in which it is read. Every page of docs stands here once; a test compares. */

import { readFileSync } from 'node:fs';

/** Each page by its address in the site, its name in the menu, and the file it is made from. */
const page = (link, text, source) => ({ link, text, source });
const doc = (path, text) => page(`/${path.replace(/README$/, 'index')}`, text, `docs/${path}.md`);

export const sections = [
  {
    text: 'Start',
    items: [
      page('/overview', 'Overview', 'README.md'),
      doc('start', 'Your first result'),
      doc('guide', 'Guide, by task'),
      doc('surveys', 'Real surveys'),
      doc('classroom', 'In a classroom'),
    ],
  },
  {
    text: 'What leaks',
    items: [
      doc('statistics', 'How an audit decides'),
      doc('threat-model', 'Threat model'),
      doc('recommenders', 'A recommender you have'),
      doc('export/README', 'Files of other toolkits'),
      doc('beyond/README', 'Beyond the paper'),
      doc('beyond/two-channels', 'Two channels'),
      doc('beyond/selection', 'Choosing questions'),
      doc('beyond/rivals', 'Rivals'),
      doc('beyond/beliefs', 'Beliefs'),
      doc('beyond/numeric', 'Numbers'),
      doc('beyond/several-attributes', 'Several attributes'),
      doc('beyond/recommenders', 'Surfaces of recommenders'),
    ],
  },
  {
    text: 'What helps',
    items: [
      doc('defence/defences', 'Defences'),
      doc('defence/equal-chances', 'Equal chances'),
      doc('defence/questionnaires', 'Questionnaires'),
      doc('defence/advisor', 'Advisor'),
      doc('defence/detector', 'Detector'),
    ],
  },
  {
    text: 'Run it',
    items: [
      doc('page', 'The page'),
      doc('ci', 'A gate in your pipeline'),
      doc('service', 'The service'),
      doc('store', 'The database'),
      page('/security', 'Security', 'SECURITY.md'),
      doc('scale', 'How big?'),
      doc('spark', 'Training on Spark'),
      doc('performance', 'Performance'),
      doc('errors', 'Errors'),
      doc('broken-files', 'Broken files'),
    ],
  },
  {
    text: 'Results',
    items: [
      doc('reproduction', 'Reproduction of the paper'),
      doc('paper-map', 'Map of the paper'),
      page('/experiments', 'Experiments', 'experiments/README.md'),
    ],
  },
  {
    text: 'Build on it',
    items: [
      doc('plugins', 'Plug-ins'),
      doc('testing', 'Testing'),
      page('/contributing', 'Contributing', 'CONTRIBUTING.md'),
      page('/architecture', 'Architecture', 'ARCHITECTURE.md'),
      doc('adr/README', 'Decisions'),
      page('/changelog', 'Changes', 'CHANGELOG.md'),
    ],
  },
];

export const pages = sections.flatMap(({ items }) => items);

const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The entries of the library, each with its page in the reference and its declarations. */
export const entries = Object.entries(exports).flatMap(([entry, { types }]) => {
  const text = entry.replace('.', 'ulterior');
  return types === undefined ? [] : [{ text, link: `/reference/${text.replace('/', '-')}`, types: `.${types}` }];
});

/** Pages that are made, not written: they stand in the menu beside the documents. */
export const menu = [
  ...sections.slice(0, 1),
  { text: 'Gallery', items: [{ text: 'All examples', link: '/gallery/index' }] },
  ...sections.slice(1),
  { text: 'Reference', items: [{ text: 'Attackers and defences', link: '/cards' }, ...entries] },
];
