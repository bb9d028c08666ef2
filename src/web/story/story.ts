/** The numbers of the story: a thousand invented people, the questions they get, and what the attacker makes of it. */
import { impliedAuc } from '../../audit/index.ts';
import { createModel } from '../../factorization/index.ts';
import type { ItemIndex } from '../../ratings/index.ts';
import { aucOf, inventCrowd, misjudged, reachOf, sharesAfter } from '../crowd/crowd.ts';
import { type AttributeFacts, facts, type Statement } from '../envelope/visit/facts.ts';
import type { ShippedModel } from '../models/shippedModel.ts';

export const PEOPLE = 1000;
/** How many of the questions are skipped where people defend themselves. */
export const SKIPPED = 5;
const SEED = 1;

export interface Choice {
  /** The questions are drawn at random. */
  readonly random: boolean;
  /** People skip what reveals most. */
  readonly defended: boolean;
}

interface After {
  readonly shares: Float64Array;
  readonly wrong: Uint8Array;
  readonly auc: number;
  /** Another thousand people would be about this far from it at most, 19 times in 20. */
  readonly reach: number;
}

export interface Scene {
  readonly statements: readonly Statement[];
  readonly answered: readonly boolean[];
  readonly types: Uint8Array;
  /** After 0, 1, 2, … questions. */
  readonly after: readonly After[];
}

/**
 * `statements`: those of the choice, in their order. Both groups are equally large in the crowd, so that a blind guess is
 * a coin toss, and the attacker knows it.
 */
export function sceneOf(shipped: ShippedModel, statements: readonly Statement[], defended: boolean): Scene {
  const model = createModel({ ...shipped.model, typePriors: Float64Array.of(0.5, 0.5) });
  const items = statements.map(({ id }) => model.items.indexOf(id)!);
  const { types, ratings } = inventCrowd(model, items, PEOPLE, SEED);
  const told = items.map((item: ItemIndex) => impliedAuc(model, [item]));
  const most = new Set([...items.keys()].sort((a, b) => told[b]! - told[a]! || a - b).slice(0, defended ? SKIPPED : 0));
  const answered = items.map((_, at) => !most.has(at));
  const after = sharesAfter(model, items, ratings, answered).map((shares) => ({
    shares,
    wrong: misjudged(shares, types),
    ...judged(shares, types),
  }));
  return { statements, answered, types, after };
}

/** The AUC of the dots, and how far that of another thousand may be from it. */
function judged(shares: Float64Array, types: Uint8Array) {
  const auc = aucOf(shares, types);
  return { auc, reach: reachOf(auc, types) };
}

export const factsAbout = (attribute: string): AttributeFacts =>
  facts.attributes.find((one) => one.attribute === attribute)!;
