/**
 * A thread beside the one that runs the target. Whoever runs an endless loop cannot say so, nor can who is out of memory: this
 * thread keeps the input that was tried last and ends the process.
 */
import { writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

const { state, input, folder, mostSeconds, mostMegabytes } = workerData;
let [last, since] = [-1, Date.now()];

setInterval(() => {
  const [tries, length] = state;
  if (tries !== last) [last, since] = [tries, Date.now()];
  const megabytes = process.memoryUsage.rss() / 2 ** 20;
  const slow = length >= 0 && Date.now() - since > 1000 * mostSeconds;
  if (!slow && megabytes <= mostMegabytes) return;
  const path = `${folder}/${slow ? 'slow' : 'large'}-${tries}`;
  writeFileSync(path, input.subarray(0, Math.max(0, length)));
  writeFileSync(2, `${slow ? `took more than ${mostSeconds} s` : `needs ${Math.round(megabytes)} MiB`}: ${path}\n`);
  process.kill(process.pid, 'SIGKILL');
}, 100);
