/** models/personality.json, as part of the page. */
import type { Facts } from './personalityFacts.ts';

export type * from './personalityFacts.ts';

const files = import.meta.glob<Facts>('../../../../models/personality.json', { eager: true, import: 'default' });

export const facts: Facts = Object.values(files)[0]!;
