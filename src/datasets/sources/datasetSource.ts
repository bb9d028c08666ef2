/**
 * Where data come from, as a plain value that goes into a file or a command line: files in a long or a wide layout, a
 * known data set in its own layout, or a synthetic world.
 */

import { UlteriorError } from '../../errors/index.ts';
import {
  type DatasetOptions,
  type DuplicateRule,
  type ItemColumns,
  type LongColumns,
  type ReaderDefinition,
  type ReaderOptions,
  type RowMatch,
  readerRegistry,
} from '../../tables/index.ts';
import { type WorldPresetName, worldPresets } from '../../worlds/index.ts';
import type { FileOptions } from '../files/fileOptions.ts';

/** Ratings with one row each, and tables of people and of titles beside them. */
export interface LongSource extends DatasetOptions {
  readonly kind: 'long';
  readonly ratings: LongFile;
  /** One row per user, with the attributes; those it lacks may be in every row of the ratings. */
  readonly users?: UsersFile | undefined;
  /** One row per item, with its title. */
  readonly items?: TitleFile | undefined;
  readonly duplicates?: DuplicateRule | undefined;
}

/** A table with one row per rating. */
interface LongFile extends FileOptions {
  readonly path: string;
  readonly columns?: Partial<LongColumns> | undefined;
}

/** A table of people. */
export interface UsersFile extends FileOptions {
  readonly path: string;
  /** The column with the ids. */
  readonly user?: string | undefined;
}

/** A table of items and their titles. */
export interface TitleFile extends FileOptions {
  readonly path: string;
  readonly item?: string | undefined;
  readonly title?: string | undefined;
}

/** A survey: one row per person, and the columns are items. */
export interface WideSource extends DatasetOptions, FileOptions {
  readonly kind: 'wide';
  readonly path: string;
  readonly items: ItemColumns;
  readonly user?: string | undefined;
  /** One row per person, with attributes; matched by id unless `match` says position. */
  readonly users?: (UsersFile & { readonly match?: RowMatch | undefined }) | undefined;
  /** One row per item column, with its title; matched by the name of the column, or by position where there is no id. */
  readonly titles?: (TitleFile & { readonly match?: RowMatch | undefined }) | undefined;
  /** What counts where a person has several rows. */
  readonly duplicates?: DuplicateRule | undefined;
}

/** Data with a reader of their own: a known data set, whose attribute is gender where none is given, or a plug-in's. */
export interface KnownSource extends ReaderOptions {
  readonly kind: 'known';
  /** Of the reader. */
  readonly name: string;
  /** What the reader is given; of a known data set the folder of its files, or one that holds that folder by its name. */
  readonly folder: string;
}

/** What is not given is as in the preset; the only attribute is the world's own, or the number that is named. */
export interface WorldSource extends Pick<DatasetOptions, 'minPerUser' | 'minPerItem'> {
  readonly kind: 'world';
  readonly name: WorldPresetName;
  readonly users?: number | undefined;
  readonly items?: number | undefined;
  readonly ratingsPerUser?: number | undefined;
  readonly leak?: number | undefined;
  /** The name of a number that people have in place of the preset's types. */
  readonly number?: string | undefined;
  /** 1 where it is not given. */
  readonly seed?: number | undefined;
}

/**
 * Where data come from: a table with one row per rating, a table with one row per person, a known data set, or an
 * invented world.
 */
export type DatasetSource = LongSource | WideSource | KnownSource | WorldSource;

const WORLD_SETTINGS = ['users', 'items', 'ratingsPerUser', 'leak', 'seed'] as const;

/**
 * A source in one word: `world:demo`, `world:movielens,users=500,leak=0.3,seed=7`, `ml-1m:/data/ml-1m`, or the path of
 * a long table.
 */
export function sourceFromText(text: string): DatasetSource {
  if (text.startsWith('world:')) return worldFromText(text);
  const known = /^([\w-]+):(.+)$/.exec(text);
  if (known !== null && isKnown(known[1]!)) return { kind: 'known', name: known[1]!, folder: known[2]! };
  if (isKnown(text)) {
    throw sourceUnknown(`"${text}" does not say where its files are`, `write ${text}:folder`, text);
  }
  return { kind: 'long', ratings: { path: text } };
}

function worldFromText(text: string): WorldSource {
  const [name = '', ...settings] = text.slice('world:'.length).split(',');
  requireWorld(name);
  const values: Partial<Record<(typeof WORLD_SETTINGS)[number], number>> = {};
  for (const setting of settings) {
    const [, key, value] = /^\s*(\w+)\s*=\s*(-?[\d.]+(?:e-?\d+)?)\s*$/i.exec(setting) ?? [];
    const known = WORLD_SETTINGS.find((candidate) => candidate === key);
    if (known === undefined || !Number.isFinite(Number(value))) {
      throw sourceUnknown(
        `"${setting}" in "${text}" is not a setting of a world`,
        `write name=number with one of the names ${WORLD_SETTINGS.join(', ')}`,
        text,
      );
    }
    values[known] = Number(value);
  }
  return { kind: 'world', name, ...values };
}

export function requireWorld(name: string): asserts name is WorldPresetName {
  if (Object.hasOwn(worldPresets, name)) return;
  throw sourceUnknown(`there is no world "${name}"`, `name one of ${Object.keys(worldPresets).join(', ')}`, name);
}

export function readerNamed(name: string): ReaderDefinition {
  const found = readerRegistry.find(name);
  if (found !== undefined) return found;
  const known = readerRegistry.all.map((reader) => reader.name);
  throw sourceUnknown(`no known data set is called "${name}"`, `name one of ${known.join(', ')}`, name);
}

export function sourceUnknown(message: string, advice: string, source: string): UlteriorError {
  return new UlteriorError('SOURCE_UNKNOWN', message, advice, { source });
}

function isKnown(name: string): boolean {
  return readerRegistry.find(name) !== undefined;
}
