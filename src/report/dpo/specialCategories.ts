/** Whether the name of an attribute tells that it is a special category of personal data (GDPR Art. 9(1)). */

/** The categories of Art. 9(1), each by words that names of columns have. */
const CATEGORIES: readonly (readonly [name: string, words: RegExp])[] = [
  ['political opinions', /politic|party|vote|voting|democrat|republican|left.?right|ideolog/i],
  ['religious or philosophical beliefs', /relig|belief|faith|church|denomination|philosoph|veg(?:an|etarian)/i],
  ['racial or ethnic origin', /\brac(?:e|ial)\b|ethnic|national origin/i],
  ['trade-union membership', /\bunion/i],
  ['data concerning health', /health|smok|disease|illness|diagnos|disab|depress|anxi|medic|bmi|pregnan|alcohol|drug/i],
  ['sex life or sexual orientation', /orientation|sexual|\bgay\b|lgbt/i],
  ['genetic or biometric data', /genetic|genom|biometric|\bdna\b/i],
];

/** Named in no category: still personal data. */
const ORDINARY = /^(?:gender|sex|age|age group|birth ?year|income|education|occupation|country|region)\b/i;

/** The category; `ordinary` where the name is known to be none; undefined where nobody can tell by the name. */
export function specialCategory(attribute: string): string | 'ordinary' | undefined {
  const name = attribute.replaceAll(/[_-]+/g, ' ').trim();
  const found = CATEGORIES.find(([, words]) => words.test(name));
  return found?.[0] ?? (ORDINARY.test(name) ? 'ordinary' : undefined);
}
