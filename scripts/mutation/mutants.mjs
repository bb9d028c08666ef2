/** One-line changes that a test should notice, and a sample of them drawn by a seed. */
import { readFileSync } from 'node:fs';
import { derive } from '../../build/maths/index.js';

/** What is written, and what stands in its place. */
const CHANGES = [
  [/ < /, ' <= '],
  [/ > /, ' >= '],
  [/ >= /, ' > '],
  [/ <= /, ' < '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/ \* /, ' / '],
  [/ \/ /, ' * '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/Math\.max\(/, 'Math.min('],
  [/Math\.min\(/, 'Math.max('],
  [/\breturn true;/, 'return false;'],
  [/\breturn false;/, 'return true;'],
  [/\b1 - /, '0 - '],
  [/\b0\.5\b/, '0.4'],
  [/\+\+/, '--'],
];

export function mutantsOf(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, at) => {
    if (/^\s*(\*|\/\*|\/\/|import|export type|readonly|throw)/.test(line) || line.includes('`')) return [];
    return CHANGES.filter(([found]) => isCode(line, line.search(found))).map(([found, put]) => ({
      path,
      line: at + 1,
      from: line.trim(),
      to: line.replace(found, put).trim(),
    }));
  });
}

/** Words in quotes and comments change nothing that the code does. */
function isCode(line, at) {
  const before = line.slice(0, at);
  return at >= 0 && before.split("'").length % 2 === 1 && !before.includes('//');
}

export function sampleOf(mutants, seed, count) {
  return derive(seed, 'mutants').shuffle(mutants).filter(isFair).slice(0, count);
}

/** A loop that counts the wrong way never ends: any test that runs it would notice, and it says little about them. */
function isFair({ from, to }) {
  return !(from.includes('for (') && to.split('--').length > from.split('--').length);
}

/** A changed source is another mutant. */
export const keyOf = ({ path, line, from, to }) => [path, line, from, to].join('\n');
