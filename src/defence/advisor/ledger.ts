/**
 * What a finished interview gave away, answer by answer, and what it would have given away had the advice been
 * followed. The same questions are taken to be asked: somebody who chooses them by the answers might have asked others.
 *
 * Two measures of an answer are kept. `bits` is how much more is known after it than before: what was known before the
 * first question plus the bits of all answers is what is known in total. `towards`, for people who state their own value, is how
 * much more probable it made that value, log2(after / before). Both add up, and both are negative for answers that take
 * back what others gave away.
 */
import type { Finding, Provenance } from '../../audit/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import type { Answer } from '../../ratings/index.ts';
import { type Advice, type AdviceOptions, itemOf } from './advise.ts';
import { type AdvisedModel, Advisor, type AttributeBelief } from './advisor.ts';
import { bitsBetween } from './bits.ts';

/** An answer that was given, the item by its id. */
export interface GivenAnswer {
  /** Id of the item. */
  readonly item: string;
  readonly answer: Answer;
}

/** How the ledger is kept. */
interface LedgerOptions extends Omit<AdviceOptions, 'truth'> {
  /** Answers that were known before the first question. */
  readonly known?: readonly GivenAnswer[] | undefined;
  /** The person's own value of some attributes. */
  readonly own?: Readonly<Record<string, string>> | undefined;
  /** Ridge with which ratings are predicted. */
  readonly predictionRidge?: number | undefined;
}

/** What an answer gave away about one attribute. */
interface LedgerLine {
  readonly attribute: string;
  /** What the answer was expected to give away, before it was given. */
  readonly cost: number;
  /** How much more is known after it than before; negative where it took something back. */
  readonly bits: number;
  /** How much is known after it: how far the belief is from what it was before anything was said. */
  readonly known: number;
  /** How much would be known after it, had the advice been followed so far. */
  readonly followed: number;
  /** How much more probable it made the person's own value, in bits; negative where less. */
  readonly towards?: number;
  /** Probability of each value after it. */
  readonly posterior: readonly number[];
}

/** An answer, what it gave away, and what the advice would have been. */
export interface LedgerEntry extends GivenAnswer {
  readonly title: string;
  /** One for each attribute of each model. */
  readonly lines: readonly LedgerLine[];
  /** What to do with the question, for somebody who had followed the advice so far; and what such a person says. */
  readonly advice: Advice;
  readonly followed: Answer;
}

/** Where a course of answers led. */
interface Reached {
  /** How much is known. */
  readonly known: number;
  readonly posterior: readonly number[];
  /** How much more probable all answers together made the person's own value. */
  readonly towards?: number;
}

/** What all answers together gave away about one attribute. */
export interface LedgerTotal extends Reached {
  readonly attribute: string;
  readonly labels: readonly string[];
  /** How much was known before the first question, and the probability of each value then. */
  readonly knownBefore: number;
  readonly before: readonly number[];
  /** The sum of what the answers were expected to give away. */
  readonly cost: number;
  /** Where who follows the advice is led. */
  readonly followed: Reached;
}

/** What each answer gave away, and everything together. */
export interface Ledger {
  readonly entries: readonly LedgerEntry[];
  /** One for each attribute of each model. */
  readonly totals: readonly LedgerTotal[];
}

/** A ledger with where it comes from, for a report. */
export interface LedgerRecords extends Ledger {
  readonly format: 'ulterior-ledger';
  readonly version: 1;
  /** The transcript, and the models that judged it. */
  readonly source: string;
  readonly models: readonly string[];
  /** Bits about each attribute. */
  readonly budget: number;
  /** What each answer costs, in bits. */
  readonly findings: readonly Finding[];
  readonly provenance: Provenance;
}

/** What each answer of one person costs, in bits. */
export function ledgerFindings({ entries }: Pick<Ledger, 'entries'>): Finding[] {
  return entries.flatMap(({ lines }, at) =>
    lines.map(({ attribute: target, cost, bits, known, followed }) => {
      const place = { target, exposure: 'questions', length: at + 1, variant: 'real', people: 1 } as const;
      return { ...place, cost, bits, known, followed };
    }),
  );
}

/** What answers buy is judged by the first model's predictions. */
export function ledgerOf(
  models: readonly AdvisedModel[],
  answers: readonly GivenAnswer[],
  { known = [], own = {}, predictionRidge, ...options }: LedgerOptions,
): Ledger {
  requireOnce([...known, ...answers]);
  let told = Advisor.start(models, predictionRidge);
  for (const { item, answer } of known) told = told.after(item, answer);
  const start = told.known();
  const values = ownValues(start, own);
  let followed = told;
  const entries: LedgerEntry[] = [];
  for (const { item, answer } of answers) {
    const costs = told.costs(item);
    const advice = followed.advise(item, options);
    const before = told.known();
    told = told.after(item, answer);
    followed = followed.after(item, advice.say ?? answer);
    const instead = followed.known();
    const lines = told.known().map(({ name, now, prior }, seat) => ({
      attribute: name,
      cost: costs[seat]!,
      bits: bitsBetween(now, prior) - bitsBetween(before[seat]!.now, prior),
      known: bitsBetween(now, prior),
      followed: bitsBetween(instead[seat]!.now, prior),
      ...towards(now, before[seat]!.now, values[seat]),
      posterior: Array.from(now, Math.exp),
    }));
    const { items } = models[0]!.model;
    const title = items.title(itemOf(models[0]!.model, item));
    entries.push({ item, title, answer, lines, advice, followed: advice.say ?? answer });
  }
  const [end, instead] = [told.known(), followed.known()];
  const totals = start.map(({ name, labels, prior, now }, seat) => {
    const reached = (belief: AttributeBelief): Reached => ({
      known: bitsBetween(belief.now, prior),
      posterior: Array.from(belief.now, Math.exp),
      ...towards(belief.now, now, values[seat]),
    });
    return {
      attribute: name,
      labels,
      knownBefore: bitsBetween(now, prior),
      before: Array.from(now, Math.exp),
      ...reached(end[seat]!),
      cost: entries.reduce((total, { lines }) => total + lines[seat]!.cost, 0),
      followed: reached(instead[seat]!),
    };
  });
  return { entries, totals };
}

/** Only of people who state their own value. */
function towards(now: Float64Array, before: Float64Array, value: number | undefined): { readonly towards?: number } {
  return value === undefined ? {} : { towards: (now[value]! - before[value]!) / Math.LN2 };
}

/** Which value the person has, by seat; undefined where it was not said. */
function ownValues(
  seats: readonly AttributeBelief[],
  own: Readonly<Record<string, string>>,
): readonly (number | undefined)[] {
  const names = seats.map(({ name }) => name);
  const unknown = Object.keys(own).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UlteriorError(
      'ATTRIBUTE_UNKNOWN',
      `no model infers the attribute "${unknown}"`,
      `name one of ${names.map((name) => `"${name}"`).join(', ')}`,
      { attribute: unknown, known: names },
    );
  }
  return seats.map(({ name, labels }) => {
    const label = own[name];
    if (label === undefined) return undefined;
    const value = labels.indexOf(label);
    if (value >= 0) return value;
    throw new UlteriorError(
      'ATTRIBUTE_VALUE_UNKNOWN',
      `the attribute "${name}" has no value "${label}"`,
      `name one of ${labels.map((one) => `"${one}"`).join(', ')}`,
      { attribute: name, value: label },
    );
  });
}

function requireOnce(answers: readonly GivenAnswer[]): void {
  const seen = new Set<string>();
  for (const { item } of answers) {
    if (seen.has(item)) {
      throw new UlteriorError(
        'ITEM_ANSWERED_TWICE',
        `the item "${item}" was answered already`,
        'name every item once: its last answer',
        { item },
      );
    }
    seen.add(item);
  }
}
