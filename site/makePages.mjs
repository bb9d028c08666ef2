/**
 * Makes the pages of the site from the documents of the repository, which stay readable where they are:
 *
 * - links between documents become links between pages; what is no page of the site keeps its name and loses its link;
 * - below a block of code that the tests run stands what it printed (docs/output, compared by test/docsCode.test.ts);
 * - cards, gallery and reference are made from the program itself.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cardsPage } from './cards.mjs';
import { pages } from './contents.mjs';
import { galleryPages } from './galleryPages.mjs';
import { outputBlock, outputOf } from './outputs.mjs';
import { referencePages } from './reference.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const made = fileURLToPath(new URL('pages/', import.meta.url));

const pageOf = new Map(pages.map((page) => [page.source, page]));

rmSync(made, { recursive: true, force: true });
for (const { link, source } of pages) {
  const text = readFileSync(join(root, source), 'utf8');
  write(
    link,
    outsideCode(withOutputs(text, source), (part) => withIntervals(withLinks(part, source))),
  );
}
const generated = new Map([['/cards', cardsPage()], ...galleryPages(), ...referencePages()]);
for (const [link, text] of generated) write(link, text);
write('/', readFileSync(new URL('home.md', import.meta.url), 'utf8'));
cpSync(join(root, 'docs/images'), join(made, 'public/images'), { recursive: true });
cpSync(join(root, 'docs/gallery'), join(made, 'public/gallery'), {
  recursive: true,
  filter: (name) => !name.endsWith('.txt'),
});
process.stdout.write(`${pages.length + generated.size + 1} pages\n`);

function write(link, text) {
  const file = join(made, link.endsWith('/') ? `${link}index.md` : `${link}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** What stands outside fences is text; what stands inside is code, and stays as it is. */
function outsideCode(text, change) {
  const parts = text.split(/^( *```[\s\S]*?^ *```$)/m);
  return parts.map((part, at) => (at % 2 === 1 ? part : change(part))).join('');
}

/** In the cells of tables, an interval is not broken at its comma, nor a pair of figures at its stroke. */
function withIntervals(text) {
  const interval = /([[(][−-]?[\d.,]+%?)(,| to) ([−-]?[\d.,]+%?[\])])(?!\()/g;
  return text.replaceAll(/^ *\|.*$/gm, (row) =>
    row.replaceAll(interval, '$1$2\u00a0$3').replaceAll(/(?<=\d) \/ (?=\d)/g, '\u00a0/\u00a0'),
  );
}

/** Links lead to pages. A link that is named after a file is named after its page. */
function withLinks(text, source) {
  return text.replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, relink);

  function relink(whole, image, words, target) {
    if (/^(https?:|#|mailto:)/.test(target)) return whole;
    const [path, anchor] = target.split('#');
    const file = normalize(join(dirname(source), path));
    if (image === '!') {
      const place = file.replace(/^docs\//, '');
      cpSync(join(root, file), join(made, place));
      return `![${words}](/${place})`;
    }
    const page = pageOf.get(file) ?? pageOf.get(join(file, 'README.md'));
    if (page === undefined) return words;
    const name = /^[\w/-]+\.md$|^docs\/\w+$/.test(words) ? page.text : words;
    return `[${name}](${page.link}${anchor === undefined ? '' : `#${anchor}`})`;
  }
}

function withOutputs(text, source) {
  return text.replaceAll(/^( *)```(sh|ts|js)\n([\s\S]*?)^ *```$/gm, (block, indent, language, code) => {
    const printed = outputOf(source, language, code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
    if (printed === undefined) return block;
    const lines = ['', '', '::: details What it prints', ...outputBlock(printed).split('\n'), ':::'];
    return block + lines.map((line) => (line === '' ? '' : indent + line)).join('\n');
  });
}
