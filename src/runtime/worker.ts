/** Entry of a worker thread: runs the named task on the given input. */
import { taskByName } from './tasks.ts';

export default async function runTask({ name, input }: { name: string; input: unknown }): Promise<unknown> {
  const task = taskByName.get(name);
  if (task === undefined) throw new Error(`the worker knows no task "${name}"; list it in runtime/tasks.ts`);
  return await task.run(input as never);
}
