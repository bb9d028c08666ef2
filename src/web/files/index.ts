export { type ColumnValues, columnValues } from './columnValues.ts';
export { type FileBounds, fileBounds } from './fileBounds.ts';
export { type FilePreview, previewFile } from './filePreview.ts';
export type { ChosenFile, FileSource, LongFiles, WideFile } from './fileSource.ts';
export type { NamedBlob } from './namedBlob.ts';
export { openFiles } from './openFiles.ts';
export { openRows } from './openRows.ts';
export type { Encoding } from './textBlocks.ts';
