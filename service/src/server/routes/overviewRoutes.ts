/** The service at a glance, for administrators: what the page at /admin shows. */

import { VERSION } from 'ulterior/service-parts';
import type { StoredAudit } from '../../store/index.ts';
import { given } from '../common/given.ts';
import type { App, Service } from '../http/context.ts';
import { cachedFigures } from './cachedFigures.ts';
import { OverviewView } from './overviewSchemas.ts';

/** How many audits are listed. */
const RECENT = 50;

export function addOverviewRoute(app: App, { store, clock, limits, metrics }: Service): void {
  app.addSchema(OverviewView);
  const startedAt = clock().toISOString();
  const counted = cachedFigures(store, clock);
  app.get(
    '/v1/overview',
    {
      config: { access: 'admin' },
      schema: {
        summary: 'The service at a glance',
        description: `How much there is of everything, what is owed, how busy this process is, and the ${RECENT} latest audits. No answers, and no ids of interviews.`,
        response: { 200: { $ref: 'Overview#' } },
      },
    },
    async (): Promise<OverviewView> => {
      const { figures, time } = await counted();
      const { keys, interviews, audits, models, uploads, erasuresOwed, bytes } = figures;
      const recent = await store.audits.recent(RECENT);
      const load = async (name: string, most: number) => ({ now: await metrics.measured(name), most });
      return {
        version: VERSION,
        time: time.toISOString(),
        startedAt,
        database: store.kind === 'embedded' ? 'folder' : 'server',
        keys,
        interviews,
        audits: { ...audits, recent: recent.map(lineOf) },
        models,
        uploads,
        storage: { bytes },
        erasures: { owed: erasuresOwed },
        load: {
          requests: await load('ulterior_requests_in_hand', limits.requestsInHand),
          views: await load('ulterior_views_waiting', limits.viewsWaiting),
          files: await load('ulterior_uploads_underway', limits.uploadsAtOnce),
          residentBytes: await metrics.measured('ulterior_resident_bytes'),
        },
      };
    },
  );
}

function lineOf({ id, state, progress, cancelRequested, request, problem, createdAt, finishedAt }: StoredAudit) {
  const { data, attribute } = request as { data?: { name?: string }; attribute?: string };
  return {
    id,
    state,
    progress,
    cancelRequested,
    data: data?.name ?? 'upload',
    ...given({ attribute, problem: problem?.['code'] as string | undefined, finishedAt: finishedAt?.toISOString() }),
    createdAt: createdAt.toISOString(),
  };
}
