/**
 * Titles from the headers of a wide table. A survey repeats its question in every header ("Please rate how much you
 * like the traditional cuisine of Algeria:"); what differs is the item. So the words that all headers begin or end with
 * go, and what remains loses its punctuation.
 *
 * Only whole words go, and with hyphens and apostrophes they are one: "Spider-Man" and "Iron-Man" keep their ends. A
 * bracket goes only with its partner: "Alien (1979)" and "Brazil (1985)" have no end in common, and of "Rate (Alien) now"
 * and "Rate (Brazil) now" the film remains.
 */

const [OPENING, CLOSING] = ['([{', ')]}'];

export function titlesFromHeaders(headers: readonly string[]): string[] {
  if (headers.length < 2) return headers.map(tidy);
  // The longest ends that may go come first; the last ones to be tried are empty, and always possible.
  for (const start of cuts(headers, OPENING)) {
    const bare = headers.map((header) => tidy(header.slice(start)));
    for (const end of cuts(bare.map(reversed), CLOSING)) {
      const titles = bare.map((text) => tidy(text.slice(0, text.length - end)));
      if (titles.some((title, n) => unmatched(title).size > unmatched(headers[n]!).size)) continue;
      const distinct = new Set(titles).size === titles.length && !titles.includes('');
      return distinct ? titles : headers.map(tidy);
    }
  }
  return headers.map(tidy);
}

/** Lengths of what all texts begin with, in whole words: all of it, then up to each bracket of it, then none. */
function cuts(texts: readonly string[], brackets: string): number[] {
  const [first = '', ...others] = texts;
  let length = 0;
  while (length < first.length && others.every((other) => other[length] === first[length])) length++;
  const places = [...first.slice(0, length)].flatMap((sign, at) => (brackets.includes(sign) ? [at] : [])).reverse();
  return [length, ...places, 0].map((place) => wholeWords(first, place));
}

/** The length cut back to whole words: "rate Car", "rate Cat" share "rate ". */
function wholeWords(text: string, length: number): number {
  while (length > 0 && /[\p{L}\p{N}'’-]/u.test(text[length - 1]!)) length--;
  return length;
}

/** Without punctuation, brackets around everything and brackets without a partner at its ends. */
function tidy(text: string): string {
  let [bare, before] = [text, ''];
  while (bare !== before) {
    before = bare;
    bare = withoutOuterBrackets(bare.replaceAll(/^[\s"'_.:;,-]+|[\s"'_.:;,?!-]+$/g, ''));
  }
  return bare.slice(0, 1).toUpperCase() + bare.slice(1);
}

function withoutOuterBrackets(text: string): string {
  const alone = unmatched(text);
  if (alone.has(0)) return text.slice(1);
  if (alone.has(text.length - 1)) return text.slice(0, -1);
  const wrapped = text.length > 1 && OPENING.includes(text[0]!) && unmatched(text.slice(0, -1)).has(0);
  return wrapped ? text.slice(1, -1) : text;
}

/** Places of the brackets that have no partner. */
function unmatched(text: string): Set<number> {
  const open: number[] = [];
  const alone = new Set<number>();
  for (let at = 0; at < text.length; at++) {
    const kind = CLOSING.indexOf(text[at]!);
    if (OPENING.includes(text[at]!)) open.push(at);
    else if (kind >= 0 && OPENING.indexOf(text[open.at(-1) ?? -1] ?? ' ') === kind) open.pop();
    else if (kind >= 0) alone.add(at);
  }
  for (const at of open) alone.add(at);
  return alone;
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}
