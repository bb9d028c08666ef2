/**
 * Runs the scripts that print figures of the documents, and keeps what they print in a folder of each. A script whose
 * data or files are not there is left out and says why; one that fails stops no other.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { print, warn } from '../../src/cli/shared/output.ts';
import { UlteriorError } from '../../src/errors/index.ts';
import { makeFolder, openCheckpoints, packageFile, writeFileAtomically } from '../../src/runtime/index.ts';
import { VERSION } from '../../src/version/index.ts';
import type { Script } from './documents.ts';
import { hashedData } from './hashedFiles.ts';

interface ScriptSetting {
  readonly data?: string | undefined;
  readonly output: string;
}

/** What became of a script: its output by the path below the output folder, or why there is none. */
export type RunScript = { readonly script: Script } & (
  | { readonly output: string }
  | { readonly leftOut: string; readonly failed: boolean }
);

export async function runScripts(scripts: readonly Script[], setting: ScriptSetting): Promise<RunScript[]> {
  const done: RunScript[] = [];
  for (const script of scripts) done.push(await runScript(script, setting));
  return done;
}

/** After all else is written: a script that fails is no reason to lose it. */
export function refuseFailed(printed: readonly RunScript[]): void {
  const failed = printed.flatMap((one) => ('leftOut' in one && one.failed ? [one] : []));
  if (failed.length === 0) return;
  throw new UlteriorError(
    'SCRIPT_FAILED',
    failed.map(({ script, leftOut }) => `${script.id}: ${leftOut}`).join('; '),
    'read above what it said; the same command keeps what is finished and tries it again',
    { scripts: failed.map(({ script }) => script.id) },
  );
}

async function runScript(script: Script, setting: ScriptSetting): Promise<RunScript> {
  const missing = whatIsMissing(script, setting);
  if (missing !== undefined) return { script, leftOut: missing, failed: false };
  print(script.title);
  const place = `${script.prints === 'timings' ? 'timings' : 'scripts'}/${script.id}`;
  const folder = resolve(setting.output, place);
  const data = await hashedData(script.needs ?? [], setting.data);
  const checkpoints = await openCheckpoints(join(folder, 'checkpoints'), { version: VERSION, script, data });
  const kept = await checkpoints.read('output');
  const printed = kept ?? (await outputOf(script, folder, setting));
  if (typeof printed === 'string') {
    warn(`${script.title}: ${printed}`);
    return { script, leftOut: printed, failed: true };
  }
  if (kept === undefined) await checkpoints.write('output', printed);
  await writeFileAtomically(join(folder, 'output.txt'), printed);
  print(new TextDecoder().decode(printed));
  return { script, output: `${place}/output.txt` };
}

/** The first thing that is not there, in words. */
function whatIsMissing({ needs = [], calls }: Script, { data }: ScriptSetting): string | undefined {
  const absent = needs.find((file) => data === undefined || !existsSync(join(data, file)));
  if (absent !== undefined) return `its data are not here (${absent})`;
  // The first call may make what the others need.
  const program = calls[0]![0]!;
  const here = existsSync(resolve(packageFile('.'), program));
  return here ? undefined : `there is no ${program} here: run it from a checkout that is built`;
}

/** What all calls print; a text that says which one failed, if one does. */
async function outputOf(script: Script, folder: string, { data = '' }: ScriptSetting): Promise<Uint8Array | string> {
  await makeFolder(folder);
  const parts: Uint8Array[] = script.prints === 'timings' ? [Buffer.from(`${machine()}\n\n`)] : [];
  for (const call of script.calls) {
    const { printed, end } = await callNode(call.map((word) => placed(word, resolve(data), folder)));
    if (end !== 'status 0') {
      print(printed.toString());
      return `${call[0]} ended with ${end}`;
    }
    parts.push(printed);
  }
  return Buffer.concat(parts);
}

const placed = (word: string, data: string, folder: string) =>
  word.replace(/DATA|FOLDER/g, (name) => (name === 'DATA' ? data : folder));

/** Timings mean nothing unless the machine is known. */
function machine(): string {
  const [first] = cpus();
  return `${cpus().length} cores, ${first?.model ?? 'unknown processor'}, Node.js ${process.version}`;
}

/** Progress and warnings of the program go to the terminal; what it prints is kept. */
function callNode(words: readonly string[]): Promise<{ readonly printed: Buffer; readonly end: string }> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, words, { cwd: packageFile('.'), stdio: ['ignore', 'pipe', 'inherit'] });
    const parts: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.once('error', fail);
    child.once('close', (status, signal) =>
      done({ printed: Buffer.concat(parts), end: signal === null ? `status ${status}` : `signal ${signal}` }),
    );
  });
}
