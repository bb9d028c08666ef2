/** Where all groups meet: at the largest of their chances, the smallest, or the mean. */
export const MEETINGS = ['add', 'drop', 'mid'] as const;
/** Where all groups meet: see `MEETINGS`. */
export type Meeting = (typeof MEETINGS)[number];
