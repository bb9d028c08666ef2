/**
 * Runs the program for one call after another. Each call evaluates the program's own file anew, as a process of its own
 * would; the modules that it shares with the library, and what the engine has compiled, stay.
 */
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const program = process.argv[2];
let calls = 0;
let printed;

for (const name of ['stdout', 'stderr']) {
  process[name].write = (chunk, encoding, callback) => {
    printed[name].push(typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk));
    const finished = typeof encoding === 'function' ? encoding : callback;
    if (finished) queueMicrotask(() => finished());
    return true;
  };
}
process.removeAllListeners('warning');
process.on('warning', ({ name, message }) => process.stderr.write(`${name}: ${message}\n`));
// Whoever asked is gone.
process.on('disconnect', () => process.exit());

function answer(status) {
  const text = (name) => Buffer.concat(printed[name]).toString('utf8');
  process.send({ status, stdout: text('stdout'), stderr: text('stderr') });
}

process.on('uncaughtException', (error) => {
  printed.stderr.push(Buffer.from(`${error?.stack ?? error}\n`));
  answer(1);
});

process.on('message', async ({ words, env, cwd, input }) => {
  printed = { stdout: [], stderr: [] };
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, program, ...words];
  process.exitCode = undefined;
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)]);
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
  const url = pathToFileURL(program);
  url.search = `call=${calls++}`;
  await import(url.href);
  const status = Number(process.exitCode ?? 0);
  process.exitCode = undefined;
  answer(status);
});
