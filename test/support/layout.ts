/**
 * A page as many people see it: on small and large screens, in light and dark, with letters of twice the size, in a wide
 * font and in a narrow one. Whatever does not fit is named.
 *
 * No font is sure to be there, so its width is set by spacing: the wide one has the spacing that readers may set for
 * themselves (WCAG 1.4.12: 0.12 em between letters, 0.16 em between words), the narrow one has less than usual.
 */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const WIDTHS = [320, 360, 390, 1024, 1440];

const FONTS = {
  wide: `* { font-family: "DejaVu Sans", Verdana, sans-serif !important }
    body { letter-spacing: 0.12em; word-spacing: 0.16em } svg { letter-spacing: 0 !important; word-spacing: 0 !important }`,
  narrow: `* { font-family: "DejaVu Sans Condensed", "Arial Narrow", sans-serif !important; font-stretch: condensed !important }
    body { letter-spacing: -0.03em }`,
} as const;

/** Dark changes no layout, so it goes with one of the fonts. */
const LOOKS = WIDTHS.flatMap((width) =>
  (['wide', 'narrow'] as const).flatMap((font) =>
    [100, 200].map((percent) => ({ width, font, percent, colorScheme: font === 'wide' ? 'light' : 'dark' }) as const),
  ),
);

/** A title of 200 letters, a word of 60 without a place to break it. */
export const LONG_TITLE = 'A title that goes on and on, as titles of songs and papers sometimes do, '
  .repeat(3)
  .slice(0, 200);
export const LONG_WORD = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbau2026'.slice(0, 60);

/** What does not fit at any of the looks; the page is left at the last of them. */
export async function expectFits(page: Page, name: string): Promise<void> {
  await page.evaluate(`document.adoptedStyleSheets = [new CSSStyleSheet()]`);
  const found: string[] = [];
  for (const { width, font, percent, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const style = `html { font-size: ${percent}% } ${FONTS[font]}`;
    const misfits = await page.evaluate<string[]>(`
      document.adoptedStyleSheets[0].replaceSync(${JSON.stringify(style)});
      (${MISFITS})()`);
    found.push(...misfits.map((misfit) => `${name}, ${width} pixels, ${font}, ${percent}%: ${misfit}`));
  }
  expect.soft(found).toEqual([]);
}

/**
 * Runs in the page. Text counts where its middle half stands: the boxes of two lines of one paragraph may touch.
 */
const MISFITS = `() => {
  const room = document.documentElement.clientWidth;
  const nameOf = (element) => {
    const classes = element.getAttribute('class');
    return element.tagName.toLowerCase() + (classes ? '.' + classes.trim().split(/\\s+/).join('.') : '') + ' "' + element.textContent.trim().slice(0, 30) + '"';
  };
  const misfits = [];
  // The page scrolls one way only.
  const scrolled = document.documentElement.scrollWidth;
  if (scrolled > room) {
    const scrolls = (element) => element.closest('.table, .unseen, .skip') !== null;
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > room + 0.5 && !scrolls(element),
    );
    const innermost = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
    misfits.push('scrolls to ' + scrolled + ' by ' + innermost.slice(0, 3).map(nameOf).join(', '));
  }
  // Pictures hold their words.
  for (const text of document.querySelectorAll('figure svg text')) {
    const [word, picture] = [text.getBoundingClientRect(), text.ownerSVGElement.getBoundingClientRect()];
    if (word.left < picture.left - 4 || word.right > picture.right + 4) misfits.push('leaves its picture: ' + nameOf(text));
  }
  // A control holds its label.
  for (const control of document.querySelectorAll('button, label, summary, a')) {
    if (control.closest('.unseen, .skip') || control.clientWidth <= 1) continue;
    if (control.scrollWidth > control.clientWidth + 1) misfits.push('sticks out of its control: ' + nameOf(control));
  }
  // No label stands on other text.
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest('.unseen, .skip, svg, script, option, textarea, .table') || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const label = parent.closest('button, label, summary, a, legend') !== null;
    for (const { left, right, top, height } of range.getClientRects()) {
      texts.push({ node, label, left: left + 1, right: right - 1, top: top + height / 4, bottom: top + (3 * height) / 4 });
    }
  }
  texts.sort((a, b) => a.top - b.top);
  texts.forEach((one, at) => {
    for (let next = at + 1; next < texts.length && texts[next].top < one.bottom; next++) {
      const other = texts[next];
      if (other.node === one.node || !(one.label || other.label)) continue;
      if (other.left < one.right && one.left < other.right) {
        misfits.push('"' + one.node.data.trim().slice(0, 30) + '" stands on "' + other.node.data.trim().slice(0, 30) + '"');
      }
    }
  });
  return misfits;
}`;
