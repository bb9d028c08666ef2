/**
 * A folder that keeps what was answered: identity.json says which recommender, ratings and length of lists the answers
 * belong to, answers.jsonl has one line per person. A line is written at once, so a run that is killed loses what was under
 * way and nothing else. A line that is not whole belongs to such a run: that person is asked again.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UlteriorError } from '../errors/index.ts';
import { makeFolder, writeFileAtomically } from '../runtime/index.ts';
import { shownAddress } from './address.ts';
import type { Recommended } from './contract.ts';

interface JournalIdentity {
  readonly url: URL;
  /** Fingerprint of the ratings. */
  readonly ratings: string;
  readonly topN: number;
}

export interface Journal {
  /** By the id of the person. */
  readonly answers: ReadonlyMap<string, Recommended>;
  add(user: string, answer: Recommended): Promise<void>;
  close(): Promise<void>;
}

/** Answers in memory alone where there is no folder. */
export async function openJournal(folder: string | undefined, identity: JournalIdentity): Promise<Journal> {
  const answers = new Map<string, Recommended>();
  if (folder === undefined) {
    return { answers, add: async (user, answer) => void answers.set(user, answer), close: async () => {} };
  }
  await makeFolder(folder);
  const path = join(folder, 'answers.jsonl');
  const written = await textOf(path);
  await claim(folder, identity, written !== undefined);
  const file = await open(path, 'a', 0o600).catch((cause) => {
    throw notWritable(path, cause);
  });
  for (const line of (written ?? '').split('\n')) {
    const found = answerIn(line);
    if (found !== undefined) answers.set(found.user, found.answer);
  }
  let last = Promise.resolve();
  if (written !== undefined && written !== '' && !written.endsWith('\n')) last = append(file, path, '\n');
  return {
    answers,
    add: (user, answer) => {
      // One after another: lines must not run into each other.
      last = last.then(() => append(file, path, `${JSON.stringify({ user, ...answer })}\n`));
      return last.then(() => void answers.set(user, answer));
    },
    close: async () => {
      await last.catch(() => {});
      await file.close();
    },
  };
}

/** Refuses a folder of another recommender, other ratings or other lists. */
async function claim(folder: string, { url, ratings, topN }: JournalIdentity, hasAnswers: boolean): Promise<void> {
  const own: Readonly<Record<string, string | number>> = {
    format: 'ulterior recommender journal 1',
    recommender: shownAddress(url),
    // The whole address, which may hold what is not to be read.
    address: createHash('sha256').update(url.href).digest('hex'),
    ratings,
    topN,
  };
  const path = join(folder, 'identity.json');
  const known = await textOf(path);
  if (known === undefined && !hasAnswers) {
    return writeFileAtomically(path, new TextEncoder().encode(`${JSON.stringify(own, undefined, 2)}\n`));
  }
  const other = differenceIn(own, known ?? '');
  if (other === undefined) return;
  throw new UlteriorError(
    'CHECKPOINT_FOREIGN',
    `"${folder}" contains answers that do not belong here: ${other}`,
    'name another folder, or delete this one to ask everyone again',
    { folder },
  );
}

const DIFFERENCES = {
  format: 'it is not the journal of a recommender',
  address: 'they are of another recommender, or of another address of this one',
  ratings: 'they are about other ratings',
  topN: 'the lists have another length',
} as const;

function differenceIn(own: Readonly<Record<string, string | number>>, text: string): string | undefined {
  const known = parsed(text) as Readonly<Record<string, unknown>> | undefined;
  const names = Object.keys(DIFFERENCES) as (keyof typeof DIFFERENCES)[];
  const other = names.find((name) => known?.[name] !== own[name]);
  return other && DIFFERENCES[other];
}

function answerIn(line: string): { user: string; answer: Recommended } | undefined {
  const { user, items, scores } = (parsed(line) ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof user !== 'string' || !Array.isArray(items) || !Array.isArray(scores)) return undefined;
  const whole =
    items.length === scores.length &&
    items.every((item) => typeof item === 'string') &&
    scores.every((score) => score === null || typeof score === 'number');
  return whole ? { user, answer: { items, scores } } : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

async function append(file: FileHandle, path: string, text: string): Promise<void> {
  try {
    await file.appendFile(text);
  } catch (cause) {
    throw notWritable(path, cause);
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as { readonly code?: unknown }).code === 'ENOENT') return undefined;
    throw new UlteriorError(
      'FILE_NOT_READABLE',
      `"${path}" cannot be read: ${reasonOf(cause)}`,
      'name another folder',
      {
        path,
      },
    );
  }
}

function notWritable(path: string, cause: unknown): UlteriorError {
  return new UlteriorError(
    'FILE_NOT_WRITABLE',
    `"${path}" cannot be written: ${reasonOf(cause)}`,
    'check that the folder may be written to, and that the disk has room',
    { path },
  );
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
