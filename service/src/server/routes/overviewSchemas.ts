/** What those who run the service see of it at a glance: counts and sizes, nobody's answers. */
import { type Static, Type } from 'typebox';
import { AUDIT_STATES } from '../audits/auditSchemas.ts';
import { Id, oneOf, Time } from '../common/commonSchemas.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });
const Files = (what: string) =>
  Type.Object({ count: Count(`${what} that are kept.`), bytes: Count('Of their files.') });
const Load = (what: string, most: string) => Type.Object({ now: Count(what), most: Count(most) });

const AuditRow = Type.Object(
  {
    id: Id,
    state: oneOf(AUDIT_STATES, 'How far it is.'),
    progress: Type.Object({ done: Type.Number(), total: Type.Number() }),
    cancelRequested: Type.Boolean(),
    data: Type.String({ description: 'The name of the data, or "upload".' }),
    attribute: Type.Optional(Type.String({ description: 'What is inferred; left out where the data have their own.' })),
    problem: Type.Optional(Type.String({ description: 'Why it failed: a code of docs/errors.md.' })),
    createdAt: Time,
    finishedAt: Type.Optional(Time),
  },
  { description: 'An audit in a line.' },
);

export const OverviewView = Type.Object(
  {
    version: Type.String({ description: 'Of Ulterior.' }),
    time: Time,
    startedAt: Time,
    database: oneOf(['folder', 'server'], 'Where everything is kept.'),
    keys: Type.Object({
      admin: Count('Keys of administrators that give access.'),
      audit: Count('For audits.'),
      interview: Count('For interviews.'),
      revoked: Count('Keys that give no access any more.'),
    }),
    interviews: Type.Object({
      open: Count('Interviews that no one has ended; some have stopped by themselves.'),
      ended: Count('Interviews that someone ended, until they expire.'),
    }),
    audits: Type.Object({
      queued: Count('Audits that wait for a worker.'),
      running: Count('Audits that a worker is at.'),
      done: Count('Audits that have records.'),
      failed: Count('Audits that failed.'),
      cancelled: Count('Audits that someone cancelled.'),
      recent: Type.Array(AuditRow, { description: 'Those that are not over, then the others; the newest first.' }),
    }),
    models: Files('Models'),
    uploads: Files('Uploaded tables'),
    storage: Type.Object({ bytes: Count('Of all tables with their indexes. The log of the database comes on top.') }),
    erasures: Type.Object({
      owed: Count('Erasures whose bytes are still to leave the files. Sweeps make up for them.'),
    }),
    load: Type.Object(
      {
        requests: Load('Requests in hand, this one included.', 'More are refused.'),
        views: Load('Views of interviews that wait or are worked out.', 'More are refused.'),
        files: Load('Files that are being received or read.', 'More are refused.'),
        residentBytes: Count('Memory of the process.'),
      },
      { description: 'Of this process.' },
    ),
  },
  { $id: 'Overview', description: 'The service at a glance. Nothing of what anyone answered is in it.' },
);
export type OverviewView = Static<typeof OverviewView>;
