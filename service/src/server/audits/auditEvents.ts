/**
 * How an audit goes on, as server-sent events. The store is asked again and again, so that any instance can tell of
 * an audit that runs anywhere. Every stream begins with the state as it is: who lost the connection loses nothing, and
 * Last-Event-ID is not needed.
 */

import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { UlteriorError } from 'ulterior/service-parts';
import type { Store } from '../../store/index.ts';
import type { Limits } from '../common/limits.ts';
import { fault, notFound, problemOf } from '../common/problem.ts';
import { Shares } from '../common/shares.ts';
import type { Metrics } from '../figures/metrics.ts';
import { auditViewOf, isOver } from './auditView.ts';

interface Sources {
  readonly store: Store;
  readonly limits: Limits;
  readonly metrics: Metrics;
}

/** Streams that are open, so that there are not too many and they end with the service. */
export class AuditStreams {
  readonly #service: Sources;
  readonly #closing = new AbortController();
  readonly #places: Shares;

  constructor(service: Sources) {
    this.#service = service;
    this.#places = new Shares(() => service.limits.streams);
    service.metrics.gauge('ulterior_streams_open', 'Streams of events that are open.', () => this.#places.taken);
  }

  /** Refuses where the audit is not there, or too many streams are open. The place is the caller's; `left` says when it has gone. */
  async open(id: string, requestId: string, caller: string, left: AbortSignal): Promise<Readable> {
    if ((await this.#service.store.audits.find(id)) === undefined) throw notFound('audit');
    const leave = this.#closing.signal.aborted ? undefined : this.#places.take(caller);
    if (leave === undefined) {
      throw new UlteriorError(
        'SERVICE_BUSY',
        'too many streams of events are open',
        'GET the audit itself from time to time',
      );
    }
    const signal = AbortSignal.any([left, this.#closing.signal]);
    const stream = Readable.from(this.#events(id, requestId, signal), { objectMode: false });
    stream.once('close', leave);
    return stream;
  }

  close(): void {
    this.#closing.abort();
  }

  async *#events(id: string, requestId: string, signal: AbortSignal): AsyncGenerator<string> {
    const { streamPollSeconds, heartbeatSeconds } = this.#service.limits;
    let last = '';
    let number = 0;
    let silentSeconds = 0;
    while (!signal.aborted) {
      try {
        const audit = await this.#service.store.audits.find(id);
        if (audit === undefined) return yield event('gone', number, {});
        const view = auditViewOf(audit, this.#service.limits);
        const text = JSON.stringify([view.state, view.progress, view.cancelRequested]);
        if (text !== last) {
          yield event(isOver(audit) ? 'end' : 'progress', number++, view);
          if (isOver(audit)) return;
          [last, silentSeconds] = [text, 0];
        }
      } catch (error) {
        // The response has begun: an error can only be told as an event.
        const told = error instanceof UlteriorError ? error : fault();
        return yield event('problem', number, problemOf(told, requestId));
      }
      await pause(1000 * streamPollSeconds, undefined, { signal }).catch(() => {});
      silentSeconds += streamPollSeconds;
      if (silentSeconds >= heartbeatSeconds) {
        silentSeconds = 0;
        // Keeps proxies from taking the connection for dead.
        yield ': still here\n\n';
      }
    }
  }
}

/** JSON has no line breaks of its own, so one data line is enough. */
function event(name: string, id: number, data: unknown): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
