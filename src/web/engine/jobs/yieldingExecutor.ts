/** Runs tasks one by one, and lets messages (a cancellation) in between. */
import type { Executor } from '../../../maths/index.ts';

export const yieldingExecutor: Executor = {
  threads: 1,
  run: async (task, inputs, options) => {
    const outputs = [];
    for (const input of inputs) {
      await messagesIn();
      options?.signal?.throwIfAborted();
      outputs.push(await task.run(input));
      options?.onDone?.();
    }
    return outputs;
  },
};

/** Settles once what is waiting in the message queue was heard. */
export function messagesIn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(undefined);
  });
}
