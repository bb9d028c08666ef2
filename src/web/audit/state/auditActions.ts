/** What the visitor can do in the audit view. */
import type { FirstLook } from '../../../audit/index.ts';
import type { FindingCode, Repair } from '../../../ratings/index.ts';
import { isDataFile, openFindings, type TableShape } from '../../../tables/index.ts';
import { announce } from '../../components/announce.ts';
import { download } from '../../components/download.ts';
import { messageOf } from '../../components/Problem.tsx';
import { engine, type RunOptions } from '../../engine/engine.ts';
import type { WorldAttribute } from '../../engine/jobs/openedSummary.ts';
import type { ChosenFile, ColumnValues, FilePreview, NamedBlob } from '../../files/index.ts';
import { viewWordsNow } from '../../words/viewWords.ts';
import { MOST_NAMED, nothingChosen } from './attributeChoice.ts';
import { numberSpecOf, specOf } from './auditPlan.ts';
import { type AuditState, auditStore, type FileState, nothingSettled } from './auditState.ts';
import { type ColumnMeaning, guessedMeanings, withMeaning } from './columnMeanings.ts';
import { dataFileFrom } from './dataFile.ts';
import { attributeFile, dataSourceOf, missingWords, unitOf } from './dataSource.ts';
import { describedTables, formFrom } from './describedFiles.ts';
import { firstSentence } from './firstSentence.ts';
import { type FileRole, placeFiles } from './placeFiles.ts';

const { get, set } = auditStore;

/** What was read or found is no longer of what is chosen. */
const outdated: Partial<AuditState> = { opened: undefined, opening: { kind: 'idle' } };

export function takeWorld(world: WorldAttribute = 'groups'): void {
  set({ ...outdated, source: 'world', world });
  void openData();
}

/** For the command line, which then reads the data in the same way. */
export async function saveDataFile(): Promise<void> {
  const { name, text } = await dataFileFrom(get());
  download(name, 'application/json', text);
}

/** Reads the beginning of a file. Options that are given replace those before. */
export async function chooseFile(
  role: FileRole,
  file: NamedBlob,
  options: Omit<ChosenFile, 'file'> = {},
): Promise<void> {
  if (isDataFile(file.name)) return takeFiles([file]);
  const chosen = { ...options, file };
  set(({ files }) => ({ ...outdated, source: 'files', unplaced: [], files: { ...files, [role]: { chosen } } }));
  try {
    const preview = await engine.run('previewFile', chosen);
    if (get().files[role]?.chosen === chosen) placeFile(role, chosen, preview);
  } catch (error) {
    if (get().files[role]?.chosen !== chosen) return;
    set(({ files }) => ({ files: { ...files, [role]: { chosen, error } } }));
  }
}

/** Files in any number and order: what is in them tells where they belong. */
export async function takeFiles(taken: readonly NamedBlob[]): Promise<void> {
  if (taken.length === 0) return;
  const dataFile = taken.find(({ name }) => isDataFile(name));
  if (dataFile !== undefined) return takeDescribed(dataFile, taken);
  set({ ...outdated, unplaced: [], opening: { kind: 'busy', stage: 'Looking at the files', since: Date.now() } });
  const looked = await Promise.all(taken.map(lookAt));
  const roles = placeFiles(
    looked.map(({ shape }) => shape),
    Object.keys(get().files) as FileRole[],
  );
  const unplaced = looked.flatMap(({ chosen }, at) => (roles[at] === undefined ? [chosen.file.name] : []));
  set({ opening: { kind: 'idle' }, source: 'files', unplaced });
  for (const [at, { chosen, preview, error }] of looked.entries()) {
    const role = roles[at];
    if (role === undefined) continue;
    if (preview !== undefined) placeFile(role, chosen, preview);
    else set(({ files }) => ({ files: { ...files, [role]: { chosen, error } } }));
  }
}

/** A data file with its tables, or with those that are here already. */
async function takeDescribed(file: NamedBlob, taken: readonly NamedBlob[]): Promise<void> {
  set({ ...outdated, unplaced: [], opening: { kind: 'busy', stage: 'Looking at the files', since: Date.now() } });
  try {
    const here = Object.values(get().files).map(({ chosen }) => chosen.file);
    const found = await describedTables(file, [...taken, ...here]);
    const files: Partial<Record<FileRole, FileState>> = {};
    for (const [role, chosen] of Object.entries(found.chosen)) {
      files[role as FileRole] = { chosen, preview: await engine.run('previewFile', chosen) };
    }
    set({ opening: { kind: 'idle' }, ...formFrom(found, files) });
    await recountValues();
  } catch (error) {
    set({ opening: { kind: 'failed', error } });
  }
}

interface LookedAt {
  readonly chosen: ChosenFile;
  readonly shape: TableShape;
  readonly preview?: FilePreview;
  readonly error?: unknown;
}

async function lookAt(file: NamedBlob): Promise<LookedAt> {
  const chosen = { file };
  try {
    const preview = await engine.run('previewFile', chosen);
    return { chosen, preview, shape: preview.guess.shape };
  } catch (error) {
    return { chosen, error, shape: 'unclear' };
  }
}

function placeFile(role: FileRole, chosen: ChosenFile, preview: FilePreview): void {
  const guesses = Object.entries(preview.guesses).map(([meaning, column]) => [`${role}.${meaning}`, column]);
  const { shape } = preview.guess;
  set(({ files, columns }) => ({
    files: { ...files, [role]: { chosen, preview } },
    columns: { ...columns, ...emptied(columns, role), ...Object.fromEntries(guesses) },
    ...(role === 'ratings'
      ? {
          settled: nothingSettled,
          described: undefined,
          // One row per person, also where no columns look like items: the visitor may know better.
          shape: shape === 'wide' || shape === 'people' ? ('wide' as const) : ('long' as const),
          meanings: guessedMeanings(preview.guess),
        }
      : {}),
    ...(role === 'titles' ? {} : { attribute: nothingChosen, values: undefined }),
  }));
  announce(viewWordsNow().audit.data.columnsRead(chosen.file.name, preview.names.length));
}

function emptied(columns: Readonly<Record<string, string>>, role: FileRole): Record<string, string> {
  return Object.fromEntries(Object.keys(columns).flatMap((key) => (key.startsWith(`${role}.`) ? [[key, '']] : [])));
}

export function removeFile(role: FileRole): void {
  set(({ files: { [role]: _, ...files }, attribute, values }) => ({
    ...outdated,
    files,
    unplaced: [],
    ...(role === 'ratings' ? { source: 'none' as const, shape: 'long' as const, settled: nothingSettled } : {}),
    attribute: role === 'people' ? nothingChosen : attribute,
    values: role === 'people' ? undefined : values,
  }));
}

/** A change of the form: what was read before no longer stands for it. */
export function change(part: Partial<AuditState>): void {
  set({ ...outdated, ...part });
}

/** Mends what was found in the data, and reads them again. */
export function mendFinding({ missing = [], dropItems = [], groupColumn, attribute }: Repair): void {
  const state = get();
  const { settled } = state;
  change({
    missing: [...new Set([...missingWords(state.missing), ...missing])].join(','),
    settled: {
      ...settled,
      dropItems: [...settled.dropItems, ...dropItems],
      groupColumn: groupColumn ?? settled.groupColumn,
    },
    ...(attribute && { attribute: { ...state.attribute, rule: 'text' as const, text: attribute.to } }),
  });
  void openData();
}

/** The data are measured as they are. */
export function keepFinding(code: FindingCode): void {
  set(({ settled }) => ({ settled: { ...settled, accept: [...settled.accept, code] } }));
}

/** Other columns can be inferred then. */
export function chooseShape(shape: AuditState['shape']): void {
  change({ shape, attribute: nothingChosen, values: undefined });
}

/** Of a wide table. The column that is inferred cannot be an item at the same time. */
export function setMeaning(columns: readonly string[], meaning: ColumnMeaning): void {
  const { attribute, meanings } = get();
  const chosen = meaning !== 'attribute' && columns.includes(attribute.column);
  change({
    meanings: withMeaning(meanings, columns, meaning),
    ...(chosen ? { attribute: nothingChosen, values: undefined } : {}),
  });
}

export async function chooseAttribute(column: string): Promise<void> {
  const { shape, meanings } = get();
  const marked = shape === 'wide' && column !== '';
  set({
    ...outdated,
    attribute: { ...nothingChosen, column },
    values: undefined,
    ...(marked ? { meanings: withMeaning(meanings, [column], 'attribute') } : {}),
  });
  const values = await countValues();
  if (values === undefined) return;
  const numeric = values.numbers !== undefined && values.distinct > 10;
  set(({ attribute }) => ({
    values,
    attribute: {
      ...attribute,
      rule: numeric ? 'threshold' : values.distinct > MOST_NAMED ? 'one' : 'values',
      value: values.values[0]?.value ?? '',
      threshold: values.numbers === undefined ? '' : String(values.numbers.median),
    },
  }));
}

/** After other words for missing values: the groups that were made stay. */
export async function recountValues(): Promise<void> {
  const values = await countValues();
  if (values !== undefined) set({ values });
}

/** Of the attribute; undefined where there is none, or another was chosen meanwhile. */
async function countValues(): Promise<ColumnValues | undefined> {
  const state = get();
  const { attribute, columns, shape, files, missing } = state;
  const { column } = attribute;
  if (column === '') return undefined;
  const file = attributeFile(state)!;
  const user = file === files.ratings && shape === 'long' ? columns['ratings.user'] || undefined : undefined;
  try {
    const words = missingWords(missing);
    const values = await engine.run('columnValues', { chosen: file.chosen, column, user, missing: words });
    return get().attribute.column === column ? values : undefined;
  } catch (error) {
    if (get().attribute.column === column) set({ opening: { kind: 'failed', error } });
    return undefined;
  }
}

let opening: AbortController | undefined;

export async function openData(): Promise<void> {
  // Other data were chosen while these were read: the last choice counts.
  opening?.abort();
  const controller = new AbortController();
  opening = controller;
  const source = dataSourceOf(get());
  // What was found in other data does not belong beside these.
  stopAudit();
  set({
    opened: undefined,
    first: undefined,
    records: undefined,
    running: { kind: 'idle' },
    opening: { kind: 'busy', stage: 'Reading', since: Date.now() },
  });
  try {
    const opened = await engine.run('openData', source, {
      signal: controller.signal,
      onProgress: ({ stage }) => {
        if (opening === controller) set({ opening: { kind: 'busy', stage, since: Date.now() } });
      },
    });
    if (opening !== controller) return;
    set({ opened, opening: { kind: 'idle' } });
    announce(viewWordsNow().audit.data.dataRead(opened.summary.users, opened.summary.ratings));
  } catch (error) {
    if (opening === controller) set({ opening: { kind: 'failed', error } });
  }
}

let running: AbortController | undefined;

export async function runAudit(): Promise<void> {
  const { opened, settings, settled } = get();
  if (opened === undefined || openFindings(opened.summary.findings ?? [], settled.accept).length > 0) return;
  const controller = new AbortController();
  running = controller;
  const since = Date.now();
  const tell = everyQuarter();
  set({ running: { kind: 'busy', stage: 'Training', share: 0, since }, first: undefined, records: undefined });
  try {
    const options: RunOptions = {
      signal: controller.signal,
      onProgress: ({ stage, share }) => {
        if (controller.signal.aborted) return;
        set({ running: { kind: 'busy', stage, share, since } });
        tell(share ?? 0);
      },
    };
    const { attribute, kind, groups } = opened;
    const first = await engine.run('firstLook', { attribute, folds: settings.folds }, { signal: controller.signal });
    if (running !== controller) return;
    if (first !== undefined) tellFirst(first);
    const records =
      kind === 'number'
        ? await engine.run('auditNumber', numberSpecOf(attribute, unitOf(get()), settings), options)
        : await engine.run('audit', specOf(attribute, settings, { groups: groups.length }), options);
    if (running !== controller) return;
    set({ running: { kind: 'idle' }, records, hidden: [] });
    announce(viewWordsNow().audit.settings.doneNews);
  } catch (error) {
    // Other data were opened since.
    if (running !== controller) return;
    if (controller.signal.aborted) {
      set({ running: { kind: 'stopped' } });
      announce(viewWordsNow().audit.settings.stoppedNews);
    } else {
      set({ running: { kind: 'failed', error } });
      announce(viewWordsNow().audit.settings.failedNews(messageOf(error)));
    }
  }
}

export function stopAudit(): void {
  running?.abort();
}

function tellFirst(first: FirstLook): void {
  set({ first });
  announce(firstSentence(first));
}

/** Progress in words, but not at every step: that would talk over everything else. */
function everyQuarter(): (share: number) => void {
  let told = 0;
  return (share) => {
    const quarter = Math.floor(4 * share);
    if (quarter <= told || quarter > 3) return;
    told = quarter;
    announce(viewWordsNow().audit.settings.shareNews(25 * quarter));
  };
}
