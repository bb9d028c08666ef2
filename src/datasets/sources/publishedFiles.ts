/**
 * What can be downloaded: the publisher's file, its size and checksum as published, and the terms, which are shown and
 * accepted before anything is fetched. The data are not part of this project and may not be passed on.
 */

export interface PublishedFile {
  /** Appended to the base address. */
  readonly file: string;
  readonly bytes: number;
  readonly md5: string;
  readonly licence: string;
}

export const PUBLISHER = 'https://files.grouplens.org/datasets/movielens/';

/** In our words; the README in the archive has the publisher's. */
const TERMS: string = [
  'MovieLens data are published by GroupLens Research at the University of Minnesota. They may be used for research if you',
  '- do not state or imply that the University of Minnesota or GroupLens endorses you,',
  '- acknowledge the data in publications: F. M. Harper and J. A. Konstan, The MovieLens Datasets: History and Context,',
  '  ACM Transactions on Interactive Intelligent Systems 5(4), 2015, doi:10.1145/2827872,',
  '- do not pass the data on without separate permission,',
  '- do not use them for commercial or revenue-bearing purposes without permission of GroupLens.',
  'No correctness or suitability is guaranteed. The README in the archive has the full terms; they are what counts.',
].join('\n');

/** What `fetchDataset` can download, with sizes, checksums and terms. */
export const publishedFiles = Object.freeze({
  'ml-100k': { file: 'ml-100k.zip', bytes: 4_924_029, md5: '0e33842e24a9c977be4e0107933c0723', licence: TERMS },
  'ml-1m': { file: 'ml-1m.zip', bytes: 5_917_549, md5: 'c4d9eecfca2ab87c1945afe126590906', licence: TERMS },
}) satisfies Readonly<Record<string, PublishedFile>>;

/** A data set that can be downloaded. */
export type PublishedName = keyof typeof publishedFiles;
