/** Figures of the process itself: how late the event loop is, and how much memory is taken. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

const RESOLUTION_MILLISECONDS = 20;
const NANOSECONDS = 1e9;

/** Measures until the function that it returns is called. */
export function addProcessGauges(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
  delay.enable();
  metrics.gauge(
    'ulterior_event_loop_delay_seconds',
    'How late the event loop was, 99th percentile since last asked.',
    () => {
      const late =
        delay.count === 0 ? 0 : Math.max(0, delay.percentile(99) / NANOSECONDS - RESOLUTION_MILLISECONDS / 1000);
      delay.reset();
      return late;
    },
  );
  metrics.gauge('ulterior_resident_bytes', 'Memory of the process.', () => process.memoryUsage.rss());
  return () => delay.disable();
}
