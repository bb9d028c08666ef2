/** Encodings of text that are read; UTF-16 besides, which shows by itself. */
export const encodings = ['utf-8', 'windows-1252', 'windows-1250', 'latin-1'] as const;
export type Encoding = (typeof encodings)[number];
