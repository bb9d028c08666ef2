/** One visit to the envelope, as a value: what was answered, what was bet, and what follows from it. */
import type { GivenAnswer } from '../../../defence/index.ts';
import type { Answer } from '../../../ratings/index.ts';

export const QUESTIONS = 10;
/** The envelope opens after this many answers. */
export const BET_AFTER = 5;

/** What the visitor thinks is in the envelope. */
export interface Bet {
  readonly attribute: string;
  /** From 0.5 to 1. */
  readonly sure: number;
}

export interface Visit {
  /** Random statements are drawn with it; undefined: those that tell most are asked. */
  readonly seed: number | undefined;
  readonly given: readonly GivenAnswer[];
  readonly bet: Bet | 'none' | undefined;
  /** The visitor has looked into the envelope, and goes on. */
  readonly seen: boolean;
}

export type Stage = 'sealed' | 'bet' | 'opened' | 'open' | 'results';

export type VisitAction =
  | { readonly kind: 'answer'; readonly item: string; readonly answer: Answer }
  | { readonly kind: 'bet'; readonly bet: Bet | 'none' }
  | { readonly kind: 'goOn' }
  | { readonly kind: 'random'; readonly seed: number }
  | { readonly kind: 'erase' };

export const BEGINNING: Visit = { seed: undefined, given: [], bet: undefined, seen: false };

/** Nothing is hidden the second time: who answers random statements has seen the envelope. */
export function randomVisit(seed: number): Visit {
  return { seed, given: [], bet: 'none', seen: true };
}

export function stageOf({ given, bet, seen }: Visit): Stage {
  if (given.length >= QUESTIONS) return 'results';
  if (seen) return 'open';
  if (given.length < BET_AFTER) return 'sealed';
  return bet === undefined ? 'bet' : 'opened';
}

/** Each question is a step of its own, and so is each stage. */
export function stepOf(visit: Visit): string {
  return `${visit.seed} ${visit.given.length} ${stageOf(visit)}`;
}

export function nextVisit(visit: Visit, action: VisitAction): Visit {
  const stage = stageOf(visit);
  switch (action.kind) {
    case 'answer': {
      const asking = stage === 'sealed' || stage === 'open';
      // A key pressed twice is meant once.
      if (!asking || visit.given.some(({ item }) => item === action.item)) return visit;
      return { ...visit, given: [...visit.given, { item: action.item, answer: action.answer }] };
    }
    case 'bet':
      return stage === 'bet' ? { ...visit, bet: action.bet } : visit;
    case 'goOn':
      return stage === 'opened' ? { ...visit, seen: true } : visit;
    case 'random':
      return randomVisit(action.seed);
    case 'erase':
      return BEGINNING;
  }
}

/**
 * A link carries which models, and the seed of random statements; never an answer. Anything else in it is ignored.
 */
export function linkOf({ seed }: Pick<Visit, 'seed'>): string {
  return `#/try?model=personality${seed === undefined ? '' : `&seed=${seed}`}`;
}

export function visitFrom(hash: string): Visit {
  const asked = new URLSearchParams(hash.split('?')[1] ?? '');
  const seed = asked.get('seed') ?? '';
  return asked.get('model') === 'personality' && /^\d{1,10}$/.test(seed) ? randomVisit(Number(seed)) : BEGINNING;
}
