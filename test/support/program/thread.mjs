/** Between a test, which waits, and the process that runs the program: started when first needed, again when it ended. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';

const { port, done, program } = workerData;
const script = fileURLToPath(new URL('process.mjs', import.meta.url));
let child;

function start() {
  const started = fork(script, [program], { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  started.on('message', answer);
  // It ended in the middle of a call: that is the answer.
  started.on('exit', (status) => {
    if (child === started) child = undefined;
    answer({ status, stdout: '', stderr: 'the process ended before its answer' });
  });
  return started;
}

let waiting = false;
function answer(result) {
  if (!waiting) return;
  waiting = false;
  port.postMessage(result);
  Atomics.store(done, 0, 1);
  Atomics.notify(done, 0);
}

port.on('message', (call) => {
  waiting = true;
  child ??= start();
  child.send(call);
});
