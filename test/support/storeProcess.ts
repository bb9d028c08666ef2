/** Starts storeProcess.mjs and listens to what it says. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { StoreLocation } from '../../service/src/store/index.ts';

const program = fileURLToPath(new URL('storeProcess.mjs', import.meta.url));

export interface StoreProcess {
  readonly pid: number;
  /** Everything said so far. */
  readonly lines: readonly string[];
  /** The first line, said already or to come, that matches; throws where the process ends before. */
  saying(pattern: RegExp): Promise<string>;
  /** With no chance to tidy up; resolves when it is gone. */
  kill(): Promise<void>;
}

export function startStoreProcess(
  action: 'hold' | 'append' | 'lease' | 'erase' | 'stall' | 'thread',
  location: StoreLocation,
): StoreProcess {
  const child = spawn(process.execPath, [program, action, JSON.stringify(location)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  let ended = false;
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const listener of listeners) listener();
  });
  const gone = new Promise<void>((resolve) => {
    child.on('close', () => {
      ended = true;
      for (const listener of listeners) listener();
      resolve();
    });
  });
  return {
    pid: child.pid!,
    lines,
    saying: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.find((line) => pattern.test(line));
          if (found === undefined && !ended) return;
          listeners.delete(look);
          if (found !== undefined) resolve(found);
          else reject(new Error(`the process ended without saying ${pattern}: ${lines.join('\n')}${complaints}`));
        };
        listeners.add(look);
        look();
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
