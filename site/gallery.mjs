/** The gallery: which examples there are, in which order, and what each file says of itself. */
import { readFileSync } from 'node:fs';

const chapters = {
  'What leaks': [
    ...['ten-questions', 'leak-by-questions', 'aimed-or-honest', 'whole-histories', 'leaky-items', 'skip-is-an-answer'],
    ...['many-groups', 'a-number', 'two-attributes-at-once', 'leak-matrix'],
  ],
  'What a recommender gives away': ['user-vectors', 'top-lists', 'leak-against-use'],
  'What helps': ['quiet-questionnaire', 'detector', 'advisor', 'defence-against-whom', 'equal-chances'],
  'In your own project': ['own-table', 'own-strategy', 'ask-over-http', 'gate', 'privacy-label'],
};

/** Chapters of examples; each with its title, one sentence, its source and the public names that it imports. */
export const gallery = Object.entries(chapters).map(([title, names]) => ({ title, examples: names.map(read) }));
export const examples = gallery.flatMap((chapter) => chapter.examples);

/** Which examples import a name from an entry. */
export const examplesOf = (entry, name) => examples.filter(({ imports }) => imports.get(entry)?.includes(name));

function read(name) {
  const text = readFileSync(new URL(`../examples/gallery/${name}.mjs`, import.meta.url), 'utf8');
  const [comment, title, sentence] = /^\/\*\*\n \* (.+)\n \*\n((?: \* .+\n)+) \*\/\n/.exec(text);
  const imports = [...text.matchAll(/^import \{([^}]*)\} from '(ulterior[\w/-]*)';$/gm)].map(([, names, entry]) => [
    entry,
    names.split(',').flatMap((each) => each.trim() || []),
  ]);
  return {
    name,
    title,
    sentence: sentence.replaceAll(/^ \* /gm, '').replaceAll('\n', ' ').trim(),
    code: text.slice(comment.length),
    helper: /from '\.\/(support\/\w+\.mjs)'/.exec(text)?.[1],
    imports: new Map(imports),
  };
}
