/** What to evaluate, as plain JSON: everything that decides the result. Threads and folders are not part of it. */
import { beliefRidge, measuredFields } from '../../audit/index.ts';
import { outOfRange, requireWithin } from '../../errors/index.ts';
import { checkedParameters, presets, type TrainingParameters, trainingSchema } from '../../factorization/index.ts';
import { filledIn, requireFit, schema } from '../../schema/index.ts';
import { defenceNamed, defences, SBO_THRESHOLD } from '../obfuscation/index.ts';
import { ATTACKERS, type AttackerName, attackersKnown, PLAIN_ATTACKERS } from './attackerNames.ts';

export interface EvaluatedDefence {
  readonly name: string;
  /** Ascending. */
  readonly strengths: readonly number[];
}

/** The public model of which items people rate, for defences that need it. */
interface EvaluatedPresence {
  readonly directions: number;
  readonly passes: number;
  /** Best recommendations that are kept free of what was withheld. */
  readonly places: number;
  /**
   * The share of the training people that it is fitted to. Attackers learn from the others alone: those it was fitted to
   * cancel its noise with what they send, and whoever learns from them finds too little.
   */
  readonly share: number;
}

/** What an evaluation of defences is to measure. */
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
  readonly presence: EvaluatedPresence;
  /** How often attackers run a defence on the true histories they have; 0 if none of them does. */
  readonly copies: number;
  /** SBO: people whose items are less typical on average are left alone; 0 treats everybody. */
  readonly sboThreshold: number;
  /** Most ratings of each person that are set aside to measure recommenders. Attackers see them: people send all they have. */
  readonly heldOut: number;
  /** The share of each person's ratings that is set aside, up to `heldOut` of them. */
  readonly heldOutShare: number;
  /** Defences that are also tried, at their largest strength, on shuffled labels; no defence always is. */
  readonly shuffled: readonly string[];
  /** Shares of people below 1 who defend themselves, tried at the largest strength of each defence; 1 always is. */
  readonly adoption: readonly number[];
  readonly resamples: number;
  /** Coverage of all intervals. */
  readonly level: number;
  readonly seed: number;
}

/** Every defence of ours, or of the literature, for this many types, at the strengths it is tried at. */
export function defencesFor(types: number, from: 'default' | 'published' = 'default'): EvaluatedDefence[] {
  return defences
    .filter((defence) => defence.types === 'any' || types === 2)
    .filter(({ reference }) => (reference === undefined) === (from === 'default'))
    .map(({ name, strength }) => ({ name, strengths: strength.tried }));
}

/**
 * Attackers who see most cost most: they are there by default where a defence hides which items were rated, which the
 * others would praise too soon.
 */
function attackersFor(evaluated: readonly EvaluatedDefence[]): readonly AttackerName[] {
  const hidesPresence = evaluated.some(({ name }) => defenceNamed(name).presence !== undefined);
  if (hidesPresence) return ATTACKERS;
  return evaluated.some(({ name }) => defenceNamed(name).lists === true)
    ? [...PLAIN_ATTACKERS, 'stack']
    : PLAIN_ATTACKERS;
}

export const defenceDefaults: Omit<DefenceSpec, 'attribute'> = {
  folds: 3,
  training: presets.als,
  ridge: 'model',
  prior: 'uniform',
  predictionRidge: 1,
  attackers: ATTACKERS,
  defences: defencesFor(2),
  presence: { directions: 10, passes: 1, places: 25, share: 0.5 },
  copies: 3,
  sboThreshold: SBO_THRESHOLD,
  heldOut: 10,
  heldOutShare: 0.2,
  shuffled: [defences[0]!.name],
  adoption: [],
  resamples: 500,
  level: 0.95,
  seed: 1,
};

const { about, fieldsOf, listOf, oneOf, whole } = schema;
const presenceSchema = fieldsOf<EvaluatedPresence>({
  directions: about('Equal chances: directions of taste.', whole(1, 200)),
  passes: about('Equal chances: passes, each fitted to what the one before sends.', whole(1, 10)),
  places: about('Equal chances: top places kept free of what was withheld; 0 for no guard.', whole(0, 1000)),
  share: about(
    'Share of the training people that public models and lists are learned from; attackers learn from the rest.',
    schema.between(0.1, 0.9),
  ),
});

export const defenceSchema = fieldsOf<DefenceSpec>(
  {
    attribute: schema.text,
    training: trainingSchema,
    ridge: beliefRidge,
    prior: oneOf(['uniform', 'training']),
    predictionRidge: schema.positive,
    attackers: about(
      'Who attacks (default: factor, logistic, boosted, and all who see most where a defence hides what was rated).',
      listOf(oneOf(attackersKnown), 1),
    ),
    defences: listOf(
      fieldsOf<EvaluatedDefence>({ name: schema.text, strengths: listOf({ kind: 'number' }, 1) }, [
        'name',
        'strengths',
      ]),
      1,
    ),
    presence: presenceSchema,
    copies: about(
      'Copies that attackers make of each history they know, by running the defence on it; 0 for none.',
      whole(0, 20),
    ),
    sboThreshold: about(
      'SBO: how typical the items of a person must be on average for any to be changed; 0 for everyone.',
      schema.between(0, 1),
    ),
    heldOut: whole(1, 1000),
    heldOutShare: schema.between(0.01, 0.5),
    shuffled: about('Defences to try on shuffled labels too; the first by default.', listOf(schema.text)),
    adoption: about('Shares of people who use a defence, at its largest strength.', listOf(schema.between(0.01, 0.99))),
    ...measuredFields,
  },
  ['attribute'],
);

type PartialSpec = Partial<Omit<DefenceSpec, 'presence'>> &
  Pick<DefenceSpec, 'attribute'> & { readonly presence?: Partial<EvaluatedPresence> };

/** Checks every value and fills in the defaults. */
export function defenceSpec(partial: PartialSpec): DefenceSpec {
  requireFit(defenceSchema, partial);
  const named = partial.defences?.map(({ name }) => name);
  const shuffled = named === undefined ? defenceDefaults.shuffled : named.slice(0, 1);
  const attackers = attackersFor(partial.defences ?? defenceDefaults.defences);
  const spec: DefenceSpec = filledIn(
    { attribute: partial.attribute, ...defenceDefaults, shuffled, attackers },
    { ...partial, presence: filledIn(defenceDefaults.presence, partial.presence ?? {}) },
  );
  return { ...checkDefences(spec), training: checkedParameters(spec.training) };
}

function checkDefences(spec: DefenceSpec): DefenceSpec {
  const names = spec.defences.map(({ name }) => name);
  for (const [at, { name, strengths }] of spec.defences.entries()) {
    const { strength } = defenceNamed(name);
    if (names.indexOf(name) !== at) throw outOfRange('defences', `"${name}" twice`, 'every defence once');
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
