/**
 * Several attribute expressions in one word, parted by commas: gender,age>=35. A comma inside quotes or braces belongs to
 * its expression, and so does one before a number, which is the next cut of bins: gender,age:18,25,35.
 */
export function attributeList(text: string): string[] {
  const parts: string[] = [];
  let [start, quoted, depth] = [0, false, 0];
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at];
    if (sign === '"') quoted = !quoted;
    if (!quoted && sign === '{') depth++;
    if (!quoted && sign === '}') depth--;
    const between = sign === ',' && !quoted && depth === 0 && !/^\s*[+-]?\.?\d/.test(text.slice(at + 1));
    if (sign !== undefined && !between) continue;
    parts.push(text.slice(start, at).trim());
    start = at + 1;
  }
  return parts.filter((part) => part !== '');
}
