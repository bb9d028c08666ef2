/** A copy of the repository in which lines can be changed, compiled and tested. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The tests run one file after another, in the order given: the most likely to notice come first. */
const CONFIG = `import { BaseSequencer } from 'vitest/node';
import base from './vitest.config.ts';
const order = JSON.parse(process.env.MUTANT_TESTS);
class InOrder extends BaseSequencer {
  async sort(files) {
    const place = ({ moduleId }) => order.findIndex((path) => moduleId.endsWith('/' + path));
    return [...files].sort((a, b) => place(a) - place(b));
  }
}
const experimental = { fsModuleCache: true, fsModuleCachePath: './.module-cache' };
const patience = { testTimeout: 900_000, hookTimeout: 900_000 };
const sequence = { sequencer: InOrder };
export default {
  test: { ...base.test, include: order, exclude: [], pool: 'threads', maxWorkers: 1, watch: false, sequence, experimental, ...patience },
};
`;

export function checkoutOf(files, nice) {
  const folder = mkdtempSync(join(tmpdir(), 'ulterior-mutants-'));
  for (const path of files) cpSync(path, join(folder, path), { preserveTimestamps: true });
  for (const built of ['dist', 'wasm']) {
    cpSync(built, join(folder, built), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'mutants.config.mjs'), CONFIG);
  allowUnused(join(folder, 'tsconfig.base.json'));
  const report = join(folder, 'report.json');
  const node = (args, seconds, environment) =>
    run(
      ['-n', String(nice), 'sh', '-c', `ulimit -t ${seconds}; exec "$@"`, 'sh', 'node', ...args],
      folder,
      environment,
    );

  return {
    /** Puts another line in place of one; gives back how to undo it. */
    change({ path, line, from, to }) {
      const text = readFileSync(join(folder, path), 'utf8');
      const lines = text.split('\n');
      lines[line - 1] = lines[line - 1].replace(from, () => to);
      writeFileSync(join(folder, path), lines.join('\n'));
      return () => writeFileSync(join(folder, path), text);
    },

    /** Threads run compiled code, so a change is compiled before it is tested. */
    async compiles() {
      return (await node(['node_modules/typescript/bin/tsc', '-b', 'tsconfig.pure.json'], 300)) === 0;
    },

    /** Stops at the first test that fails. `by` names it, unless the tests did not end in that time. */
    async test(paths, seconds, skipped) {
      rmSync(report, { force: true });
      const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config=mutants.config.mjs', '--bail=1'];
      if (skipped !== undefined) vitest.push(`--testNamePattern=^(?!.*(?:${skipped}))`);
      const status = await node([...vitest, '--reporter=json', `--outputFile=${report}`], Math.ceil(seconds), {
        MUTANT_TESTS: JSON.stringify(paths),
      });
      const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
      const failed = results.find((file) => file.status === 'failed');
      const by = failed && nameOf(failed, folder);
      return { passed: status === 0, timedOut: status === undefined, by, results, folder };
    },

    /** Ends what still runs in the copy, and removes it. */
    remove() {
      running?.();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A change may leave a variable or an import without use. That says nothing about tests. */
function allowUnused(path) {
  const { compilerOptions, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
  const allowed = { ...compilerOptions, noUnusedLocals: false, noUnusedParameters: false };
  writeFileSync(path, JSON.stringify({ ...rest, compilerOptions: allowed }));
}

function nameOf(file, folder) {
  const test = file.assertionResults.find(({ status }) => status === 'failed');
  return `${file.name.replace(`${folder}/`, '')}: ${test?.fullName ?? file.message.split('\n')[0]}`;
}

/** Ends the program that runs now, and all that it started. */
let running;

/** The exit status; nothing where the time was over: that of the processor, as others may use it too. */
function run(args, cwd, environment) {
  const env = { ...process.env, ...environment };
  const child = spawn('nice', args, { cwd, env, detached: true, stdio: 'ignore' });
  running = () => process.kill(-child.pid, 'SIGKILL');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (status) => {
      running = undefined;
      resolve(status ?? undefined);
    });
  });
}
