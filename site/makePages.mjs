/**
 * Makes the pages of the site from the documents of the repository, which stay readable where they are:
 *
 * - links between documents become links between pages; what is no page of the site keeps its name and loses its link;
 * - below a block of code that the tests run stands what it printed (docs/output, compared by test/docsCode.test.ts);
 * - cards, gallery and reference are made from the program itself.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cardsPage } from './cards.mjs';
import { pages } from './contents.mjs';
import { galleryPages } from './galleryPages.mjs';
import { outputOf } from './outputs.mjs';
import { referencePages } from './reference.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const made = fileURLToPath(new URL('pages/', import.meta.url));

const decisions = readdirSync(join(root, 'docs/adr'))
  .filter((name) => /^\d.*\.md$/.test(name))
  .map((name) => ({ link: `/adr/${name.slice(0, -3)}`, source: `docs/adr/${name}` }));
const all = [...pages, ...decisions];
const linkOf = new Map(all.map(({ link, source }) => [source, link]));

rmSync(made, { recursive: true, force: true });
for (const { link, source } of all) {
  const text = readFileSync(join(root, source), 'utf8');
  write(`${link}.md`, withLinks(withOutputs(text, source), source));
}
const generated = new Map([['/cards', cardsPage()], ...galleryPages(), ...referencePages()]);
for (const [link, text] of generated) write(`${link}.md`, text);
write('/index.md', readFileSync(new URL('home.md', import.meta.url), 'utf8'));
cpSync(join(root, 'docs/images'), join(made, 'public/images'), { recursive: true });
cpSync(join(root, 'docs/gallery'), join(made, 'public/gallery'), {
  recursive: true,
  filter: (name) => !name.endsWith('.txt'),
});
process.stdout.write(`${all.length + generated.size + 1} pages\n`);

function write(path, text) {
  const file = join(made, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** What stands outside fences may have links; what stands inside is code. */
function withLinks(text, source) {
  return text
    .split(/^( *```[\s\S]*?^ *```$)/m)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, relink)))
    .join('');

  function relink(whole, image, words, target) {
    if (/^(https?:|#|mailto:)/.test(target)) return whole;
    const [path, anchor] = target.split('#');
    const file = normalize(join(dirname(source), path));
    if (image === '!') {
      const place = file.replace(/^docs\//, '');
      cpSync(join(root, file), join(made, place));
      return `![${words}](/${place})`;
    }
    const link = linkOf.get(file) ?? linkOf.get(join(file, 'README.md'));
    if (link === undefined) return words;
    return `[${words}](${link}${anchor === undefined ? '' : `#${anchor}`})`;
  }
}

function withOutputs(text, source) {
  return text.replaceAll(/^( *)```(sh|ts|js)\n([\s\S]*?)^ *```$/gm, (block, indent, language, code) => {
    const printed = outputOf(source, language, code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
    if (printed === undefined) return block;
    const lines = ['', '', '::: details What it prints', '```text', ...printed.split('\n'), '```', ':::'];
    return block + lines.map((line) => (line === '' ? '' : indent + line)).join('\n');
  });
}
