/**
 * One page of paper of a report: its first section, in the print style of the page, printed by a Chromium of the
 * machine. The page makes no requests, and the browser gets a profile of its own that is removed.
 */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UlteriorError } from '../errors/index.ts';
import type { AnyRecords } from '../report/index.ts';
import { renderReport } from './renderReport.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];
const PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** Everything but the first section is left out, and what is left is set small enough for one page. */
const ONE_PAGE = `<style>@media print{@page{size:A4;margin:13mm}html{zoom:.74}
p,.answer,.about{max-width:none}.kicker{padding-top:0}section{padding-top:10pt}.keys{margin:1rem 0 .5rem;padding-top:1rem}
figure{margin:1rem 0 0}figure svg{max-height:105mm}main>section:not(:first-of-type),figure~figure,footer{display:none}}</style>`;

const LONGEST = 120_000;

/** The first section of a report as a PDF of one page. Needs a Chromium (BROWSER_MISSING). */
export async function reportPdf(records: AnyRecords, browser = findBrowser()): Promise<Uint8Array> {
  return printedPage((await renderReport(records)).replace('</head>', `${ONE_PAGE}</head>`), browser);
}

/** A page as it prints. Needs a Chromium (BROWSER_MISSING). */
export async function printedPage(html: string, browser = findBrowser()): Promise<Uint8Array> {
  if (browser === undefined) throw browserMissing('no Chromium or Chrome was found on this machine');
  const folder = await mkdtemp(join(tmpdir(), 'ulterior-pdf-'));
  try {
    const [page, target] = [join(folder, 'report.html'), join(folder, 'report.pdf')];
    await writeFile(page, html);
    await printed(browser, folder, pathToFileURL(page).href, target);
    return await readFile(target);
  } catch (error) {
    if (error instanceof UlteriorError) throw error;
    throw browserMissing(`"${browser}" printed nothing: ${error instanceof Error ? error.message : error}`);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** ULTERIOR_BROWSER, or the first that is installed. */
export function findBrowser(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const named = environment['ULTERIOR_BROWSER'];
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const places = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PLACES];
  return named ?? places.find(mayRun);
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function printed(browser: string, folder: string, address: string, target: string): Promise<void> {
  // As root Chromium does not start with its sandbox; the page is ours and may not load anything.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const words = [
    '--headless',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--no-pdf-header-footer',
    `--user-data-dir=${join(folder, 'profile')}`,
    `--print-to-pdf=${target}`,
    ...asRoot,
    address,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(browser, words, { stdio: 'ignore', timeout: LONGEST });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`it ended with status ${code}`))));
  });
}

function browserMissing(reason: string): UlteriorError {
  return new UlteriorError(
    'BROWSER_MISSING',
    `the report cannot be printed: ${reason}`,
    'install Chromium or Chrome, or name one in ULTERIOR_BROWSER; report.html can be printed by hand from any browser',
  );
}
