/** All executors keep one contract. */
import { inlineExecutor } from '../src/maths/index.ts';
import { openThreadPool } from '../src/runtime/index.ts';
import { createPool } from '../src/web/engine/jobs/pool.ts';
import { yieldingExecutor } from '../src/web/engine/jobs/yieldingExecutor.ts';
import { describeExecutor } from './conformance/executor.ts';
import { nearWorkers } from './support/nearWorker.ts';

const threads = openThreadPool(2);

describeExecutor('here and now', () => inlineExecutor);
describeExecutor('one by one in a page', () => yieldingExecutor);
describeExecutor(
  'threads of Node',
  () => threads,
  () => threads.close(),
);
describeExecutor('web workers', () => createPool(nearWorkers(2), yieldingExecutor));
