export { type ColumnValues, columnValues } from './columnValues.ts';
export { fileBounds } from './fileBounds.ts';
export { type FilePreview, previewFile } from './filePreview.ts';
export type { ChosenFile, FileSource } from './fileSource.ts';
export type { NamedBlob } from './namedBlob.ts';
export { openFiles } from './openFiles.ts';
export { openRows } from './openRows.ts';
