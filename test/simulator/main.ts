/** Many histories, one after another. Arguments: how many, the seed, and the number of the first. */
import { runHistory } from './history.ts';
import { World } from './world.ts';

const [count = 1, seed = 1, first = 0] = process.argv.slice(2).map(Number);
const world = await World.make();
const began = process.cpuUsage();
let steps = 0;
for (let number = first; number < first + count; number++) {
  const told = await runHistory(world, seed, number);
  steps += told.steps;
  if (process.env['ULTERIOR_HISTORY'] === 'counted') console.error(`${number}: ${told.steps} steps`);
  if (process.env['ULTERIOR_HISTORY'] === 'told') console.log(told.log.join('\n'));
  if (told.violation === undefined) continue;
  console.log(`history ${number} of seed ${seed}: ${told.violation}`);
  console.log(`replay it with: npm run simulate -- --seed ${seed} --history ${number}`);
  process.exit(1);
}
const { user, system } = process.cpuUsage(began);
const seconds = Math.round((user + system) / 1e6);
console.log(`${count} histories of seed ${seed}, ${steps} steps, ${seconds} s of the processor: everything held`);
process.exit(0);
