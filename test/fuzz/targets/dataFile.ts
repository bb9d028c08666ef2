/** Data files (NAME.ulterior.json), and data named in one word. */
import { sourceFromText } from '../../../src/datasets/sources/datasetSource.ts';
import { formatDataFile, parseDataFile } from '../../../src/tables/index.ts';
import { type FuzzTarget, onlyCoded, textOf } from '../onlyCoded.ts';

export const fuzz: FuzzTarget = (bytes) =>
  onlyCoded(() => {
    const text = textOf(bytes);
    if (text === undefined) return;
    const file = parseDataFile(text, 'survey.ulterior.json');
    const written = formatDataFile(file);
    const again = formatDataFile(parseDataFile(written, 'survey.ulterior.json'));
    if (written !== again) throw new Error(`a data file became another one:\n${written}${again}`);
    if (file.data !== undefined) sourceFromText(file.data);
  });
