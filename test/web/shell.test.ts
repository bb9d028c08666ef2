/** What all views share: the policy, the colours, the way between views, and nothing for axe to find. */
import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { themes } from '../../src/report/index.ts';
import { enViews } from '../../src/web/words/views.en.ts';
import { expectAccessible, openSite, POLICY, type Site, skipped, widthOf } from './support/site.ts';

describe.skipIf(skipped)('the shell of the page', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => site?.close());

  const VIEWS = ['try', 'story', 'audit', 'questionnaire', 'about', 'more'];

  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('has the colours of the reports in %s, and axe finds nothing at %i pixels', async (scheme, width) => {
    await site.visit({ colorScheme: scheme, viewport: { width, height: 844 } }, async ({ page }) => {
      const theme = themes[scheme];
      const roles = ['paper', 'ink', 'soft', 'rule', 'grid', 'control'] as const;
      const wanted = [
        ...roles.map((role) => [role, theme[role]]),
        ...theme.contenders.map((colour, at) => [`c${at}`, colour]),
        ...theme.types.map((colour, at) => [`t${at}`, colour]),
      ];
      for (const [name, colour] of wanted) expect(await variable(page, name!), name).toBe(colour);
      for (const view of VIEWS) {
        await page.goto(`${site.address}#/${view}`);
        await page.locator('h1').waitFor();
        await expectAccessible(page);
        expect(await widthOf(page), view).toBe(width);
      }
    });
  });

  it('carries the policy in the page itself, for servers that send none', () => {
    const html = readFileSync(new URL('../../src/web/index.html', import.meta.url), 'utf8');
    expect(html).toContain(`content="${POLICY}"`);
  });

  it('names documents that exist', () => {
    const named = Object.keys(enViews.about.more.documents);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([]);
  });

  it('says so where a model cannot be loaded, and the other views go on', async () => {
    await site.visit({}, async ({ page }) => {
      const other = await page.context().newPage();
      await other.route('**/*.safetensors', (route) => route.abort());
      await other.goto(`${site.address}#/more`);
      await other.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
      expect(await other.getByRole('alert').textContent()).toMatch(/^The model .*\.safetensors could not be loaded\.$/);
      expect(await other.locator('#loaded').textContent()).toContain('Part of the page could not be loaded');
      await other.getByRole('link', { name: 'About', exact: true }).click();
      await other.getByRole('heading', { level: 1, name: 'About' }).waitFor();
      // What needs a model is left out, once it is clear that there is none; the text stays.
      await other.locator('#teach ~ p', { hasText: 'Loading' }).waitFor({ state: 'detached' });
      expect(await other.getByRole('heading', { level: 1 }).textContent()).toBe('About');
    });
  });

  it('leads from view to view: title, mark, focus and the way back', async () => {
    await site.visit({}, async ({ page }) => {
      expect(await page.title()).toBe('Try it · Ulterior');
      await page.getByRole('link', { name: 'About', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
      expect(await page.title()).toBe('About · Ulterior');
      expect(await page.locator('nav [aria-current=page]').textContent()).toBe('About');
      expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Ten harmless statements' }).waitFor();
      await page.goto(`${site.address}#/nowhere`);
      await page.getByRole('heading', { level: 1, name: 'Ten harmless statements' }).waitFor();
    });
  });

  it('runs the kernels as WebAssembly under the policy, and lets the keyboard skip the header', async () => {
    await site.visit({}, async ({ page }) => {
      expect(await page.locator('#loaded').getAttribute('data-kernels')).toBe('wasm');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('What exactly does it guess? (spoiler)');
    });
  });
});

/** A colour of the page; the build shortens #ffffff to #fff. */
async function variable(page: Page, name: string): Promise<string> {
  const colour = await page.evaluate<string>(
    `getComputedStyle(document.documentElement).getPropertyValue('--${name}')`,
  );
  return /^#\w{3}$/.test(colour) ? colour.replaceAll(/\w/g, '$&$&') : colour;
}
