/** The pages of the gallery: all examples as cards, and each with its source, its picture and what it printed. */
import { readFileSync } from 'node:fs';
import { entries } from './contents.mjs';
import { examples, gallery } from './gallery.mjs';
import { outputBlock } from './outputs.mjs';

const textOf = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').trimEnd();

/** Pages by their address. */
export function galleryPages() {
  return new Map([['/gallery/', overview()], ...examples.map((each) => [`/gallery/${each.name}`, exampleOf(each)])]);
}

function overview() {
  const cards = gallery.flatMap(({ title, examples: own }) => [`## ${title}`, own.map(card).join('\n')]);
  const text =
    'Each example is one file that runs in seconds, on invented data. Its picture and its output are made anew by the tests, and compared.';
  return ['---\npageClass: gallery\noutline: 2\n---', '# Gallery', text, ...cards].join('\n\n');
}

const card = ({ name, title, sentence }) =>
  `- [![](/gallery/${name}.svg) **${title}**](/gallery/${name})\n\n  ${sentence}\n`;

function exampleOf({ name, title, sentence, code, helper, imports }) {
  const used = [...imports].flatMap(([from, names]) => {
    const { link } = entries.find(({ text }) => text === from);
    return names.map((each) => `[${each}](${link}#${each})`);
  });
  return [
    '---\npageClass: gallery-example\n---',
    `# ${title}`,
    sentence,
    `![What the example draws](/gallery/${name}.svg)`,
    '## The program',
    `In a clone of the repository: \`node examples/gallery/${name}.mjs\`.`,
    fenced('js', code.trim()),
    ...(helper === undefined ? [] : [`\`${helper}\`:`, fenced('js', textOf(`examples/gallery/${helper}`))]),
    '## What it prints',
    outputBlock(textOf(`docs/gallery/${name}.txt`)),
    `It uses ${used.join(', ')}.`,
    '[All examples](/gallery/)',
  ].join('\n\n');
}

const fenced = (language, text) => [`\`\`\`${language}`, text, '```'].join('\n');
