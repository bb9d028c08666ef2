/**
 * From rows of the database to an interview, and back to none. Each request reads the rows and replays them: so any
 * instance serves any interview. The last state of each is kept at hand by its revision; a state of another revision is
 * worth nothing. What was erased from the database leaves the memory too: at once here, and elsewhere when it was idle.
 */
import {
  createStrategy,
  type FactorModel,
  Interview,
  type ItemIndex,
  type StoppingRule,
  type Strategy,
} from 'ulterior/service-parts';
import type { Store, StoredAnswer, StoredInterview } from '../../store/index.ts';
import { LeastRecentlyUsed } from '../common/leastRecentlyUsed.ts';
import { notFound } from '../common/problem.ts';
import type { ModelCache } from '../models/modelCache.ts';

/** What `StoredInterview.setup` holds. */
export interface StoredSetup {
  readonly strategy?: string;
  readonly target?: string;
  readonly stopping: StoppingRule;
  /** Of strategies that draw: every replay asks the same questions. */
  readonly seed: number;
}

export interface LoadedInterview {
  readonly stored: StoredInterview;
  readonly interview: Interview;
}

export class InterviewCache {
  readonly #store: Store;
  readonly #models: ModelCache<FactorModel>;
  readonly #now: () => Date;
  readonly #ready: LeastRecentlyUsed<LoadedInterview>;

  constructor(store: Store, models: ModelCache<FactorModel>, bytes: number, now: () => Date) {
    this.#store = store;
    this.#models = models;
    this.#now = now;
    this.#ready = new LeastRecentlyUsed(bytes, now);
  }

  /**
   * The interview as it stands now; what has expired is gone, whether it was swept yet or not. `read` is its row where
   * this very request has read it (the row of the caller's token): if its revision is at hand, that is all.
   */
  async load(id: string, read?: StoredInterview): Promise<LoadedInterview> {
    const known = read?.id === id ? this.#ready.get(id) : undefined;
    if (known !== undefined && known.stored.revision === read?.revision && read.expiresAt > this.#now()) return known;
    const rows = await this.#store.interviews.withAnswers(id);
    if (rows === undefined || rows.interview.expiresAt <= this.#now()) {
      this.drop(id);
      throw notFound('interview');
    }
    const ready = this.#ready.get(id);
    if (ready?.stored.revision === rows.interview.revision) return ready;
    const model = await this.#models.get(rows.interview.modelId);
    return this.keep({ stored: rows.interview, interview: replayed(model, rows.interview, rows.answers) });
  }

  keep(loaded: LoadedInterview): LoadedInterview {
    const { stored, interview } = loaded;
    this.#ready.set(stored.id, loaded, weightOf(interview));
    return loaded;
  }

  /** After a change. One that has stopped is let go of: most are never looked at again, and those that are can be read. */
  keepOpen(loaded: LoadedInterview): LoadedInterview {
    if (loaded.interview.status.kind !== 'stopped') return this.keep(loaded);
    this.drop(loaded.stored.id);
    return loaded;
  }

  drop(id: string): void {
    this.#ready.delete(id);
  }

  dropIdle(seconds: number): void {
    this.#ready.dropIdle(seconds);
  }

  get size(): number {
    return this.#ready.size;
  }
}

/** Of an interview that begins. */
export function begun(model: FactorModel, setup: StoredSetup): Interview {
  return Interview.start({
    model,
    strategy: strategyOf(model, setup),
    protocol: { kind: 'open' },
    stopping: setup.stopping,
  });
}

function replayed(model: FactorModel, stored: StoredInterview, answers: readonly StoredAnswer[]): Interview {
  const setup = stored.setup as unknown as StoredSetup;
  const items = answers.map(({ item }) => {
    const index = model.items.indexOf(item);
    if (index === undefined) throw new Error('an answer is about an item that the model does not have');
    return index;
  });
  let interview = Interview.start({
    model,
    strategy: askedBefore(strategyOf(model, setup), items),
    protocol: { kind: 'open' },
    stopping: setup.stopping,
  });
  for (const [at, { rating }] of answers.entries()) {
    interview = rating === null ? interview.skip(items[at]!) : interview.answer(items[at]!, rating);
  }
  return stored.ended ? interview.end() : interview;
}

function strategyOf(model: FactorModel, { strategy, target, seed }: StoredSetup): Strategy {
  return createStrategy({ model, seed, target }, strategy);
}

/** Asks what was asked before, without choosing it again: a replay costs the answers, not the catalogue. */
function askedBefore(strategy: Strategy, items: readonly ItemIndex[]): Strategy {
  return {
    name: strategy.name,
    next: (belief, candidates, answers) => {
      const item = items[answers.length];
      return item === undefined ? strategy.next(belief, candidates, answers) : { item };
    },
  };
}

/** Bytes that an interview takes besides its numbers, and each of its steps: measured. */
const INTERVIEW_BYTES = 6000;
const STEP_BYTES = 3500;

/**
 * Bytes of an interview in memory. A strategy keeps something of the catalogue, in double precision. Each step keeps the
 * belief after it (covariance, profile means and log weights, once for each row), which items were open, and lists of all
 * steps before it.
 */
function weightOf({ setup: { model }, steps }: Pick<Interview, 'setup' | 'steps'>): number {
  const { items, dimension: d, typeLabels, rows } = model;
  const [types, channels, count] = [typeLabels.length, rows.channels.length, steps.length];
  const catalogue = 8 * items.size * channels * (d + 2 * types + 2);
  const step = STEP_BYTES + 8 * channels * (d * d + types * d + types) + items.size;
  return INTERVIEW_BYTES + catalogue + count * step + 12 * count * count;
}
