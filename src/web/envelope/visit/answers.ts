/** What people may say of a statement, from 1 on. */
export const ANSWERS = [
  'very inaccurate',
  'moderately inaccurate',
  'slightly inaccurate',
  'slightly accurate',
  'moderately accurate',
  'very accurate',
] as const;

export const SKIP = 'rather not say';
