/** Files, read and written whole. A write goes to a temporary file beside the target and is renamed: all or nothing. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { decodePresenceModel, PRESENCE_FORMAT, type PresenceModel, presenceFactors } from '../defence/index.ts';
import { UlteriorError } from '../errors/index.ts';
import {
  decodeModel,
  decodeNumericModel,
  encodeModel,
  encodeNumericModel,
  type FactorModel,
  formatOf,
  isNumericModel,
  NUMERIC_FORMAT,
  type NumericModel,
} from '../factorization/index.ts';

export async function writeFileAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(bytes);
      // On disk before the name points to it, or a power cut could leave an empty file under a good name.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    throw notWritable(path, cause);
  }
}

/** Also the folders above it; nothing where it is there already. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (cause) {
    throw notWritable(path, cause);
  }
}

function notWritable(path: string, cause: unknown): UlteriorError {
  return new UlteriorError(
    'FILE_NOT_WRITABLE',
    `"${path}" cannot be written: ${reasonOf(cause)}`,
    'check that the folder exists, that it may be written to, and that the disk has room',
    { path },
  );
}

export async function readWholeFile(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    throw new UlteriorError(
      'FILE_NOT_READABLE',
      `"${path}" cannot be read: ${reasonOf(cause)}`,
      'check the path and that the file may be read',
      { path },
    );
  }
}

/** Writes a model to a file, whole or not at all. */
export async function saveModel(path: string, model: FactorModel | NumericModel): Promise<void> {
  await writeFileAtomically(path, isNumericModel(model) ? encodeNumericModel(model) : encodeModel(model));
}

/** A public model of presence is read as a model that observes whether an item was seen. */
const answerModelIn = (bytes: Uint8Array): FactorModel =>
  formatOf(bytes) === PRESENCE_FORMAT.format ? presenceFactors(decodePresenceModel(bytes)) : decodeModel(bytes);

/** A model of answers; one that `ulterior train --model chances` wrote gives skips their price. */
export function loadAnswerModel(path: string): Promise<FactorModel> {
  return loadWith(path, answerModelIn);
}

/** Refuses a file that is truncated, altered or no model; the error names the file. */
export function loadModel(path: string): Promise<FactorModel> {
  return loadWith(path, decodeModel);
}

/** A model of types or of a number, whichever the file holds. */
export function loadAnyModel(path: string): Promise<FactorModel | NumericModel> {
  return loadWith(path, (bytes) =>
    formatOf(bytes) === NUMERIC_FORMAT.format ? decodeNumericModel(bytes) : answerModelIn(bytes),
  );
}

/** The public model of which items people rate (`ulterior train --model chances`). */
export function loadPresenceModel(path: string): Promise<PresenceModel> {
  return loadWith(path, decodePresenceModel);
}

async function loadWith<Model>(path: string, decode: (bytes: Uint8Array) => Model): Promise<Model> {
  const bytes = await readWholeFile(path);
  try {
    return decode(bytes);
  } catch (cause) {
    if (!(cause instanceof UlteriorError)) throw cause;
    throw new UlteriorError(cause.code, `"${path}": ${cause.message}`, cause.advice, { ...cause.details, path });
  }
}

/** What systems say in codes. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you may not do that there',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
};

/** Why a file cannot be read or written, in words. */
export function reasonOf(cause: unknown): string {
  const known = REASONS[(cause as { readonly code?: string }).code ?? ''];
  if (known !== undefined) return known;
  return cause instanceof Error ? cause.message : String(cause);
}
