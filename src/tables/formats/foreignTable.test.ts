import { describe, expect, it } from 'vitest';
import { dateText } from './foreignTable.ts';

describe('days', () => {
  it('are those of the calendar, leap days among them', () => {
    for (let seconds = -12_219_379_200; seconds < 8e9; seconds += 86_400 * 17 + 3601) {
      expect(dateText(seconds)).toBe(new Date(seconds * 1000).toISOString().slice(0, 19));
    }
    for (const day of ['1600-02-29', '1900-02-28', '1900-03-01', '2000-02-29', '2023-12-31', '2024-02-29']) {
      expect(dateText(Date.parse(day) / 1000)).toBe(`${day}T00:00:00`);
    }
  });
});
