/** What the site has, in the order in which it is read. Every page of docs stands here once; a test compares. */

import { readdirSync, readFileSync } from 'node:fs';
import { examples } from './gallery.mjs';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** Each page by its address (of a folder: with a slash), its name in the menu, the file it is made from, and the pages below it. */
const page = (link, text, source, below = []) => ({ link, text, source, below });
const doc = (path, text, below) => page(`/${path.replace(/README$/, '')}`, text, `docs/${path}.md`, below);

/** In the menu without their numbers. */
const decisions = readdirSync(new URL('../docs/adr', import.meta.url))
  .filter((name) => /^\d.*\.md$/.test(name))
  .sort()
  .map((name) => {
    const [, text] = /^# \d+ (.*)$/m.exec(read(`docs/adr/${name}`));
    return doc(`adr/${name.slice(0, -3)}`, text);
  });

export const sections = [
  {
    text: 'Start',
    items: [
      page('/overview', 'Overview', 'README.md'),
      doc('what-it-does', 'What it does'),
      doc('start', 'Your first result'),
      doc('glossary', 'The idea, and the words for it'),
      doc('which-command', 'Which command?'),
      doc('guide', 'Guide, by task'),
      doc('surveys', 'Real surveys'),
      doc('checks', 'What is checked before measuring'),
      doc('classroom', 'In a classroom'),
    ],
  },
  {
    text: 'What leaks',
    items: [
      doc('statistics', 'How an audit decides'),
      doc('risk', 'Risk per person'),
      doc('recommenders', 'A recommender you have'),
      doc('export/README', 'Files of other toolkits'),
      doc('beyond/README', 'Beyond the paper', [
        doc('beyond/two-channels', 'What was seen, and how it was rated'),
        doc('beyond/selection', 'What to ask next'),
        doc('beyond/rivals', 'Other ways to attack'),
        doc('beyond/beliefs', 'Better beliefs from few answers'),
        doc('beyond/numeric', 'A number, such as the age'),
        doc('beyond/several-attributes', 'Several attributes'),
        doc('beyond/recommenders', 'What a recommender gives away'),
      ]),
    ],
  },
  {
    text: 'What helps',
    items: [
      doc('defence/defences', 'Defences'),
      doc('defence/equal-chances', 'Equal chances'),
      doc('defence/published', 'Published defences, judged again'),
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
      doc('threat-model', 'Threat model'),
      doc('asvs', 'Beside a security standard'),
      page('/security', 'Security', 'SECURITY.md'),
      doc('scale', 'How big can the data be?'),
      doc('spark', 'Training on Spark'),
      doc('performance', 'Performance'),
      doc('errors', 'Errors'),
      doc('data-files', 'Data files'),
      doc('broken-files', 'Broken files'),
    ],
  },
  {
    text: 'Results',
    items: [
      doc('reproduction', 'Reproduction of the paper'),
      doc('paper-in-code', 'The paper in code'),
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
      doc('adr/README', 'Decisions', decisions),
      page('/changelog', 'Changes', 'CHANGELOG.md'),
    ],
  },
];

export const pages = sections.flatMap(({ items }) => items.flatMap((each) => [each, ...each.below]));

/** What the two packages say to each other: no part of the public interface. */
const INTERNAL = ['ulterior/service-parts', 'ulterior-service/commands'];

/** Of all names. */
export const INDEX = '/reference/';

/** The entries of the library and of the service, each with its page in the reference and its declarations. */
export const entries = ['', 'service/'].flatMap((folder) => {
  const { name, exports } = JSON.parse(read(`${folder}package.json`));
  return Object.entries(exports).flatMap(([entry, { types }]) => {
    const text = entry.replace('.', name);
    if (types === undefined || INTERNAL.includes(text)) return [];
    return [{ text, link: `/reference/${text.replace('/', '-')}`, types: `../${folder}${types.replace('./', '')}` }];
  });
});

const inGallery = examples.map(({ name, title }) => ({ text: title, link: `/gallery/${name}` }));

/** Pages that are made, not written, stand in the menu beside the documents. */
export const menu = [
  ...sections.slice(0, 1),
  { text: 'Gallery', items: [{ text: 'All examples', link: '/gallery/', below: inGallery }] },
  ...sections.slice(1),
  {
    text: 'Reference',
    items: [{ text: 'Attackers and defences', link: '/cards' }, { text: 'Every name', link: INDEX }, ...entries],
  },
];
