/** Tables and texts in a terminal of some width. */
import { describe, expect, it } from 'vitest';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { reportOf } from '../kinds/reportOf.ts';
import { table, tableLines, wrapLine } from './table.ts';

describe('in a terminal', () => {
  it.each([60, 80, 100])('of %i columns no line of a report is wider, and no interval is broken', (width) => {
    const { summary } = reportOf(sampleRecords());
    const lines = summary(width);
    for (const line of lines) {
      expect(line.length).toBeLessThanOrEqual(width);
      // An interval that begins on a line ends there.
      expect(line.match(/\[/g)?.length ?? 0).toBe(line.match(/\]/g)?.length ?? 0);
    }
    // Nothing is lost.
    const words = (all: readonly string[]) => new Set(all.join(' ').split(/\s+/));
    for (const word of words(summary())) expect(words(lines)).toContain(word);
  });

  it('a wide table goes on below, with its first column', () => {
    const column = (heading: string) => ({ heading, cell: () => '0.50 [0.40, 0.60]' });
    const { parts } = table('T', 'N', [{ heading: 'Who', cell: String, text: true }, column('a'), column('b')], ['x']);
    expect(tableLines(parts, 30)).toEqual([
      'T',
      'N',
      'Who                  a',
      'x    0.50 [0.40, 0.60]',
      '',
      'Who                  b',
      'x    0.50 [0.40, 0.60]',
    ]);
    expect(tableLines(parts)).toHaveLength(4);
  });

  it('an entry of a list goes on below its text', () => {
    expect(wrapLine('- one two three', 9)).toEqual(['- one two', '  three']);
    expect(wrapLine('one', 2)).toEqual(['one']);
  });
});
