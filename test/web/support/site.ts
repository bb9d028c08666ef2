/**
 * The page as visitors get it: a real build, served from a folder below the root with the policy of the service, in a real
 * browser. Whatever the page complains about fails the visit, and so does a request to another origin.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

import { expectAccessible } from '../../support/accessible.ts';

export { expectAccessible };

const CHROMIUM = '/usr/bin/chromium';
const present = existsSync(CHROMIUM);
const required = process.env['ULTERIOR_REQUIRE_ALL'] !== undefined;
if (!present && !required) console.warn(`skipping tests: ${CHROMIUM} is missing`);

/** Whether the tests of the page cannot run here. */
export const skipped = !present && !required;

export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'";

const root = fileURLToPath(new URL('../../../', import.meta.url));

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

export interface Site {
  /** Address of the page, below a folder. */
  readonly address: string;
  visit(options: BrowserContextOptions, use: (visit: Visit) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface Visit {
  readonly page: Page;
  /** Every request since the page was loaded completely. */
  readonly requests: readonly string[];
}

/** `documents`: more pages by their paths, which bring a policy of their own. */
export async function openSite(documents: ReadonlyMap<string, string> = new Map()): Promise<Site> {
  const files = await builtFiles();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname);
    const name = path.replace(/^\/below\/a\/folder\//, '') || 'index.html';
    const document = documents.get(name);
    const body = document ?? files.get(name);
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': CONTENT_TYPES[extname(path) || '.html'] ?? 'application/octet-stream',
      ...(document === undefined ? { 'content-security-policy': POLICY } : {}),
    });
    response.end(body);
  });
  await listening(server);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/below/a/folder/`;
  const browser = await launchBrowser();
  return {
    address,
    visit: (options, use) => visit(browser, address, options, use),
    close: async () => {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

async function visit(
  browser: Browser,
  address: string,
  options: BrowserContextOptions,
  use: (visit: Visit) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    // A page that is loaded anew is to come from the server, except where a test is about just that.
    serviceWorkers: 'block',
    ...options,
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on('console', (message) => {
      if (!message.text().includes('blocked by Playwright')) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('dialog', (dialog) => complaints.push(`dialog ${dialog.message()}`));
    context.on('request', (request) => {
      requests.push(request.url());
      if (!request.url().startsWith(address)) complaints.push(`request ${request.url()}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(address);
    await page.locator('#loaded[data-kernels]').waitFor();
    requests.length = 0;
    await use({ page, requests });
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
}

/** A report that was downloaded, opened as its reader will. */
export async function expectReadable(report: string, { page }: Pick<Visit, 'page'>): Promise<void> {
  const reader = await page.context().newPage();
  await reader.setContent(report);
  await expectAccessible(reader);
  await reader.close();
}

export function widthOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth');
}

/** Each page by its folder, its document, what it is built by, and from. */
const PAGES = {
  visitors: { made: 'dist/web', document: 'index.html', config: 'vite.config.ts', from: ['src', 'models', 'wasm'] },
  admin: {
    made: 'service/dist/page',
    document: 'admin.html',
    config: 'service/vite.config.ts',
    from: ['src/web', 'service/src/admin'],
  },
} as const;
type PageName = keyof typeof PAGES;

const files = new Map<PageName, Promise<ReadonlyMap<string, Buffer>>>();

/** The files of a page that was built, or of a build of its own where that is older than the sources. Read once. */
export function builtFiles(name: PageName = 'visitors'): Promise<ReadonlyMap<string, Buffer>> {
  const found =
    files.get(name) ?? (isCurrent(name) ? Promise.resolve(filesIn(join(root, PAGES[name].made))) : built(name));
  files.set(name, found);
  return found;
}

async function built(name: PageName): Promise<ReadonlyMap<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'ulterior-web-'));
  try {
    const words = ['--config', PAGES[name].config, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
    // A process of its own: React's build depends on NODE_ENV, which tests set to "test".
    await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', 'build', ...words], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
    });
    return filesIn(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function isCurrent(name: PageName): boolean {
  const { made, document, config, from } = PAGES[name];
  const first = join(root, made, document);
  if (!existsSync(first)) return false;
  const written = statSync(first).mtimeMs;
  const sources = from.flatMap((folder) => pathsIn(join(root, folder)));
  return [...sources, join(root, config)].every((path) => statSync(path).mtimeMs <= written);
}

function filesIn(folder: string): Map<string, Buffer> {
  return new Map(
    pathsIn(folder).map((path) => [path.slice(folder.length + 1).replaceAll(sep, '/'), readFileSync(path)]),
  );
}

function pathsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
}
