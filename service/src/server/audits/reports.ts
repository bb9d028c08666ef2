/** Reports are drawn when somebody asks, in a thread of their own; the last ones are kept. */
import { UlteriorError } from 'ulterior/service-parts';
import { LeastRecentlyUsed } from '../common/leastRecentlyUsed.ts';
import type { Limits } from '../common/limits.ts';
import { runInThread } from '../common/thread.ts';

const KEPT_BYTES = 64 * 2 ** 20;

export class Reports {
  readonly #limits: Limits;
  readonly #drawn: LeastRecentlyUsed<string>;
  readonly #coming = new Map<string, Promise<string>>();

  constructor({ limits, clock }: { readonly limits: Limits; readonly clock: () => Date }) {
    this.#limits = limits;
    this.#drawn = new LeastRecentlyUsed(KEPT_BYTES, clock);
  }

  async of(id: string, records: string): Promise<string> {
    const drawn = this.#drawn.get(id);
    if (drawn !== undefined) return drawn;
    const coming = this.#coming.get(id) ?? this.#draw(id, records).finally(() => this.#coming.delete(id));
    this.#coming.set(id, coming);
    return coming;
  }

  drop(id: string): void {
    this.#drawn.delete(id);
  }

  async #draw(id: string, records: string): Promise<string> {
    const { answerSeconds, parseMegabytes } = this.#limits;
    const page = await runInThread<string>('audits/reportThread', records, {
      seconds: answerSeconds,
      megabytes: parseMegabytes,
      tooCostly: () =>
        new UlteriorError(
          'SERVICE_BUSY',
          'the report takes too long to draw',
          'take the records and draw it elsewhere',
        ),
    });
    this.#drawn.set(id, page, 2 * page.length);
    return page;
  }
}

/**
 * The policy that the page states for itself, as a header. In addition the page has no origin: were something to get
 * into it, it could not act in the name of its reader.
 */
export function policyOf(page: string): string {
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(page) ?? [];
  if (policy === undefined) throw new Error('the report states no policy');
  return `${policy.replaceAll('&#39;', "'")}; frame-ancestors 'none'; sandbox allow-scripts`;
}
