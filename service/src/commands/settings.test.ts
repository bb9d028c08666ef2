/** The configuration of a service from a file and from flags. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import { defaultLimits } from '../server/index.ts';
import { readSettings, type Settings, settingsChanged, traceHeaders } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-config-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (text: string) => {
  const path = join(folder, 'service.json');
  writeFileSync(path, text);
  return path;
};

describe('settings', () => {
  it('are the defaults, the file over them, and flags over that', async () => {
    const config = file('{"port":1,"limits":{"streams":3,"questions":7}}');
    const limit = { streams: 4 };
    expect(await readSettings({ config, limit })).toEqual({
      config: { port: 1, limits: { streams: 3, questions: 7 } },
      limits: { ...defaultLimits, streams: 4, questions: 7 },
    });
    expect(await readSettings({})).toEqual({ config: {}, limits: defaultLimits });
  });

  it('are refused where the file is none, is no object, or has fields that are not known', async () => {
    expect(await asyncFailure(() => readSettings({ config: folder }))).toMatch(/^FILE_NOT_READABLE: .*EISDIR/);
    for (const text of ['{', '[]', 'null', '7', '']) {
      expect(await asyncFailure(() => readSettings({ config: file(text) }))).toMatch(/^FILE_MALFORMED: /);
    }
    expect(await asyncFailure(() => readSettings({ config: file('{"conections":3}') }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: conections is not a known field: did you mean connections/,
    );
  });

  it('that cannot change while the process runs are named, added and removed ones too', () => {
    const before: Settings['config'] = { $schema: 'a', port: 1, host: 'h', limits: { streams: 1 } };
    expect(settingsChanged(before, { $schema: 'b', port: 2, log: 'info', limits: { streams: 2 } }).sort()).toEqual([
      'host',
      'log',
      'port',
    ]);
    expect(settingsChanged(before, { ...before })).toEqual([]);
  });
});

it('headers for the collector are pairs with commas between', () => {
  expect(traceHeaders('api-key=a%20b=c, x=1,nothing')).toEqual({ 'api-key': 'a b=c', x: '1' });
  expect(traceHeaders('')).toEqual({});
});
