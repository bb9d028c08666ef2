/** Finds in the records of an evaluation what charts and text speak of. */
import {
  type AttackerName,
  type AttackFigures,
  type AttackSituation,
  type DefenceEvaluation,
  type DefenceRecords,
  isKnowingAttacker,
} from '../../../defence/index.ts';
import { type Estimate, noticed } from '../../common/input.ts';
import { bounded } from '../../common/leakShown.ts';

export function attackOf(
  attacks: readonly AttackFigures[],
  attacker: AttackerName,
  situation: AttackSituation,
): AttackFigures | undefined {
  return attacks.find((attack) => attack.id === attacker && attack.situation === situation);
}

/** Every attacker in every situation that it is in: some are never oblivious. */
export function attackColumns(
  attackers: readonly AttackerName[],
): { readonly attacker: AttackerName; readonly situation: AttackSituation }[] {
  return attackers.flatMap((attacker) =>
    (['oblivious', 'retrained'] as const)
      .filter((situation) => situation === 'retrained' || !isKnowingAttacker(attacker))
      .map((situation) => ({ attacker, situation })),
  );
}

/** The AUC of an attacker who does not know of the defence. As everywhere here, with the bounds that hold for all attacks. */
export function obliviousAuc({ attacks }: DefenceEvaluation, attacker: AttackerName): Estimate {
  return bounded(attackOf(attacks, attacker, 'oblivious')!);
}

/**
 * The AUC of an attacker who knows of the defence: has trained on people who use it, or has noticed that the ranking is
 * reversed, whichever finds more. Of one attacker, or of the strongest.
 */
export function knowingAuc({ attacks }: Pick<DefenceEvaluation, 'attacks'>, attacker?: AttackerName): Estimate {
  return strongest(attacks.filter(({ id }) => attacker === undefined || id === attacker).map(noticed));
}

/** Without a defence, of one attacker or of the strongest. */
export function undefendedAuc({ undefended }: DefenceRecords, attacker?: AttackerName): Estimate {
  const own = undefended.attacks.filter(({ id }) => attacker === undefined || id === attacker);
  return strongest(own);
}

/** Each defence at its largest strength. */
export function largestStrengths({ evaluations }: DefenceRecords): DefenceEvaluation[] {
  return evaluations.filter(({ defence }, at) => evaluations[at + 1]?.defence !== defence);
}

/** Error of predicted ratings, with the item profiles of people without a defence. */
export function rmseOf({ utilities }: Pick<DefenceEvaluation, 'utilities'>): Estimate {
  return utilities.find(({ recommender }) => recommender === 'undefended')!.rmse;
}

/** How good ten recommended items are, with the same recommender; undefined for catalogues that are too large for it. */
export function topTenOf({ utilities }: Pick<DefenceEvaluation, 'utilities'>): Estimate | undefined {
  return utilities.find(({ recommender }) => recommender === 'undefended')?.topTen;
}

function strongest(attacks: readonly AttackFigures[]): Estimate {
  return attacks.map(bounded).reduce((best, auc) => (auc.value > best.value ? auc : best));
}
