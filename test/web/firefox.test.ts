/**
 * A whole visit in Firefox: the envelope by keyboard, the results, the round against the spy, the story, and German; a check
 * of a questionnaire; and nothing requested, kept or put into an address.
 */
import { describe, expect, it } from 'vitest';
import { startFirefox, withoutFirefox } from './support/firefox.ts';
import { openSite, skipped } from './support/site.ts';

describe.skipIf(withoutFirefox || skipped)('Firefox', () => {
  it('goes through a whole visit, and complains about nothing', async () => {
    const site = await openSite();
    const firefox = await startFirefox();
    try {
      const heading = (words: string) =>
        firefox.until(`return document.querySelector('h1')?.textContent.includes(${JSON.stringify(words)}) ?? false`);
      const text = (selector: string) =>
        firefox.run<string>(`return document.querySelector(${JSON.stringify(selector)}).textContent`);
      await firefox.open(`${site.address}?lang=en`);
      await firefox.until(`return document.querySelector('#loaded')?.dataset.kernels === 'wasm'`);
      await firefox.run(`window.complaints = []; addEventListener('error', (event) => complaints.push(event.message));
        addEventListener('securitypolicyviolation', (event) => complaints.push(event.violatedDirective));
        performance.clearResourceTimings();`);
      for (const key of ['4', '6', '2', '0', '5']) await firefox.press(key);
      await heading('The page has four guesses about you');
      await firefox.click('.bet-choice input');
      await firefox.click('.bet .button.primary');
      await heading('It thinks you');
      await firefox.click('.bet .button.primary');
      for (const key of ['1', '6', '3', '4', '2']) await firefox.press(key);
      await heading('What 10 harmless statements gave away');
      expect(await firefox.run('return location.search + location.hash')).toBe('?lang=en');
      expect(await firefox.run(`return document.querySelectorAll('.guesses li').length`)).toBe(4);
      // The picture to send on was drawn: it has more than one colour.
      const colours = `const pen = document.querySelector('.share-card').getContext('2d');
        const pixels = new Uint32Array(pen.getImageData(0, 0, 1200, 630).data.buffer);
        return new Set(pixels).size;`;
      expect(await firefox.run<number>(colours)).toBeGreaterThan(3);
      await firefox.click('.spy .button.primary');
      await firefox.until(`return document.querySelector('.spy-verdict') !== null`);
      expect(await text('.spy')).toContain('knows next to nothing');
      await firefox.run(`history.back()`);
      await firefox.until(`return document.querySelector('.question-count')?.textContent === 'Statement 10 of 10'`);
      await firefox.run(`location.hash = '#/story'`);
      await firefox.until(`return document.querySelector('#asked') !== null`);
      await firefox.run(`document.querySelector('#asked').focus()`);
      await firefox.press('\uE010');
      await firefox.until(
        `return /After 10 questions the AUC is 0\\.[67]/.test(document.querySelector('.story-auc').textContent)`,
      );
      await firefox.click('.language');
      await firefox.until(`return document.documentElement.lang === 'de'`);
      expect(await text('h1')).toBe('Tausend Menschen, zehn Fragen');
      await firefox.run(`location.hash = '#/questionnaire'`);
      await firefox.until(`return document.querySelectorAll('section .buttons .button').length > 3`);
      await firefox.click('[aria-labelledby=list-title] .buttons .button');
      await firefox.click('[aria-labelledby=list-title] .button.primary');
      await firefox.until(`return document.querySelector('#verdict') !== null`);
      expect(await text('#verdict')).toMatch(/^Merkmal /);
      const kept = 'return [localStorage.length, sessionStorage.length, document.cookie.length]';
      expect(await firefox.run(kept)).toEqual([0, 0, 0]);
      expect(await firefox.run(`return performance.getEntriesByType('resource').map(({ name }) => name)`)).toEqual([]);
      expect(await firefox.run('return window.complaints')).toEqual([]);
    } finally {
      await firefox.close();
      await site.close();
    }
  });
});
