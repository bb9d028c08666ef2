/** Counters and one histogram in the text format of Prometheus. Labels are routes, methods and outcomes: no identities. */
import { setTimeout as pause } from 'node:timers/promises';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Upper bounds of the latency buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const HELP = {
  ulterior_interviews_total: 'Interviews by what happened to them.',
  ulterior_answers_total: 'Answers by what became of them.',
  ulterior_audits_total: 'Audits by how far they got in this process.',
  ulterior_units_total: 'Units of audits that this process has done.',
  ulterior_models_total: 'Models by what happened to them.',
} as const;
export type Counted = keyof typeof HELP;

/** What is measured when somebody asks; it may have to ask the database. */
type Measure = () => number | Promise<number>;

/** Whoever watches must hear the other figures also while the database is away. */
const PATIENCE_MILLISECONDS = 1000;

interface Latency {
  readonly buckets: number[];
  sum: number;
  count: number;
}

export class Metrics {
  readonly #events = new Map<Counted, Map<string, number>>();
  readonly #requests = new Map<string, number>();
  readonly #latencies = new Map<string, Latency>();
  readonly #gauges = new Map<string, { help: string; value: Measure }>();

  count(name: Counted, event: string, amount = 1): void {
    const events = this.#events.get(name) ?? new Map<string, number>();
    events.set(event, (events.get(event) ?? 0) + amount);
    this.#events.set(name, events);
  }

  gauge(name: string, help: string, value: Measure): void {
    this.#gauges.set(name, { help, value });
  }

  /** What a gauge says now; 0 where nobody has set one up. */
  async measured(name: string): Promise<number> {
    const gauge = this.#gauges.get(name);
    return gauge === undefined ? 0 : measure(gauge.value);
  }

  request(method: string, route: string, status: number, seconds: number): void {
    const labels = `method="${method}",route="${route}"`;
    const key = `${labels},status="${status}"`;
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
    const latency = this.#latencies.get(labels) ?? { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 };
    for (const [at, bound] of BUCKETS.entries()) if (seconds <= bound) latency.buckets[at]!++;
    latency.sum += seconds;
    latency.count++;
    this.#latencies.set(labels, latency);
  }

  async text(): Promise<string> {
    const lines: string[] = [];
    const family = (name: string, type: string, help: string) =>
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    family('ulterior_requests_total', 'counter', 'Requests by method, route and status.');
    for (const [labels, amount] of this.#requests) lines.push(`ulterior_requests_total{${labels}} ${amount}`);
    family('ulterior_request_seconds', 'histogram', 'Time until a request was answered.');
    for (const [labels, { buckets, sum, count }] of this.#latencies) {
      for (const [at, bound] of BUCKETS.entries()) {
        lines.push(`ulterior_request_seconds_bucket{${labels},le="${bound}"} ${buckets[at]}`);
      }
      lines.push(
        `ulterior_request_seconds_bucket{${labels},le="+Inf"} ${count}`,
        `ulterior_request_seconds_sum{${labels}} ${sum}`,
        `ulterior_request_seconds_count{${labels}} ${count}`,
      );
    }
    for (const [name, help] of Object.entries(HELP)) {
      family(name, 'counter', help);
      for (const [event, amount] of this.#events.get(name as Counted) ?? []) {
        lines.push(`${name}{event="${event}"} ${amount}`);
      }
    }
    const measured = await Promise.all([...this.#gauges.values()].map(({ value }) => measure(value)));
    for (const [at, [name, { help }]] of [...this.#gauges].entries()) {
      family(name, 'gauge', help);
      lines.push(`${name} ${measured[at]}`);
    }
    return `${lines.join('\n')}\n`;
  }
}

/** NaN, which the format has, where it fails or takes too long. */
async function measure(value: Measure): Promise<number> {
  const stop = new AbortController();
  const tooLate = pause(PATIENCE_MILLISECONDS, Number.NaN, { signal: stop.signal, ref: false });
  tooLate.catch(() => {});
  try {
    return await Promise.race([Promise.resolve(value()), tooLate]);
  } catch {
    return Number.NaN;
  } finally {
    stop.abort();
  }
}
