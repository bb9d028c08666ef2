/** Everything the audit view knows: the files and what their columns mean, the settings, and what came out. */
import type { AuditRecords, FirstLook, NumericRecords } from '../../../audit/index.ts';
import type { FindingCode } from '../../../ratings/index.ts';
import type { DataFile, DuplicateRule } from '../../../tables/index.ts';
import type { OpenedSummary, WorldAttribute } from '../../engine/jobs/openedSummary.ts';
import type { ChosenFile, ColumnValues, FilePreview } from '../../files/index.ts';
import { type AttributeChoice, nothingChosen } from './attributeChoice.ts';
import { type AuditSettings, defaultSettings } from './auditPlan.ts';
import type { ColumnMeanings } from './columnMeanings.ts';
import type { FileRole } from './placeFiles.ts';
import { createStore } from './store.ts';

export interface FileState {
  readonly chosen: ChosenFile;
  readonly preview?: FilePreview | undefined;
  readonly error?: unknown;
}

/** In the words of a data file. */
interface SettledFindings {
  readonly accept: readonly FindingCode[];
  readonly dropItems: readonly string[];
  readonly groupColumn?: string | undefined;
  /** Of a data file that was given: the form has no place to change them. */
  readonly answers?: DataFile['answers'];
  readonly lenientNumbers?: boolean | undefined;
}

export const nothingSettled: SettledFindings = { accept: [], dropItems: [] };

export type Activity =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy'; readonly stage: string; readonly share?: number | undefined; readonly since: number }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'stopped' };

export interface AuditState {
  readonly source: 'none' | 'files' | 'world';
  /** What is inferred in the invented world. */
  readonly world: WorldAttribute;
  readonly shape: 'long' | 'wide';
  readonly files: Readonly<Partial<Record<FileRole, FileState>>>;
  /** By role and meaning, as `ratings.user`. */
  readonly columns: Readonly<Record<string, string>>;
  /** Of a wide table: what each column is for. */
  readonly meanings: ColumnMeanings;
  /** Files that found no place. */
  readonly unplaced: readonly string[];
  readonly attribute: AttributeChoice;
  readonly values?: ColumnValues | undefined;
  /** What else stands for a missing value, parted by commas. */
  readonly missing: string;
  readonly duplicates: DuplicateRule;
  /** The data file that was given with the tables. */
  readonly described?: DataFile | undefined;
  /** What was said of findings in the data. */
  readonly settled: SettledFindings;
  readonly minPerUser: number;
  readonly minPerItem: number;
  readonly opening: Activity;
  readonly opened?: OpenedSummary | undefined;
  readonly settings: AuditSettings;
  readonly running: Activity;
  /** What is shown until there are records. */
  readonly first?: FirstLook | undefined;
  readonly records?: AuditRecords | NumericRecords | undefined;
  /** Contenders that are not drawn. */
  readonly hidden: readonly string[];
}

const IDLE: Activity = { kind: 'idle' };

export const auditStore = createStore<AuditState>({
  source: 'none',
  world: 'groups',
  shape: 'long',
  files: {},
  columns: {},
  meanings: new Map(),
  unplaced: [],
  attribute: nothingChosen,
  missing: '',
  duplicates: 'error',
  settled: nothingSettled,
  minPerUser: 1,
  minPerItem: 1,
  opening: IDLE,
  settings: defaultSettings,
  running: IDLE,
  hidden: [],
});
