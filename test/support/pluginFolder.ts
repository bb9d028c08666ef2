/**
 * Lines that run in a process of their own, on the compiled library: what a plug-in adds stays in the process that loads
 * it, and the files of tests share one.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';

export interface PluginFolder {
  readonly path: string;
  /** Writes a module; its place, for `load`. */
  module(name: string, text: string): string;
  /** Runs the lines, with `ulterior`, `load`, `refusal` and `compiled` at hand; what they `say` is returned. */
  said(lines: string): unknown[];
}

const compiled = new URL('../../build/', import.meta.url).href;

export function pluginFolder(): PluginFolder {
  const path = mkdtempSync(join(tmpdir(), 'ulterior-plugins-'));
  afterAll(() => rmSync(path, { recursive: true }));
  return {
    path,
    module: (name, text) => {
      writeFileSync(join(path, name), text);
      return `./${name}`;
    },
    said: (lines) => {
      const file = join(path, 'script.mjs');
      writeFileSync(file, `${PRELUDE(path)}\n${lines}\nconsole.log(JSON.stringify(things));`);
      const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
      return JSON.parse(stdout);
    },
  };
}

const PRELUDE = (folder: string) => `
const compiled = (path) => import(${JSON.stringify(compiled)} + path);
const parts = ['index.js', 'core.js', 'audit/index.js', 'defence/index.js', 'plugins/index.js'];
const ulterior = Object.assign({}, ...(await Promise.all(parts.map(compiled))));
const things = [];
const say = (thing) => things.push(thing);
const refusal = async (action) => {
  try {
    await action();
    return 'no error';
  } catch (error) {
    return error.code + ': ' + error.message;
  }
};
const load = (...places) => ulterior.loadPlugins(places, { folder: ${JSON.stringify(folder)} });`;

/** A strategy that asks the last item first, as text. */
export const strategyText = (name: string, more = '') =>
  `{ name: '${name}', summary: 'the last item first', types: 'any', channels: 'any', ${more}
    create: () => ({ name: '${name}', next: (_, c) => { const at = c.argmax((n) => n); return at < 0 ? undefined : { item: c.itemAt(at) }; } }) }`;

export const pluginText = (name: string, parts: string, api = '1') =>
  `export default { api: ${api}, name: '${name}', version: '1.2.3', ${parts} };`;
