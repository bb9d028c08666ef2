import { expect, it } from 'vitest';
import { safeLines, safeText } from './safeText.ts';

it('writes out what would act on a terminal, and keeps colours, lines and letters', () => {
  const clear = 'film\u001b[2J\u001b]0;title\u0007\u009b31m\r\u202eabc';
  const shown = 'film\\u001b[2J\\u001b]0;title\\u0007\\u009b31m\\u000d\\u202eabc';
  expect(safeText(clear)).toBe(shown);
  expect(safeLines(clear)).toBe(shown);
  const own = '\u001b[1mbold\u001b[22m\n\tÄpfel, “quotes”, 映画';
  expect(safeLines(own)).toBe(own);
  expect(safeText(own)).toBe('\\u001b[1mbold\\u001b[22m\n\tÄpfel, “quotes”, 映画');
  expect(JSON.parse(safeLines(JSON.stringify({ name: '\u009bx' })))).toEqual({ name: '\u009bx' });
});
