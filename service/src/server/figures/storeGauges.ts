/** Figures of the store: how many audits wait, and how busy the connections to the database are. */
import type { Store } from '../../store/index.ts';
import type { Metrics } from './metrics.ts';

export function addStoreGauges(metrics: Metrics, { queue, connections }: Store): void {
  metrics.gauge(
    'ulterior_audits_queued',
    'Audits that wait for a worker, of all processes together.',
    async () => (await queue.depth()).queued,
  );
  metrics.gauge(
    'ulterior_audits_running',
    'Audits that are with a worker, of all processes together.',
    async () => (await queue.depth()).running,
  );
  if (connections() === undefined) return;
  const of = (count: 'open' | 'idle' | 'waiting') => () => connections()?.[count] ?? 0;
  metrics.gauge('ulterior_database_connections', 'Connections to the database.', of('open'));
  metrics.gauge('ulterior_database_connections_idle', 'Connections that no one uses.', of('idle'));
  metrics.gauge('ulterior_database_calls_waiting', 'Calls that wait for a connection.', of('waiting'));
}
