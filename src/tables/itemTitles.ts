/**
 * Titles from the headers of a wide table. A survey repeats its question in every header ("Please rate how much you
 * like the traditional cuisine of Algeria:"); what differs is the item. So the words that all headers begin or end with
 * go, and what remains loses its punctuation.
 */

export function titlesFromHeaders(headers: readonly string[]): string[] {
  if (headers.length < 2) return headers.map(tidy);
  const start = wordBoundary(headers[0]!, commonLength(headers));
  const bare = headers.map((header) => tidy(header.slice(start)));
  const reversed = bare.map((text) => [...text].reverse().join(''));
  const end = wordBoundary(reversed[0]!, commonLength(reversed));
  const titles = bare.map((text) => tidy(text.slice(0, text.length - end)));
  const distinct = new Set(titles).size === titles.length && !titles.includes('');
  return distinct ? titles : headers.map(tidy);
}

function commonLength(texts: readonly string[]): number {
  const [first = '', ...others] = texts;
  let length = 0;
  while (length < first.length && others.every((other) => other[length] === first[length])) length++;
  return length;
}

/** The length of the prefix cut back to whole words: "rate Car", "rate Cat" share "rate ". */
function wordBoundary(text: string, length: number): number {
  while (length > 0 && /[\p{L}\p{N}]/u.test(text[length - 1]!)) length--;
  return length;
}

function tidy(text: string): string {
  const bare = text.replaceAll(/^[\s"'[_.:;,-]+|[\s"'\]_.:;,?!-]+$/g, '');
  return bare.slice(0, 1).toUpperCase() + bare.slice(1);
}
