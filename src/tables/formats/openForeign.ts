/** Which files have a reader of their own here, by their first bytes. */
import { utf16Of } from '../columns/fileKinds.ts';
import { dtaTable } from './dtaFile.ts';
import type { ForeignOptions, ForeignTable } from './foreignTable.ts';
import { savTable } from './savFile.ts';
import {
  isJsonList,
  isQualtrics,
  isQualtricsSurvey,
  isRedcapDictionary,
  jsonListTable,
  qualtricsSurveyTable,
  qualtricsTable,
  redcapDictionaryTable,
} from './surveyExports.ts';
import { xlsxTable } from './xlsxFile.ts';

type Reader = (file: string, bytes: Uint8Array, options: ForeignOptions) => ForeignTable;

const READERS: readonly (readonly [isOwn: (head: string) => boolean, read: Reader])[] = [
  [(head) => head.startsWith('$FL2') || head.startsWith('$FL3'), savTable],
  [(head) => head.startsWith('<stata_dta>'), dtaTable],
  [(head) => head.startsWith('PK\x03\x04') && /\bxl\/|\[Content_Types\]/.test(head.slice(0, 4096)), xlsxTable],
  [isQualtrics, qualtricsTable],
  [isJsonList, jsonListTable],
  [isQualtricsSurvey, qualtricsSurveyTable],
  [isRedcapDictionary, redcapDictionaryTable],
];

const LOOKED_AT = 1 << 17;

/** Undefined for text and Parquet, and for what is not read at all. `head` is the beginning of the bytes. */
export function foreignReader(head: Uint8Array): Reader | undefined {
  // What is looked for is ASCII; the questions above the ids of Qualtrics may be long.
  const text = new TextDecoder(utf16Of(head) ?? 'windows-1252').decode(head.subarray(0, LOOKED_AT));
  return READERS.find(([isOwn]) => isOwn(text))?.[1];
}
