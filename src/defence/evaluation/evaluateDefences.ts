/**
 * The honest evaluation of defences: folds over people; in each, attackers who know nothing of the defence and attackers
 * who trained on it; what is left of the recommender's work on true ratings; no defence, and shuffled labels, as
 * controls. Same data, spec and seed give the same records, whatever the threads, and whether it was stopped in between.
 */
import {
  type AuditTools,
  attackersNamed,
  auditDefaults,
  type Dealing,
  dealIntoFolds,
  describeData,
  experimentUnits,
  findAttacks,
  findingsWith,
  joinExperiment,
  type NamedArrays,
  type Plan,
  provenanceOf,
  readSparse,
  runPlan,
  scoresAt,
  shuffleLabels,
  sparse,
  type Variant,
} from '../../audit/index.ts';
import {
  attributeOf,
  type Dataset,
  groupDefaults,
  holdOutRatings,
  type RatingMatrix,
  usableGroups,
} from '../../ratings/index.ts';
import { defenceNamed, requireSuitableDefence } from '../obfuscation/index.ts';
import { attacksFrom, measuredPeople, placesOf } from './attackedSettings.ts';
import { changeFigures } from './changeFigures.ts';
import { exposuresOf, piecesOf, UNDEFENDED } from './exposures.ts';
import { type DefenceEvaluation, type DefenceRecords, usedBy } from './records.ts';
import type { DefenceSetting } from './sending.ts';
import { type DefenceSpec, defenceSpec, defencesFor } from './spec.ts';
import { utilitiesOf } from './utilityFigures.ts';
import { verdictOf } from './verdict.ts';

/** What `evaluateDefences` works with. */
export type DefenceTools = Omit<AuditTools, 'planted'>;

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
  const usable = usableGroups(data, partial.attribute, groupDefaults);
  const typeCount = attributeOf(usable.dataset, partial.attribute).labels.length;
  const spec = defenceSpec({ ...partial, defences: partial.defences ?? defencesFor(typeCount) });
  const { attribute, seed } = spec;
  // Before hours of work, and not in the middle of it.
  for (const { name } of spec.defences) requireSuitableDefence(defenceNamed(name), attribute, typeCount, data.scale);
  const { dataset, folds } = dealIntoFolds(usable.dataset, attribute, spec.folds, seed, 'audit-folds');
  const { together, ratings, items } = dataset;
  // What is held out does not depend on the labels.
  const held = holdOutRatings(dataset, { most: spec.heldOut, share: spec.heldOutShare }, seed);
  const plain = readSparse(sparse(ratings.byUser, ratings.items), seed);
  const dealing = (variant: Variant, labelled: Dataset): Dealing => {
    const own = settingsOf(spec, variant);
    const groups = { types: Uint8Array.from(attributeOf(labelled, attribute).values), typeCount };
    return {
      key: variant,
      variant,
      targets: new Map([[attribute, groups]]),
      tasks: (people, trainers) => piecesOf(own, people, trainers, items.size, spec),
      exposures: (members, tools) =>
        exposuresOf({ dataset: labelled, groups, plain, ...held }, own, spec, members, tools),
    };
  };
  const dealings = [dealing('real', dataset), dealing('shuffled', shuffleLabels(dataset, [attribute], seed))];
  const set = { ...auditDefaults, ridge: spec.ridge, prior: spec.prior, seed };
  const runs = experimentUnits(dealings, { folds, count: spec.folds, together }, set);
  const settings = settingsOf(spec, 'real');
  return {
    units: runs.flatMap(({ units }) => units),
    closingTasks: settings.reduce((sum, { adoption }) => sum + (adoption === 1 ? 3 : 4), 1),
    records: async (foundIn, tools, onTaskDone) => {
      const experiment = joinExperiment(runs, foundIn, dataset.users.size, spec.attackers);
      const numbersOf = (id: string) => scoresAt<NamedArrays>(experiment.dealings[0]!.scores, { exposure: id })!;
      const people = measuredPeople(dataset, folds, spec);
      const places = placesOf(settings, (id) => numbersOf(id)['defending']!, people);
      const found = await findAttacks(places, experiment, people, { ...tools, onTaskDone });
      const attacks = attacksFrom(found, people);
      const utilities = utilitiesOf(people, ratingsPerUser(held.heldOut));
      const { attackers } = experiment;
      const attacksOn = (setting: Partial<Pick<DefenceSetting, 'defence' | 'strength'>>, exposure = 'histories') => {
        const place = { defence: undefined, strength: undefined, ...setting, exposure, variant: 'real' } as const;
        return findingsWith(attacks.findings, 'auc', place);
      };
      const place = { target: attribute, exposure: 'histories', variant: 'real' } as const;
      const whole = settings.filter(({ adoption }) => adoption === 1);
      return {
        format: 'ulterior-defence',
        version: 1,
        spec: { ...spec, attackers },
        data: describeData(dataset, attribute, tools.source, usable.small),
        attackers: attackersNamed(attackers, 'histories'),
        findings: [
          ...attacks.findings,
          ...utilities(place, numbersOf(UNDEFENDED)),
          ...whole.flatMap(({ id, defence, strength }) => utilities({ ...place, defence, strength }, numbersOf(id))),
        ],
        verdict: attacks.leak,
        evaluations: whole.map(({ id, defence, strength }): DefenceEvaluation => {
          const own = attacksOn({ defence, strength });
          const epsilon = defenceNamed(defence).epsilon?.(strength, dataset.scale);
          const adoption = spec.adoption.filter(
            (share) => attacksOn({ defence, strength }, usedBy(share, 'defending')).length > 0,
          );
          return {
            defence,
            strength,
            epsilon,
            changes: changeFigures(numbersOf(id)['changes'] as Float64Array, ratingsPerUser(ratings)),
            ...(adoption.length === 0 ? {} : { adoption }),
            verdict: verdictOf(attacksOn({}), own, spec.attackers),
            verdicts: attackers.map((attacker) => {
              return { attacker, verdict: verdictOf(attacksOn({}), own, [attacker]) };
            }),
          };
        }),
        ...experiment.notes,
        provenance: provenanceOf(tools),
      };
    },
  };
}

/** Each defence at each strength; where only some use it, and on shuffled labels, at the largest. */
function settingsOf({ defences, shuffled, adoption }: DefenceSpec, variant: Variant): DefenceSetting[] {
  const setting = (defence: string, strength: number, share = 1): DefenceSetting => ({
    id: `${defence}@${strength}${share === 1 ? '' : `~${share}`}`,
    defence,
    strength,
    adoption: share,
  });
  return defences
    .filter(({ name }) => variant === 'real' || shuffled.includes(name))
    .flatMap(({ name, strengths }) => {
      const largest = strengths.at(-1)!;
      if (variant === 'shuffled') return [setting(name, largest)];
      return [
        ...strengths.map((strength) => setting(name, strength)),
        ...adoption.map((share) => setting(name, largest, share)),
      ];
    });
}

const ratingsPerUser = ({ users, byUser: { starts } }: RatingMatrix) =>
  Float64Array.from({ length: users }, (_, user) => starts[user + 1]! - starts[user]!);
