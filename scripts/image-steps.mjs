/**
 * The steps of deploy/docker/Dockerfile without a container: node scripts/image-steps.mjs
 *
 * For machines that have no container runtime. It copies what .dockerignore lets through into a temporary folder and runs the
 * RUN lines of the first two stages there, with the paths of the image moved below that folder. Then it puts the last stage together,
 * starts its command as a user without rights (where it runs as root), and asks by the line of HEALTHCHECK until the service is ready. It
 * says what it did and how large the files are. What it cannot try: the base image, users and rights inside the image.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const USER = 10001;
const PORT = 18_080;
const checkout = fileURLToPath(new URL('../', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'ulterior-image-'));
chmodSync(root, 0o755);
const at = (path) => join(root, path);
/** The paths of the image that its commands write. */
const moved = (text) => text.replaceAll(/(?<![\w./])\/(opt|tmp)(?![\w-])/g, (_, top) => `${root}/${stage}/${top}`);
let stage = '';

try {
  const [build, packages, last] = stagesOf(readFileSync(join(checkout, 'deploy/docker/Dockerfile'), 'utf8'));
  for (const [name, steps] of Object.entries({ build, packages })) runStage(name, steps);
  await start(last);
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Each stage as its instructions: a word and the rest. */
function stagesOf(text) {
  const lines = text.replaceAll(/\\\n\s*/g, '').split('\n');
  const steps = lines
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => [line.split(' ')[0], line.replace(/^\S+ /, '')]);
  const stages = [];
  for (const step of steps) {
    if (step[0] === 'FROM') stages.push([]);
    else stages.at(-1)?.push(step);
  }
  return stages;
}

function runStage(name, steps) {
  stage = name;
  for (const folder of ['opt', 'tmp']) mkdirSync(at(`${name}/${folder}`), { recursive: true });
  let folder = at(name);
  for (const [word, rest] of steps) {
    if (word === 'WORKDIR') {
      folder = at(`${name}${rest}`);
      mkdirSync(folder, { recursive: true });
    } else if (word === 'COPY') {
      const [target, ...wanted] = rest.split(' ').reverse();
      for (const file of contextFiles().filter((one) => wanted.includes('.') || wanted.includes(one))) {
        cpSync(join(checkout, file), join(folder, target, wanted.includes('.') ? file : basename(file)));
      }
    } else if (word === 'RUN') {
      const command = moved(rest);
      console.log(`${name}: ${rest.slice(0, 100)}`);
      execFileSync('sh', ['-c', command], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    }
  }
}

/** What .dockerignore lets through, of the files that git knows. */
function contextFiles() {
  const rules = readFileSync(join(checkout, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const kept = rules.filter((rule) => rule.startsWith('!')).map((rule) => pattern(rule.slice(1)));
  const dropped = rules.filter((rule) => rule.startsWith('**/')).map(pattern);
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  return files
    .split('\n')
    .filter((file) => kept.some((rule) => rule.test(file)) && !dropped.some((rule) => rule.test(file)));
}

/** `*` within a name, a leading `**` any folders; a folder stands for all that is in it. */
function pattern(rule) {
  const escaped = (text) => text.replaceAll('.', '\\.').replaceAll('*', '[^/]*');
  const text = rule.startsWith('**/') ? `(.*/)?${escaped(rule.slice(3))}` : escaped(rule);
  return new RegExp(`^${text}(/|$)`);
}

async function start(steps) {
  const app = at('app');
  for (const name of ['packages', 'build']) {
    cpSync(at(`${name}/opt/ulterior`), app, { recursive: true, verbatimSymlinks: true });
  }
  const home = at('home');
  mkdirSync(home);
  const asUser =
    process.getuid?.() === 0 ? ['setpriv', '--reuid', USER, '--regid', USER, '--clear-groups', '--no-new-privs'] : [];
  if (asUser.length > 0) execFileSync('chown', [String(USER), home]);
  symlinkSync(join(app, 'dist/cli/main.js'), at('ulterior'));
  const given = JSON.parse(steps.find(([word]) => word === 'CMD')[1]);
  const [command, ...words] = [...asUser, at('ulterior'), ...given, '--port', PORT].map(String);
  console.log(
    `last stage: ${given.join(' ')} (${size(app)} MB, of which packages ${size(join(app, 'node_modules'))} MB)`,
  );
  const env = { PATH: process.env.PATH, HOME: home, NODE_ENV: 'production' };
  // Listening on all addresses is for the inside of a container.
  const served = spawn(
    command,
    words.map((word) => (word === '0.0.0.0' ? '127.0.0.1' : word)),
    { cwd: home, env, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const gone = new Promise((resolve) => served.once('exit', resolve));
  const health = JSON.parse(/CMD (\[.*\])$/.exec(steps.find(([word]) => word === 'HEALTHCHECK')[1])[1]);
  const check = health.map((word) => word.replace(':8080', `:${PORT}`));
  try {
    for (let turn = 0; ; turn++) {
      if (spawnSync(check[0], check.slice(1)).status === 0) break;
      if (turn === 120 || served.exitCode !== null) throw new Error('the service does not get ready');
      await pause(1000);
    }
    console.log(`ready, as user ${asUser.length > 0 ? USER : process.getuid()}: the line of HEALTHCHECK says so`);
  } finally {
    served.kill('SIGTERM');
  }
  console.log(`ended by SIGTERM with status ${await gone}`);
}

function size(folder) {
  return Math.round(Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]) / 1024);
}
