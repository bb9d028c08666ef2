/**
 * How easily texts are read: node scripts/readability.mjs README.md ulterior-demo/report.html
 *
 * Of each file (Markdown or HTML) the words, the words per sentence, the longest sentence, and the Flesch reading ease: 206.835 - 1.015 words
 * per sentence - 84.6 syllables per word. Above 60 is plain English, below 30 hard. Code, tables, figures and headings are left out.
 */
import { readFileSync } from 'node:fs';

/** Groups of vowels, without a silent e at the end. */
function syllables(word) {
  const groups = word.toLowerCase().match(/[aeiouy]+/g)?.length ?? 0;
  return Math.max(1, groups - (/[^aeiouy]e$/i.test(word) && groups > 1 ? 1 : 0));
}

const proseOfMarkdown = (text) =>
  text
    .replaceAll(/```[\s\S]*?```/g, '')
    .split('\n')
    .filter((line) => !/^(?:#|\||!\[|\[)/.test(line))
    .join('\n')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[-*] (.*)$/gm, '$1\n\n');

const proseOfPage = (text) =>
  text
    .replaceAll(
      /<(script|style|svg|table|pre|head|nav|dl class="(?:facts|keys)")\b[\s\S]*?<\/(?:script|style|svg|table|pre|head|nav|dl)>/g,
      '',
    )
    .replaceAll(/<(h[1-6]|dt|summary|figcaption)\b[\s\S]*?<\/\1>/g, '\n\n')
    .replaceAll(/<\/(?:p|li|dd|div)>/g, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&[#\w]+;/g, ' ');

for (const file of process.argv.slice(2)) {
  const text = readFileSync(file, 'utf8');
  const prose = /^\s*<!doctype/i.test(text) ? proseOfPage(text) : proseOfMarkdown(text);
  const sentences = prose
    .split(/(?<=[.!?:;])\s+|\n\s*\n/)
    .map((sentence) => sentence.match(/[a-z][a-z’'-]*|\d[\d.,]*%?/gi) ?? [])
    .filter((words) => words.length > 1);
  const words = sentences.flat();
  const perSentence = words.length / sentences.length;
  const perWord =
    words.filter((word) => /[a-z]/i.test(word)).reduce((sum, word) => sum + syllables(word), 0) /
    words.filter((word) => /[a-z]/i.test(word)).length;
  const flesch = 206.835 - 1.015 * perSentence - 84.6 * perWord;
  const longest = Math.max(...sentences.map(({ length }) => length));
  process.stdout.write(
    `${file}: ${words.length} words, ${perSentence.toFixed(1)} per sentence, the longest ${longest}; Flesch reading ease ${flesch.toFixed(0)}\n`,
  );
}
