export { changesLists, type ListChangeDefinition, listChangeNamed, listChanges } from './listChange.ts';
export { listsBefore } from './listsBefore.ts';
