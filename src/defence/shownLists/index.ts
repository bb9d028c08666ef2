export { changesLists, listChangeNamed, listChanges } from './listChange.ts';
export { listsBefore } from './listsBefore.ts';
