/** What to evaluate, as plain JSON: everything that decides the result. Threads and folders are not part of it. */
import { outOfRange, requirePositive, requireWithin } from '../../errors/index.ts';
import { checkedParameters, presets, type TrainingParameters } from '../../factorization/index.ts';
import { defenceNamed, defences } from '../obfuscation/index.ts';

/** Who attacks: the factor-based classifier, or logistic regression on zero-padded ratings. */
export type AttackerName = 'factor' | 'logistic';
export const ATTACKERS: readonly AttackerName[] = ['factor', 'logistic'];

export interface EvaluatedDefence {
  readonly name: string;
  /** Ascending. */
  readonly strengths: readonly number[];
}

export interface DefenceSpec {
  readonly attribute: string;
  readonly folds: number;
  readonly training: TrainingParameters;
  /** The factor-based classifier's ridge; 'model' takes noise over profile variance of each model. */
  readonly ridge: number | 'model';
  readonly prior: 'uniform' | 'training';
  /** Ridge of the profile from which ratings are predicted. */
  readonly predictionRidge: number;
  readonly attackers: readonly AttackerName[];
  readonly defences: readonly EvaluatedDefence[];
  /** Most ratings of each person that are never sent, to predict. */
  readonly heldOut: number;
  /** The share of each person's ratings that is set aside, up to `heldOut` of them. */
  readonly heldOutShare: number;
  /** Defences that are also tried, at their largest strength, on shuffled labels; no defence always is. */
  readonly shuffled: readonly string[];
  readonly resamples: number;
  /** Coverage of all intervals. */
  readonly level: number;
  readonly seed: number;
}

/** Every defence for so many types, at the strengths it is tried at. */
export function defencesFor(types: number): EvaluatedDefence[] {
  return defences
    .filter((defence) => defence.types === 'any' || types === 2)
    .map(({ name, strength }) => ({ name, strengths: strength.tried }));
}

export const defenceDefaults: Omit<DefenceSpec, 'attribute'> = {
  folds: 3,
  training: presets.als,
  ridge: 'model',
  prior: 'uniform',
  predictionRidge: 1,
  attackers: ATTACKERS,
  defences: defencesFor(2),
  heldOut: 10,
  heldOutShare: 0.2,
  shuffled: [defences[0]!.name],
  resamples: 500,
  level: 0.95,
  seed: 1,
};

/** Fills in the defaults and checks every value. */
export function defenceSpec(partial: Partial<DefenceSpec> & Pick<DefenceSpec, 'attribute'>): DefenceSpec {
  const named = partial.defences?.map(({ name }) => name);
  const spec: DefenceSpec = {
    ...defenceDefaults,
    ...(named === undefined ? {} : { shuffled: named.slice(0, 1) }),
    ...partial,
  };
  requireWithin('folds', spec.folds, { min: 2, max: 1000, whole: true });
  requireWithin('heldOut', spec.heldOut, { min: 1, max: 1000, whole: true });
  requireWithin('heldOutShare', spec.heldOutShare, { min: 0.01, max: 0.5 });
  requireWithin('resamples', spec.resamples, { min: 50, max: 100_000, whole: true });
  requireWithin('level', spec.level, { min: 0.5, max: 0.9999 });
  requireWithin('seed', spec.seed, { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true });
  requirePositive('predictionRidge', spec.predictionRidge);
  if (spec.ridge !== 'model') requirePositive('ridge', spec.ridge);
  if (spec.prior !== 'uniform' && spec.prior !== 'training') {
    throw outOfRange('prior', spec.prior, 'uniform or training');
  }
  if (spec.attackers.length === 0) throw outOfRange('attackers', 'empty', `some of ${ATTACKERS.join(', ')}`);
  for (const name of spec.attackers) {
    if (!ATTACKERS.includes(name)) throw outOfRange('attackers', name, `some of ${ATTACKERS.join(', ')}`);
  }
  return { ...checkDefences(spec), training: checkedParameters(spec.training) };
}

function checkDefences(spec: DefenceSpec): DefenceSpec {
  const names = spec.defences.map(({ name }) => name);
  if (names.length === 0) throw outOfRange('defences', 'empty', 'at least one defence');
  for (const [at, { name, strengths }] of spec.defences.entries()) {
    const { strength } = defenceNamed(name);
    if (names.indexOf(name) !== at) throw outOfRange('defences', `"${name}" twice`, 'every defence once');
    if (strengths.length === 0) throw outOfRange(`strengths of ${name}`, 'empty', 'at least one number');
    for (const value of strengths) {
      requireWithin(`strength of ${name} (${strength.means})`, value, { min: Number.MIN_VALUE, max: strength.max });
    }
    if (new Set(strengths).size !== strengths.length) {
      throw outOfRange(`strengths of ${name}`, strengths.join(', '), 'a list without repetitions');
    }
  }
  const unknown = spec.shuffled.find((name) => !names.includes(name));
  if (unknown !== undefined) throw outOfRange('shuffled', `"${unknown}"`, `some of ${names.join(', ')}`);
  const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
  return { ...spec, defences: spec.defences.map(({ name, strengths }) => ({ name, strengths: ascending(strengths) })) };
}
