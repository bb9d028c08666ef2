import { expect, it } from 'vitest';
import { safeLines, safeText } from './safeText.ts';

it('writes out what would act on a terminal, and keeps colours, lines and letters', () => {
  const clear = 'film\u001b[2J\u001b]0;title\u0007\u009b31m\r\u202eabc';
  const shown = 'film\\u001b[2J\\u001b]0;title\\u0007\\u009b31m\\u000d\\u202eabc';
  expect(safeText(clear)).toBe(shown);
  expect(safeLines(clear, true)).toBe(shown);
  expect(safeLines(clear, false)).toBe(shown);
  const own = '\u001b[1mbold\u001b[22m \u001b[31mred\u001b[39m\n\tÄpfel, “quotes”, 映画';
  expect(safeLines(own, true)).toBe(own);
  const plain = '\\u001b[1mbold\\u001b[22m \\u001b[31mred\\u001b[39m\n\tÄpfel, “quotes”, 映画';
  expect(safeText(own)).toBe(plain);
  expect(safeLines(own, false)).toBe(plain);
  // Concealed, and black on black.
  expect(safeLines('\u001b[8mhidden\u001b[30;40m', true)).toBe('\\u001b[8mhidden\\u001b[30;40m');
  expect(JSON.parse(safeLines(JSON.stringify({ name: '\u009bx' }), false))).toEqual({ name: '\u009bx' });
});
