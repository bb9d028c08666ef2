/** Which files to make data from, and what their columns mean: what the form of the page fills in. */
import type {
  DatasetOptions,
  DuplicateRule,
  ItemColumns,
  ItemsChoice,
  LongColumns,
  UsersChoice,
} from '../../tables/index.ts';
import type { NamedBlob } from './namedBlob.ts';
import type { ReadOptions } from './openRows.ts';

export interface ChosenFile extends ReadOptions {
  readonly file: NamedBlob;
}

/** One row per rating. */
export interface LongFiles extends DatasetOptions {
  readonly kind: 'long';
  readonly ratings: ChosenFile & { readonly columns?: Partial<LongColumns> | undefined };
  /** One row per person, with the attributes; where there is none, every row of the ratings has them. */
  readonly people?: (ChosenFile & { readonly user?: string | undefined }) | undefined;
  /** One row per item, with its title. */
  readonly items?:
    | (ChosenFile & { readonly item?: string | undefined; readonly title?: string | undefined })
    | undefined;
  readonly duplicates?: DuplicateRule | undefined;
}

/** One row per person, one column per item. */
export interface WideFile extends DatasetOptions, ChosenFile {
  readonly kind: 'wide';
  readonly items: ItemColumns;
  readonly user?: string | undefined;
  /** One row per person, with attributes. */
  readonly people?: (ChosenFile & UsersChoice) | undefined;
  /** One row per item column, with its title. */
  readonly titles?: (ChosenFile & ItemsChoice) | undefined;
  readonly duplicates?: DuplicateRule | undefined;
}

export type FileSource = LongFiles | WideFile;
