/**
 * Firefox by its own end of WebDriver (Marionette, which geckodriver speaks too): Debian ships the browser and no
 * geckodriver. A message is `length:[type, id, …]` over a loopback connection; a command is [0, id, name, parameters],
 * a reply [1, id, error, result].
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const FIREFOX = '/usr/bin/firefox-esr';
const present = existsSync(FIREFOX);
const required = process.env['ULTERIOR_REQUIRE_FIREFOX'] !== undefined;
if (!present && !required) console.warn(`skipping tests: ${FIREFOX} is missing`);

/** Whether the tests with Firefox cannot run here. */
export const withoutFirefox = !present && !required;

const LONGEST_START = 120_000;

export interface Firefox {
  open(address: string): Promise<void>;
  /** What the body of a function returns in the page. */
  run<Result>(body: string): Promise<Result>;
  /** Waits until the body returns something true. */
  until(body: string): Promise<void>;
  press(key: string): Promise<void>;
  click(selector: string): Promise<void>;
  close(): Promise<void>;
}

export async function startFirefox(): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'ulterior-firefox-'));
  const preferences = { 'marionette.port': 0, 'intl.accept_languages': 'en', 'app.update.enabled': false };
  await writeFile(
    join(profile, 'user.js'),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const browser = spawn(FIREFOX, ['-headless', '-marionette', '-no-remote', '-profile', profile], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  });
  const socket = connect(await portOf(profile, browser), '127.0.0.1');
  const send = await speaking(socket);
  await send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } });
  const run = async <Result>(body: string) => {
    const { value } = (await send('WebDriver:ExecuteScript', { script: body, args: [] })) as { value: Result };
    return value;
  };
  const until = async (body: string) => {
    for (let tries = 0; tries < 600; tries++) {
      if (await run<boolean>(body)) return;
      await pause(100);
    }
    throw new Error(`Firefox never came to: ${body}`);
  };
  return {
    open: async (address) => void (await send('WebDriver:Navigate', { url: address })),
    run,
    until,
    press: async (key) => {
      const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: key }));
      await send('WebDriver:PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    click: async (selector) => {
      const found = await send('WebDriver:FindElement', { using: 'css selector', value: selector });
      const id = Object.values((found as { value: Record<string, string> }).value)[0]!;
      await send('WebDriver:ElementClick', { id });
    },
    close: async () => {
      await send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined);
      socket.destroy();
      if (browser.exitCode === null) await new Promise((resolve) => browser.once('exit', resolve));
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Firefox writes the port that it was given into its profile. */
async function portOf(profile: string, browser: ChildProcess): Promise<number> {
  for (const end = Date.now() + LONGEST_START; Date.now() < end && browser.exitCode === null; ) {
    const text = await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '');
    if (Number(text) > 0) return Number(text);
    await pause(200);
  }
  browser.kill();
  throw new Error('Firefox did not start');
}

type Send = (name: string, parameters: object) => Promise<unknown>;

/** Resolves once the browser has greeted. */
function speaking(socket: Socket): Promise<Send> {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let left = Buffer.alloc(0);
  let last = 0;
  const send: Send = (name, parameters) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      const message = Buffer.from(JSON.stringify([0, last, name, parameters]));
      socket.write(Buffer.concat([Buffer.from(`${message.length}:`), message]));
    });
  return new Promise((greeted, failed) => {
    const fail = () => {
      const error = new Error('Firefox has closed the connection');
      failed(error);
      for (const { reject } of waiting.values()) reject(error);
    };
    socket.once('close', fail).once('error', fail);
    socket.on('data', (data) => {
      left = Buffer.concat([left, data]);
      for (let colon = left.indexOf(':'); colon > 0; colon = left.indexOf(':')) {
        const end = colon + 1 + Number(left.subarray(0, colon).toString());
        if (left.length < end) return;
        const message: unknown = JSON.parse(left.subarray(colon + 1, end).toString());
        left = left.subarray(end);
        if (!Array.isArray(message)) {
          greeted(send);
          continue;
        }
        const [, id, error, result] = message as [number, number, { message: string } | null, unknown];
        const { resolve, reject } = waiting.get(id)!;
        waiting.delete(id);
        if (error === null) resolve(result);
        else reject(new Error(error.message));
      }
    });
  });
}
