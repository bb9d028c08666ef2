/** Phrases that read as if translated, each with the words to write in its place, and where a text uses one. */

import { readFileSync } from 'node:fs';

const THING = 'row|line|item|rating|file|column|dot|group|number|value|entry|purpose|plot';
const COUNT =
  'ratings|rows|items|numbers|answers|questions|people|bytes|requests|milliseconds|evaluations|operations|product|O\\([^)\\n]*\\)+';
const EACH =
  'user|person|item|rating|row|cell|line|question|answer|candidate|file|group|type|defence|experiment|run|sweep|epoch|step|round|iteration|state|edge|thing';

/** Words that the glossary does not use, by the word that it does: the third column of its table. */
export function strayWords(glossary: string): [RegExp, string][] {
  return [...glossary.matchAll(/^\| \*\*([^*|]+)\*\* \| [^|]+ \| ([^|]+) \|$/gm)].flatMap(([, word, others]) =>
    others!
      .split(',')
      .map((other) => other.trim())
      .filter((other) => other !== '')
      .map((other): [RegExp, string] => [new RegExp(`\\b${other}s?\\b`), word!]),
  );
}

const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');

/** What not to write, and what to write instead. */
const banned: readonly (readonly [phrase: RegExp, better: string])[] = [
  ...strayWords(glossary),
  [
    new RegExp(`\\b(?:a|an|one) (?:${THING}) an? (?:${EACH})\\b(?! (?:rated|never))`),
    'one row per rating, one item per line',
  ],
  [new RegExp(`\\b(?:${COUNT}) an? (?:${EACH})\\b(?! (?:has|rated|rates|never))`), 'ratings per user, O(d) per item'],
  [/\b(?:one|title|id|word|name) a (?:line|row|person|item|question|group)\b/, 'one per line'],
  [/\b(?:by|for|of|to) who\b(?! (?:is|was)\b)/, 'by anyone who, for those who'],
  [
    /(?:[.:;] |['`"])who (?:acts|chooses|looks|asks|wants|uses|has|holds|reads|needs|trains|was) (?!.*\?)/,
    'anyone who acts, whoever chooses',
  ],
  [
    /\btakes? (?:\{\w+\}|you|your|them|him|her|a person|people|somebody)\b[^.\n]{0,40}? for\b/,
    'it thinks you are male',
  ],
  [/\bspeaks?(?:'\})? for\b/, 'points to'],
  [/\bwhat is made of\b/, 'what we do with your answers'],
  [/\d[^.\n]{0,12} in all\b(?! [\w(])/, 'in total'],
  [/\bratings in all\b|\bknown in all\b/, 'in total'],
  [/\bsays? nothing (?:of|without|where|\$)/, 'has no value, has no effect'],
  [/\bwhose name holds\b/, 'whose name contains'],
  [/\bbelow and from\b/, 'below / at or above a number'],
  [/\bfewest (?:ratings|people|questions)\b/, 'minimum ratings per person'],
  [/\bstands? (?:there|twice|at position|in every)\b/, 'appears, is'],
  [/\brightly\b/, 'correctly'],
  [/\bas many questions (?:at random|chosen)\b/, 'the same number of random questions'],
  [/(?<!\bare )\ball the same\b/, 'anyway, still'],
  [/\bonce more\b/, 'again, or what to do differently'],
  [/\bcheck (?:it|this|them) in turn\b/, 'check this one too'],
  [/\btime is multiplied\b/, 'takes 5.1 times as long'],
  [/(?:\d|\}) %(?=['`"<.,;:)]| (?:of|in|for|or|and|to|sure|are|is|at|with)\b)/, '67%, without a space'],
  [/(?<!- )\b1 (?:people|columns|questions|ratings|items|rows)\b/, '1 person, 1 column'],
  [
    /\b(?:it|this|which|"|\}) is no (?:JSON|transcript|list|store|field|table|setting|questionnaire|number)\b/,
    'is not a',
  ],
  [/\b(?:is|are) wanted(?=['`])/, 'give, use'],
  [/\bso many\b/, 'this many, or the number'],
  [/\btold from\b/, 'recognised, was not shown to beat guessing'],
  [/\bmade of it\b/, 'made from it, what we do with it'],
  [/\berrs? on the side\b/, 'when in doubt, it fails'],
  [/\bgoe?s? [^.\n]{0,30}% of the way\b/, 'reveal 43% of what all ratings do'],
  [/\btakes? the groups for each other\b/, 'is wrong more often than chance'],
  [/\bthe largest group for everybody\b/, 'guessing the largest group for everyone'],
  [/\bto be right as often as possible\b/, 'ranks people; is not tuned for accuracy'],
  [/\b(?:leak|one) that would have been found\b/, 'we would have found a leak of ...'],
  [/\bparts? the crowd\b/, 'separates people'],
  [/\bof one['’]s own\b/, 'your own'],
  [/\bgives? (?:most away|away most)\b/, 'the most revealing'],
  [/\bwhich nobody\b/, 'that no one'],
  [/\bbelongs? into\b/, 'belongs in'],
  [/\bwhat helps against\b/, 'what to do about it'],
  [/\b(?:is|are) to be (?:had|found|seen|read|told)\b/, 'there is, we find'],
  [/\bgo(?:es)? on where\b/, 'resumes'],
  [/\bis no third\b|\bare no third\b/, 'is not a third'],
  [/\bhides \w+, from whom\b/, 'which defences protect it, and at what cost'],
  [/\bin 100 are left\b/, 'the attacker still gets 61 in 100'],
];

/** A space also matches a line break, the star of a comment and the seam of two strings. */
const SPACE = '(?:\\s+(?:\\*\\s|//\\s)?\\s*|\\s*[\'"`]\\s*\\+\\s*[\'"`]\\s*)';

/** Line, phrase and better words of every such phrase of a text. */
export function translatedPhrases(text: string): string[] {
  const found = banned.flatMap(([phrase, better]) =>
    [...text.matchAll(new RegExp(phrase.source.replaceAll(' ', SPACE), 'gi'))].map((match) => ({
      line: text.slice(0, match.index).split('\n').length,
      words: `"${match[0].replaceAll(/\s+/g, ' ')}" (write: ${better})`,
    })),
  );
  return found.sort((a, b) => a.line - b.line).map(({ line, words }) => `${line}: ${words}`);
}
