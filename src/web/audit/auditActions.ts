/** What the visitor can do in the audit view. */
import { messageOf } from '../components/Problem.tsx';
import { engine } from '../engine/engine.ts';
import type { ChosenFile, NamedBlob } from '../files/index.ts';
import { announce } from '../shell/announce.ts';
import { specOf } from './auditPlan.ts';
import { type AuditState, auditStore, type FileRole, nothingChosen } from './auditState.ts';
import { dataSourceOf, missingWords } from './dataSource.ts';

const { get, set } = auditStore;

/** What was read or found is no longer of what is chosen. */
const outdated: Partial<AuditState> = { opened: undefined, opening: { kind: 'idle' } };

export function takeWorld(): void {
  set({ ...outdated, source: 'world' });
  void openData();
}

/** Reads the beginning of a file. Options that are given replace those before. */
export async function chooseFile(
  role: FileRole,
  file: NamedBlob,
  options: Omit<ChosenFile, 'file'> = {},
): Promise<void> {
  const chosen = { ...options, file };
  set(({ files }) => ({ ...outdated, source: 'files', files: { ...files, [role]: { chosen } } }));
  try {
    const preview = await engine.run('previewFile', chosen);
    if (get().files[role]?.chosen !== chosen) return;
    const guesses = Object.entries(preview.guesses).map(([meaning, column]) => [`${role}.${meaning}`, column]);
    set(({ files, columns, shape, attribute }) => ({
      files: { ...files, [role]: { chosen, preview } },
      columns: { ...columns, ...emptied(columns, role), ...Object.fromEntries(guesses) },
      shape: role === 'ratings' ? (preview.wide ? 'wide' : 'long') : shape,
      attribute: role === 'titles' ? attribute : nothingChosen,
      ...(role === 'titles' ? {} : { values: undefined }),
    }));
    announce(`${file.name}: ${preview.names.length} columns.`);
  } catch (error) {
    if (get().files[role]?.chosen !== chosen) return;
    set(({ files }) => ({ files: { ...files, [role]: { chosen, error } } }));
  }
}

function emptied(columns: Readonly<Record<string, string>>, role: FileRole): Record<string, string> {
  return Object.fromEntries(Object.keys(columns).flatMap((key) => (key.startsWith(`${role}.`) ? [[key, '']] : [])));
}

export function removeFile(role: FileRole): void {
  set(({ files: { [role]: _, ...files }, attribute, values }) => ({
    ...outdated,
    files,
    ...(role === 'ratings' ? { source: 'none' as const } : {}),
    attribute: role === 'people' ? nothingChosen : attribute,
    values: role === 'people' ? undefined : values,
  }));
}

/** A change of the form: what was read before no longer stands for it. */
export function change(part: Partial<AuditState>): void {
  set({ ...outdated, ...part });
}

export async function chooseAttribute(column: string): Promise<void> {
  set({ ...outdated, attribute: { ...nothingChosen, column }, values: undefined });
  const { files, columns, shape, missing } = get();
  const { chosen } = (files.people ?? files.ratings)!;
  const user = files.people === undefined && shape === 'long' ? columns['ratings.user'] || undefined : undefined;
  if (column === '') return;
  try {
    const values = await engine.run('columnValues', { chosen, column, user, missing: missingWords(missing) });
    if (get().attribute.column !== column) return;
    const numeric = values.numbers !== undefined && values.distinct > 6;
    set(({ attribute }) => ({
      values,
      attribute: {
        ...attribute,
        rule: numeric ? 'threshold' : values.distinct > 8 ? 'one' : 'asIs',
        value: values.values[0]?.value ?? '',
        threshold: values.numbers === undefined ? '' : String(values.numbers.median),
      },
    }));
  } catch (error) {
    if (get().attribute.column === column) set({ opening: { kind: 'failed', error } });
  }
}

export async function openData(): Promise<void> {
  const source = dataSourceOf(get());
  // What was found in other data does not belong beside these.
  stopAudit();
  set({
    opened: undefined,
    records: undefined,
    running: { kind: 'idle' },
    opening: { kind: 'busy', stage: 'Reading', since: Date.now() },
  });
  try {
    const opened = await engine.run('openData', source, {
      onProgress: ({ stage }) => set({ opening: { kind: 'busy', stage, since: Date.now() } }),
    });
    set({ opened, opening: { kind: 'idle' } });
    announce(`Read: ${opened.summary.users} people, ${opened.summary.ratings} ratings.`);
  } catch (error) {
    set({ opening: { kind: 'failed', error } });
  }
}

let running: AbortController | undefined;

export async function runAudit(): Promise<void> {
  const { opened, settings } = get();
  if (opened === undefined) return;
  const controller = new AbortController();
  running = controller;
  const since = Date.now();
  const tell = everyQuarter();
  set({ running: { kind: 'busy', stage: 'Training', share: 0, since }, records: undefined });
  try {
    const spec = specOf(opened.attribute, settings, { groups: opened.groups.length });
    const records = await engine.run('audit', spec, {
      signal: controller.signal,
      onProgress: ({ stage, share }) => {
        if (controller.signal.aborted) return;
        set({ running: { kind: 'busy', stage, share, since } });
        tell(share ?? 0);
      },
    });
    if (running !== controller) return;
    set({ running: { kind: 'idle' }, records, hidden: [] });
    announce('The audit is done. The results are below.');
  } catch (error) {
    // Other data were opened since.
    if (running !== controller) return;
    if (controller.signal.aborted) {
      set({ running: { kind: 'stopped' } });
      announce('The audit was stopped.');
    } else {
      set({ running: { kind: 'failed', error } });
      announce(`The audit failed: ${messageOf(error)}`);
    }
  }
}

export function stopAudit(): void {
  running?.abort();
}

/** Progress in words, but not at every step: that would talk over everything else. */
function everyQuarter(): (share: number) => void {
  let told = 0;
  return (share) => {
    const quarter = Math.floor(4 * share);
    if (quarter <= told || quarter > 3) return;
    told = quarter;
    announce(`${25 * quarter} percent done`);
  };
}
