/**
 * Data sets in the layout of their publishers: which files, which columns, and what codes stand for. MovieLens gives
 * age in 1M as the lower end of a group (1, 18, 25, 35, 45, 50, 56) and in 100K in years, so `age>=35` works in both.
 */

import type { LongColumns } from '../../tables/index.ts';
import type { FileOptions } from '../files/fileOptions.ts';

interface KnownFile extends FileOptions {
  readonly name: string;
  readonly columnNames: readonly string[];
}

export interface KnownLayout {
  /** By role; the same name in every file that has the role. */
  readonly columns: LongColumns & { readonly title?: string };
  readonly ratings: KnownFile;
  readonly users: KnownFile;
  readonly items?: KnownFile;
  /** Texts for the numbers in columns of the users. */
  readonly meanings?: Readonly<Record<string, readonly string[]>>;
}

const OCCUPATIONS_1M = [
  'other',
  'academic/educator',
  'artist',
  'clerical/admin',
  'college/grad student',
  'customer service',
  'doctor/health care',
  'executive/managerial',
  'farmer',
  'homemaker',
  'K-12 student',
  'lawyer',
  'programmer',
  'retired',
  'sales/marketing',
  'scientist',
  'self-employed',
  'technician/engineer',
  'tradesman/craftsman',
  'unemployed',
  'writer',
];

const ROLES = { user: 'user', item: 'item', rating: 'rating', time: 'time', title: 'title' };
const RATINGS = ['user', 'item', 'rating', 'time'];

const layouts = {
  'ml-100k': {
    columns: ROLES,
    ratings: { name: 'u.data', delimiter: '\t', header: false, columnNames: RATINGS },
    users: {
      name: 'u.user',
      delimiter: '|',
      header: false,
      columnNames: ['user', 'age', 'gender', 'occupation', 'zip'],
    },
    items: { name: 'u.item', delimiter: '|', header: false, encoding: 'latin-1', columnNames: ['item', 'title'] },
  },
  'ml-1m': {
    columns: ROLES,
    ratings: { name: 'ratings.dat', delimiter: '::', header: false, columnNames: RATINGS },
    users: {
      name: 'users.dat',
      delimiter: '::',
      header: false,
      columnNames: ['user', 'gender', 'age', 'occupation', 'zip'],
    },
    items: {
      name: 'movies.dat',
      delimiter: '::',
      header: false,
      encoding: 'latin-1',
      columnNames: ['item', 'title', 'genres'],
    },
    meanings: { occupation: OCCUPATIONS_1M },
  },
  // Copies with and without a first line of names are about: it is looked at.
  flixster: {
    columns: { user: 'userid', item: 'movieid', rating: 'rating' },
    ratings: { name: 'ratings.txt', delimiter: '\t', columnNames: ['userid', 'movieid', 'rating'] },
    users: {
      name: 'profile.txt',
      encoding: 'latin-1',
      columnNames: ['userid', 'gender', 'location', 'memberfor', 'lastlogin', 'profileview', 'age'],
    },
  },
} as const satisfies Record<string, KnownLayout>;

/** A data set whose layout is known. */
export type KnownName = keyof typeof layouts;

export const knownLayouts: Readonly<Record<KnownName, KnownLayout>> = layouts;
