/** Numbers for people: rounded, and with something to compare them with. */

export function percent(share: number): string {
  if (share > 0.995 && share < 1) return '> 99%';
  if (share < 0.005 && share > 0) return '< 1%';
  return `${Math.round(100 * share)}%`;
}

export function bitsText(bits: number): string {
  if (bits < 1e-6) return '0 bits';
  if (bits < 0.0005) return '< 0.001 bits';
  return `${bits.toFixed(bits < 0.0995 ? 3 : 2)} bits`;
}

/** What bits mean, by what they do to a guess between two equally likely things. */
export function bitsInWords(bits: number): string {
  if (bits < 0.0005) return 'nothing worth mentioning';
  if (bits >= 0.97) return 'as much as a straight answer to a yes-or-no question, or more';
  const likelier = Math.round(100 * likelierOfTwo(bits));
  return `about as much as turning a 50\u00a0:\u00a050 guess into ${likelier}\u00a0:\u00a0${100 - likelier}`;
}

/** The probability of the likelier of two values, equally likely before, about which this many bits are known. */
export function likelierOfTwo(bits: number): number {
  let [low, high] = [0.5, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (1 - entropy(middle) < bits) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function entropy(p: number): number {
  return p <= 0 || p >= 1 ? 0 : -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
}

/** "about 3 times", "a third of" … what one number is of another. */
export function timesWords(ratio: number): string {
  if (ratio >= 2.5) return `about ${Math.round(ratio)} times as much as`;
  if (ratio >= 1.75) return 'about twice as much as';
  if (ratio >= 1.2) return 'somewhat more than';
  if (ratio > 0.8) return 'about as much as';
  return ratio > 0.4 ? 'less than' : 'much less than';
}

/** "Female, 62%": the likeliest label and how likely it is. */
export function likeliest(labels: readonly string[], shares: readonly number[]): { label: string; share: number } {
  const at = shares.indexOf(Math.max(...shares));
  return { label: labels[at]!, share: shares[at]! };
}

export function listed(words: readonly string[], last: 'and' | 'or' = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
