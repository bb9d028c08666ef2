/**
 * The honest evaluation of defences: folds over people; in each, attackers who know nothing of the defence and attackers
 * who trained on it; what is left of the recommender's work on true ratings; no defence, and shuffled labels, as
 * controls. Same data, spec and seed give the same records, whatever the threads, and whether it was stopped in between.
 */
import {
  type AuditTools,
  dealIntoFolds,
  describeData,
  detectableAuc,
  type Family,
  foldUnits,
  type Plan,
  provenanceOf,
  readSparse,
  runPlan,
  type ScoreTable,
  scoreKey,
  scoresOfAll,
  shuffleLabels,
  sparse,
  unitsByType,
  type Variant,
} from '../../audit/index.ts';
import {
  attributeOf,
  type Dataset,
  groupDefaults,
  holdOutRatings,
  type RatingMatrix,
  type SmallGroup,
  usableGroups,
} from '../../ratings/index.ts';
import { defenceNamed, requireSuitableDefence } from '../obfuscation/index.ts';
import { type BoundedAttacks, boundedAttacks, leakWithout } from './boundedAttacks.ts';
import { changeFigures } from './changeFigures.ts';
import { evaluateFold, piecesOf, UNDEFENDED } from './evaluateFold.ts';
import { type FiguresOutcome, type FiguresUnit, figuresTask } from './figuresTask.ts';
import type { AdoptionFigures, AttackSituation, DefenceEvaluation, DefenceRecords, PartFigures } from './records.ts';
import type { DefenceSetting } from './sending.ts';
import { type DefenceSpec, defenceSpec, defencesFor } from './spec.ts';
import { verdictOf } from './verdict.ts';
import { type WorkTools, workTools } from './work.ts';

/** What `evaluateDefences` works with. */
export type DefenceTools = Omit<AuditTools, 'planted'>;

const SITUATIONS: readonly AttackSituation[] = ['oblivious', 'retrained'];

/**
 * Measures defences: what attackers who know nothing of them and attackers who know them learn, and what the
 * recommendations lose.
 */
export async function evaluateDefences(
  data: Dataset,
  partial: Parameters<typeof defenceSpec>[0],
  tools: DefenceTools,
): Promise<DefenceRecords> {
  return runPlan(planDefences(data, partial), tools);
}

/** The same in units, which need not run here. */
export function planDefences(
  data: Dataset,
  partial: Parameters<typeof defenceSpec>[0],
): Plan<DefenceRecords, DefenceTools> {
  const groups = usableGroups(data, partial.attribute, groupDefaults);
  const types = attributeOf(groups.dataset, partial.attribute).labels.length;
  const spec = defenceSpec({ ...partial, defences: partial.defences ?? defencesFor(types) });
  // Before hours of work, and not in the middle of it.
  for (const { name } of spec.defences) requireSuitableDefence(defenceNamed(name), spec.attribute, types, data.scale);
  const { dataset, folds } = dealIntoFolds(groups.dataset, spec.attribute, spec.folds, spec.seed, 'audit-folds');
  // What is held out does not depend on the labels.
  const held = holdOutRatings(dataset, { most: spec.heldOut, share: spec.heldOutShare }, spec.seed);
  const plain = readSparse(sparse(dataset.ratings.byUser, dataset.ratings.items), spec.seed);
  const variants = foldUnits(variantsOf(dataset, spec), folds, spec.folds, {
    together: dataset.together,
    tasks: ({ cells }, people, trainers) => piecesOf(cells.length, people, trainers, dataset.items.size, spec),
    work: async ({ cells, ...variant }, members, tools) => {
      const data = { dataset: variant.dataset, plain, ...held, ...members };
      return { scores: await evaluateFold(data, cells, spec, workTools(tools)), facts: {} };
    },
  });
  return {
    units: variants.flatMap(({ units }) => units),
    closingTasks: variants.reduce((sum, { cells }) => sum + closingOf(cells), 0),
    records: async (foundIn, tools, onTaskDone) => {
      const work = workTools({ ...tools, onTaskDone });
      const results: VariantResult[] = [];
      for (const { units, ...variant } of variants) {
        const numbers = scoresOfAll(units, foundIn, dataset.users.size) as Scores;
        results.push({ ...variant, numbers, figures: await figuresOf(variant, numbers, held.heldOut, spec, work) });
      }
      const [real, shuffled] = results;
      return recordsFrom(real!, shuffled!, ratingsPerUser(dataset.ratings), groups.small, spec, tools);
    },
  };
}

interface DefenceVariant {
  readonly key: Variant;
  readonly dataset: Dataset;
  readonly cells: readonly DefenceSetting[];
}

function variantsOf(dataset: Dataset, spec: DefenceSpec): DefenceVariant[] {
  const shuffled = shuffleLabels(dataset, [spec.attribute], spec.seed);
  return [
    { key: 'real', dataset, cells: cellsOf(spec, 'real') },
    { key: 'shuffled', dataset: shuffled, cells: cellsOf(spec, 'shuffled') },
  ];
}

function cellsOf({ defences, shuffled, adoption }: DefenceSpec, variant: Variant): DefenceSetting[] {
  const cell = (defence: string, strength: number, share = 1): DefenceSetting => ({
    id: `${defence}@${strength}${share === 1 ? '' : `~${share}`}`,
    defence,
    strength,
    adoption: share,
  });
  return defences
    .filter(({ name }) => variant === 'real' || shuffled.includes(name))
    .flatMap(({ name, strengths }) => {
      const largest = strengths.at(-1)!;
      if (variant === 'shuffled') return [cell(name, largest)];
      return [
        ...strengths.map((strength) => cell(name, strength)),
        ...adoption.map((share) => cell(name, largest, share)),
      ];
    });
}

type Scores = ScoreTable<Float64Array>;

const scoreOf = (scores: Scores, setting: string, quantity: string) =>
  scores.get(scoreKey({ exposure: setting, quantity }));

interface VariantResult extends DefenceVariant {
  readonly figures: ReadonlyMap<string, FiguresOutcome>;
  readonly numbers: Scores;
}

/** Figures of those who use a defence and of those who do not are pieces of their own. */
const closingOf = (cells: readonly DefenceSetting[]) =>
  1 + cells.reduce((sum, { adoption }) => sum + (adoption === 1 ? 1 : 2), 0);

/** By cell; of a cell that only some use, "<cell> defending" and "<cell> others" instead, without what it is worth. */
async function figuresOf(
  { dataset, cells }: DefenceVariant,
  numbers: Scores,
  heldOut: RatingMatrix,
  spec: DefenceSpec,
  work: WorkTools,
): Promise<ReadonlyMap<string, FiguresOutcome>> {
  const { values, labels } = attributeOf(dataset, spec.attribute);
  const types = Uint8Array.from(values);
  const everybody = Uint32Array.from(types.keys());
  const wanted = [
    { name: UNDEFENDED, id: UNDEFENDED, people: everybody },
    ...cells.flatMap(({ id, adoption }) => {
      if (adoption === 1) return [{ name: id, id, people: everybody }];
      const [defending, others] = partsOf(numbers, id, everybody);
      return [
        { name: `${id} ${DEFENDING}`, id, people: defending },
        { name: `${id} ${OTHERS}`, id, people: others },
      ];
    }),
  ].filter(({ people }) => enoughOfEach(types, people, labels.length));
  const shared = {
    types,
    labels,
    heldOut: ratingsPerUser(heldOut),
    spec: { resamples: spec.resamples, level: spec.level, seed: spec.seed },
    clusters: dataset.together?.clusters,
  };
  const unitOf = (id: string, people: Uint32Array): FiguresUnit => {
    const of = (name: string) => scoreOf(numbers, id, name);
    return {
      ...shared,
      people,
      attacks: SITUATIONS.flatMap((situation) =>
        spec.attackers.flatMap((attacker) => {
          const logits = of(`${situation}/${attacker}`);
          return logits === undefined ? [] : [{ attacker, situation, logits }];
        }),
      ),
      utilities: SITUATIONS.flatMap((situation) => {
        const [squaredErrors, ndcgs] = [of(`${situation}/squaredErrors`), of(`${situation}/ndcgs`)];
        const recommender = situation === 'oblivious' ? ('undefended' as const) : situation;
        if (squaredErrors === undefined || ndcgs === undefined || people !== everybody) return [];
        return [{ recommender, squaredErrors, ndcgs, topTens: of(`${situation}/topTens`) }];
      }),
    };
  };
  const outcomes = await work.run(
    figuresTask,
    wanted.map(({ id, people }) => unitOf(id, people)),
  );
  return new Map(wanted.map(({ name }, n) => [name, outcomes[n]!]));
}

const DEFENDING = 'defending';
const OTHERS = 'others';

/** Those who defend themselves, and the others. */
function partsOf(numbers: Scores, id: string, everybody: Uint32Array): readonly [Uint32Array, Uint32Array] {
  const defending = scoreOf(numbers, id, 'defending')!;
  return [everybody.filter((person) => defending[person] === 1), everybody.filter((person) => defending[person] === 0)];
}

/** Fewer people than this of a group say nothing. */
const FEWEST = 10;

function enoughOfEach(types: Uint8Array, people: Uint32Array, groups: number): boolean {
  if (people.length === types.length) return true;
  const counts = new Uint32Array(groups);
  for (const person of people) counts[types[person]!]!++;
  return counts.every((count) => count >= FEWEST);
}

/** What is found where only some use a defence, for shares that leave enough people on both sides. */
function adoptionOf(
  { cells, dataset, numbers }: VariantResult,
  { attacks, family }: BoundedAttacks,
  { attribute }: DefenceSpec,
  defence: string,
  strength: number,
): AdoptionFigures[] {
  const everybody = Uint32Array.from({ length: dataset.users.size }, (_, person) => person);
  return cells
    .filter((cell) => cell.defence === defence && cell.strength === strength && cell.adoption < 1)
    .flatMap(({ id, adoption }) => {
      const found = [attacks.get(`${id} ${DEFENDING}`), attacks.get(`${id} ${OTHERS}`)];
      const [defending, others] = partsOf(numbers, id, everybody).flatMap((people, part): PartFigures[] => {
        const own = found[part];
        if (own === undefined) return [];
        return [{ people: people.length, attacks: own, detectable: detectableIn(people, dataset, attribute, family) }];
      });
      return defending === undefined || others === undefined ? [] : [{ share: adoption, defending, others }];
    });
}

function detectableIn(people: Uint32Array, dataset: Dataset, attribute: string, { reachLow }: Family): number {
  const { values, labels } = attributeOf(dataset, attribute);
  return detectableAuc(reachLow, unitsByType(people, values, labels.length, dataset.together?.clusters));
}

const ratingsPerUser = ({ users, byUser: { starts } }: RatingMatrix) =>
  Float64Array.from({ length: users }, (_, user) => starts[user + 1]! - starts[user]!);

/** `sizes`: ratings that each person has to send. */
function recordsFrom(
  real: VariantResult,
  shuffled: VariantResult,
  sizes: Float64Array,
  small: readonly SmallGroup[],
  spec: DefenceSpec,
  tools: DefenceTools,
): DefenceRecords {
  const { dataset, cells } = real;
  const bounded = boundedAttacks(real.figures, shuffled.figures, spec.level);
  const without = real.figures.get(UNDEFENDED)!;
  const undefended = bounded.attacks.get(UNDEFENDED)!;
  const everybodys = cells.filter(({ adoption }) => adoption === 1);
  const evaluations = everybodys.map(({ id, defence, strength }): DefenceEvaluation => {
    const attacks = bounded.attacks.get(id)!;
    const adoption = adoptionOf(real, bounded, spec, defence, strength);
    const epsilon = defenceNamed(defence).epsilon?.(strength, dataset.scale);
    return {
      defence,
      strength,
      epsilon,
      attacks,
      utilities: real.figures.get(id)!.utilities,
      changes: changeFigures(scoreOf(real.numbers, id, 'changes')!, sizes),
      ...(adoption.length === 0 ? {} : { adoption }),
      verdict: verdictOf(undefended, attacks, spec.attackers),
      verdicts: spec.attackers.map((attacker) => ({ attacker, verdict: verdictOf(undefended, attacks, [attacker]) })),
    };
  });
  const everybody = Uint32Array.from({ length: dataset.users.size }, (_, person) => person);
  return {
    format: 'ulterior-defence',
    version: 1,
    spec,
    data: describeData(dataset, spec.attribute, tools.source, small),
    undefended: {
      verdict: leakWithout(without.attacks, undefended, spec.level),
      attacks: undefended,
      utilities: without.utilities,
    },
    evaluations,
    detectable: detectableIn(everybody, dataset, spec.attribute, bounded.family),
    provenance: provenanceOf(tools),
  };
}
