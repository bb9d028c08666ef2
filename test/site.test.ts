/** The site: every document has its place, and what is built has no broken link, needs no other host, and is accessible. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entries, pages } from '../site/contents.mjs';
import { expectAccessible, LOOKS } from './support/accessible.ts';
import { describeNeeds } from './support/needs.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const built = join(root, 'site/dist');
const CHROMIUM = '/usr/bin/chromium';

describe('the contents', () => {
  it('have every document once', () => {
    const documents = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`);
    const listed = pages.map(({ source }) => source);
    expect(listed.filter((source) => source.startsWith('docs/')).sort()).toEqual(documents.sort());
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((source) => !existsSync(join(root, source)))).toEqual([]);
  });
});

const missing = existsSync(join(root, 'site/node_modules/vitepress'))
  ? undefined
  : 'the tools of the site are not installed (npm --prefix site ci)';

describeNeeds(missing, 'the site', () => {
  let server: Server;
  let address: string;

  beforeAll(async () => {
    const { status, stderr } = spawnSync('npm', ['run', 'build'], { cwd: join(root, 'site'), encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    server = createServer((request, response) => {
      const path = decodeURI(new URL(request.url!, 'http://site').pathname);
      const file = join(built, path.endsWith('/') ? `${path}index.html` : path);
      if (!existsSync(file)) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(readFileSync(file));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server?.close());

  it('has no link that leads nowhere, pictures and anchors included', () => {
    const html = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
    expect(html.length).toBeGreaterThan(pages.length);
    const textOf = new Map(html.map((name) => [`/${name}`, readFileSync(join(built, name), 'utf8')]));
    const broken = [...textOf].flatMap(([from, text]) =>
      [...text.matchAll(/(?:href|src)="([^"]+)"/g)]
        .map(([, target]) => target!)
        .filter((target) => !/^(https?:|mailto:|data:)/.test(target))
        .filter((target) => {
          const { pathname, hash } = new URL(target, `http://site${from}`);
          const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
          if (!existsSync(join(built, decodeURI(path)))) return true;
          const anchor = decodeURIComponent(hash.slice(1));
          return anchor !== '' && textOf.has(path) && !textOf.get(path)!.includes(`id="${anchor}"`);
        })
        .map((target) => `${from} -> ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('has one first heading on every page, a page before it and one after it, and no formula that only some readers draw', () => {
    const texts = pages.map(({ link }) => [link, readFileSync(fileOf(link), 'utf8')] as const);
    expect(texts.filter(([, text]) => text.match(/<h1/g)?.length !== 1).map(([link]) => link)).toEqual([]);
    const last = texts.filter(([, text]) => !text.includes('pager-link next')).map(([link]) => link);
    const first = texts.filter(([, text]) => !text.includes('pager-link prev')).map(([link]) => link);
    expect({ first, last }).toEqual({ first: [pages[0]!.link], last: [] });
    expect(texts.filter(([, text]) => /\$[^$<]*[_^\\][^$<]*\$/.test(outsideCode(text))).map(([link]) => link)).toEqual(
      [],
    );
  });

  it('shows what code printed', () => {
    expect(readFileSync(join(built, 'beyond/beliefs.html'), 'utf8')).toContain('What it prints');
  });

  it('has every public name in its reference, with the examples that import it', () => {
    const golden = readFileSync(join(root, 'test/golden/public-names.txt'), 'utf8');
    const missing = entries.flatMap(({ text, link }) => {
      const html = readFileSync(join(built, `${link}.html`), 'utf8');
      const [, list] = new RegExp(`^${text}: \\d+\n((?:  .*\n)+)`, 'm').exec(golden)!;
      return list!.match(/\w+/g)!.filter((name) => !html.includes(`id="${name}"`));
    });
    expect(missing).toEqual([]);
    const index = readFileSync(join(built, 'reference/index.html'), 'utf8');
    expect(index).toContain('href="/reference/ulterior-attack.html#runModelAudit"');
    const attack = readFileSync(join(built, 'reference/ulterior-attack.html'), 'utf8');
    const [, section] = /id="runModelAudit"([\s\S]*?)<h3/.exec(attack)!;
    const linked = [...section!.matchAll(/href="\/gallery\/([\w-]+)\.html"/g)].map(([, name]) => name);
    expect(linked).toEqual(['user-vectors', 'top-lists', 'leak-against-use']);
  });

  it('has no comment that ends in mid-sentence, and no header of a column without a name', () => {
    const where = (links: readonly { readonly link: string }[], fault: RegExp) =>
      links.filter(({ link }) => fault.test(readFileSync(fileOf(link), 'utf8'))).map(({ link }) => link);
    // For the compiler, a package in a comment (@owner/name) is a tag, and the comment ends before it.
    expect(where(entries, /[\w,]<\/p>\n?<div class="language-ts/)).toEqual([]);
    expect(where(pages, /<th[^>]*><\/th>/)).toEqual([]);
  });

  describeNeeds(existsSync(CHROMIUM) ? undefined : `${CHROMIUM} is missing`, 'in a browser', () => {
    it('fits a phone and a wide window, and has every picture, on every page', async () => {
      const html = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
      try {
        // Pages are complete without scripts, and open in a fraction of the time.
        const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 900 } });
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on('response', (response) => {
          if (!response.ok()) complaints.push(`${response.status()} ${response.url()}`);
        });
        for (const name of html) {
          await page.goto(`${address}/${name}`);
          for (const width of [360, 1280]) {
            await page.setViewportSize({ width, height: 900 });
            const needed = await page.evaluate<number>('document.scrollingElement.scrollWidth');
            if (needed > width) complaints.push(`${name} needs ${needed} of ${width} pixels`);
          }
        }
        expect(complaints).toEqual([]);
      } finally {
        await browser.close();
      }
    });

    it.each(LOOKS)('is accessible and asks no other host: %s, %i pixels', async (colorScheme, width) => {
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
      try {
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on('pageerror', (error) => complaints.push(String(error)));
        page.on('request', (request) => {
          if (!request.url().startsWith(address)) complaints.push(`request ${request.url()}`);
        });
        for (const path of ['/', '/statistics.html', '/gallery/', '/ci.html']) {
          await page.goto(`${address}${path}`);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
          await expectAccessible(page);
        }
        expect(complaints).toEqual([]);
      } finally {
        await browser.close();
      }
    });
  });
});

/** The built page of an address. */
const fileOf = (link: string) => join(built, link.endsWith('/') ? `${link}index.html` : `${link}.html`);

const outsideCode = (html: string) => html.replaceAll(/<(code|pre|script)[\s\S]*?<\/\1>/g, '');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
