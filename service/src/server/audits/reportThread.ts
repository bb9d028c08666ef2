/** Entry of the thread that draws a report: charts take a second, in which requests are not to wait. */

import { parentPort, workerData } from 'node:worker_threads';
import { type AuditRecords, renderReport } from 'ulterior/service-parts';
import { outcomeOf } from '../common/thread.ts';

const records = JSON.parse(workerData as string) as AuditRecords;

parentPort!.postMessage(await outcomeOf(() => renderReport(records)));
