export * from './advisor/index.ts';
export * from './detector/index.ts';
export * from './equalChances/index.ts';
export * from './erasure/index.ts';
export * from './evaluation/index.ts';
export * from './obfuscation/index.ts';
export * from './questionnaires/index.ts';
export * from './shownLists/index.ts';
