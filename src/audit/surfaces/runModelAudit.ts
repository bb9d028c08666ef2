/**
 * The audit of a finished recommender: every surface that was given, read by every attacker, fold by fold, on real labels
 * and on shuffled ones; recommenders of our own beside it. Same input, spec and seed give the same records, whatever the
 * threads, and whether it was stopped in between.
 */
import { outOfRange } from '../../errors/index.ts';
import { recommenderNamed } from '../../factorization/index.ts';
import { classifierNamed } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { type RecommendationLists, stratifiedFolds } from '../../ratings/index.ts';
import { memoizeAsync } from '../attackers/memoizeAsync.ts';
import { readSparse } from '../attackers/readable.ts';
import { attackersNamed, findAttacks, type MeasuredPlace } from '../exposures/attackFigures.ts';
import { experimentUnits, joinExperiment } from '../exposures/experiment.ts';
import type { Dealing } from '../exposures/exposure.ts';
import {
  factsUnit,
  labelsWithinFolds,
  type Plan,
  requireClusters,
  requirePeople,
  runPlan,
  scoresAt,
  type Unit,
} from '../folds/index.ts';
import type { Finding } from '../records/finding.ts';
import { provenanceOf } from '../records/provenance.ts';
import type { AuditTools } from '../run/auditTools.ts';
import type { ClassifierName } from '../spec/contender.ts';
import { auditDefaults } from '../spec/spec.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { type AnchorFound, anchorLists } from './anchors.ts';
import { defendedRatings, requireRemakable } from './defendedRatings.ts';
import { describeModel, describeSurface } from './describeModel.ts';
import type { ModelAuditRecords } from './modelAuditRecords.ts';
import { type ModelAuditSpec, modelAuditSpec } from './modelAuditSpec.ts';
import { requireChangeable, viewsAfterOperator, viewsBeforeOperator } from './operatorsViews.ts';
import { ownRecommenders } from './ownSurface.ts';
import { attributeOfSelected, requireRatings, type SelectedPeople, selectPeople } from './selectPeople.ts';
import { type DefenceBefore, isOperators, type ModelAuditInput, type Surface, surfaceName } from './surface.ts';
import { anchorFindings, judge, judgeAfter } from './surfaceFigures.ts';
import { auditedLists, listUse, type UsefulLists, wantedItems } from './usefulness.ts';
import { headlineTopOf, topsOf, type View, type ViewSource, viewsOf } from './views.ts';

/** What `runModelAudit` works with. */
export type ModelAuditTools = Omit<AuditTools, 'planted'>;

/**
 * Measures what each surface of a finished recommender tells about an attribute: vectors of people, vectors of items,
 * lists, scores, ratings. The headline is the strongest attacker's, with bounds that hold for all attackers and surfaces.
 * What the spec leaves out is as in `modelAuditDefaults`.
 *
 * @example
 * ```ts
 * import { loadKernels } from 'ulterior';
 * import { peopleWithRatings, runModelAudit } from 'ulterior/attack';
 * import { createWorld } from 'ulterior/core';
 *
 * const { dataset } = createWorld({ users: 120, items: 40, ratingsPerUser: 20, leak: 0.8 }, 1);
 * const records = await runModelAudit(
 *   { people: peopleWithRatings(dataset, 'type'), surfaces: [{ kind: 'ratings' }] },
 *   { attribute: 'type', folds: 2, attackers: ['logistic'], controls: 1 },
 *   { kernels: loadKernels(), source: 'an invented world', finished: () => new Date().toISOString() },
 * );
 * for (const { exposure, attacker, variant, auc } of records.findings) console.log(exposure, attacker, variant, auc?.value);
 * ```
 */
export async function runModelAudit(
  input: ModelAuditInput,
  partial: Parameters<typeof modelAuditSpec>[0],
  tools: ModelAuditTools,
): Promise<ModelAuditRecords> {
  return runPlan(planModelAudit(input, partial), tools);
}

/** The same in units, which need not run here. */
export function planModelAudit(
  input: ModelAuditInput,
  partial: Parameters<typeof modelAuditSpec>[0],
): Plan<ModelAuditRecords, ModelAuditTools> {
  const spec = modelAuditSpec(partial);
  const { people, surfaces, afterDefence } = input;
  requireSurfaces(surfaces);
  if (afterDefence !== undefined) {
    if (isOperators(afterDefence)) requireChangeable(surfaces, afterDefence);
    else requireRemakable(surfaces, afterDefence);
  }
  const selected = selectPeople(people, surfaces, spec);
  const reason = `${spec.folds} folds need at least as many (folds)`;
  requirePeople(selected.users.length, spec.attribute, spec.folds, reason);
  const { labels, together } = selected;
  const clusters = together?.clusters;
  if (clusters !== undefined) requireClusters(clusters, spec.attribute, spec.folds);
  const attribute = attributeOfSelected(selected, spec.attribute);
  const folds = stratifiedFolds(attribute, spec.folds, derive(spec.seed, 'audit-folds'), clusters);
  const source: ViewSource = { people, selected, spec, own: ownRecommenders(spec.seed) };
  const plain = viewsOf(source, folds);
  const views =
    afterDefence !== undefined && isOperators(afterDefence)
      ? viewsBeforeOperator(plain, input, source, afterDefence)
      : plain;
  const after = viewsAfter(input, source, folds);
  const top = anchorTop(surfaces, spec);
  const anchors = anchorsOf(input, selected, top, spec);
  const every = [...views, ...after, ...anchors.map(({ view }) => view)];
  const dealings = dealingsOf(every, selected, folds, spec);
  const runs = experimentUnits(dealings, { folds, count: spec.folds, together }, { ...auditDefaults, seed: spec.seed });
  return {
    units: [...anchors.map(({ unit }) => unit), ...runs.flatMap(({ units }) => units)],
    closingTasks: every.length,
    records: async (foundIn, tools, onTaskDone) => {
      const everyone = selected.users.length;
      const experiment = joinExperiment(runs, foundIn, everyone, spec.attackers);
      const { resamples, level, seed } = spec;
      const { attribute: target } = spec;
      const people = Uint32Array.from(selected.types.keys());
      const placeOf = ({ id, surface, top: length }: View, defended: object = {}): MeasuredPlace => {
        const as = { target, exposure: surface, length, ...defended };
        return { exposure: id, as, labels, types: selected.types, people };
      };
      const defended = afterDefence && { defence: afterDefence.name, strength: afterDefence.strength };
      const attacks = await findAttacks(
        every.map((view) => placeOf(view, after.includes(view) ? defended : {})),
        experiment,
        { folds, clusters, resamples, level, seed },
        { ...tools, onTaskDone },
      );
      const found = every.map((view, at) => {
        readersOf(experiment.attackers, view);
        return attacks[at]!.toSorted((a, b) => b.real.auc.value - a.real.auc.value);
      });
      const before = found.slice(0, views.length);
      const lists = views.findIndex(({ surface, top: own }) => surface === 'lists' && own === top);
      const drawn = { resamples: resamplesOf(everyone, seed, resamples, clusters), level };
      /** What lists are worth, of which it was measured with the leak. */
      const costOf = ({ id }: View, { as }: MeasuredPlace): Finding[] =>
        experiment.dealings.flatMap(({ scores, variant }) => {
          const use = scoresAt<Pick<UsefulLists, 'ndcg' | 'recall'>>(scores, { exposure: id });
          if (variant !== 'real' || use?.ndcg === undefined) return [];
          return [{ ...as, variant, ...listUse(use, drawn) }];
        });
      const judged = judge(before, level, clusters, afterDefence === undefined);
      const left =
        afterDefence && judgeAfter(found.slice(views.length, views.length + after.length), before, level, clusters);
      const beside = anchors.map(({ unit, view }) => ({ found: found[every.indexOf(view)]!, use: foundIn(unit) }));
      return {
        format: 'ulterior-model-audit',
        version: 1,
        spec: { ...spec, attackers: experiment.attackers },
        data: describeModel(input, selected, tools.source),
        attackers: attackersNamed(experiment.attackers, 'surfaces'),
        surfaces: selected.matched.map(describeSurface),
        headlineTop: top,
        findings: [
          ...judged.findings,
          ...(left?.findings ?? []),
          ...every.flatMap((view) => costOf(view, placeOf(view, after.includes(view) ? defended : {}))),
          ...auditedLists(input, selected, target, top, drawn),
          ...anchorFindings(beside, before[lists], drawn),
        ],
        verdict: judged.verdict,
        ...experiment.notes,
        afterDefence: afterDefence && left && { ...described(afterDefence), verdict: left.verdict },
        anchors: anchors.map(({ name }) => ({ name, label: recommenderNamed(name).label })),
        provenance: provenanceOf(tools),
      };
    },
  };
}

function requireSurfaces(surfaces: readonly Surface[]): void {
  const names = surfaces.map(surfaceName);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw outOfRange('surfaces', `two of "${repeated}"`, 'at most one of each kind');
  if (names.length === 0) throw outOfRange('surfaces', 'empty', 'a list of at least one surface');
}

function viewsAfter(input: ModelAuditInput, source: ViewSource, folds: Uint16Array): View[] {
  const { afterDefence, people } = input;
  if (afterDefence === undefined) return [];
  if (isOperators(afterDefence)) return viewsAfterOperator(input, source, afterDefence);
  const dataset = requireRatings(people, 'after a defence');
  return viewsOf(source, folds, defendedRatings(dataset, source.selected, source.spec.attribute, afterDefence));
}

/** Every view with the real labels, and with each shuffle of them. */
function dealingsOf(
  views: readonly View[],
  { types, labels, together }: SelectedPeople,
  folds: Uint16Array,
  spec: ModelAuditSpec,
): Dealing[] {
  const targets = (own: Uint8Array) => new Map([[spec.attribute, { types: own, typeCount: labels.length }]]);
  const real = targets(types);
  const dealt = { folds, foldCount: spec.folds, seed: spec.seed, clusters: together?.clusters };
  const shuffles = Array.from({ length: spec.controls }, (_, n) => targets(labelsWithinFolds(types, dealt, n + 1)));
  return views.flatMap((view) => {
    const readers = readersOf(spec.attackers, view);
    const dealing = (
      key: string,
      variant: Dealing['variant'],
      own: Dealing['targets'],
      attackers = readers,
    ): Dealing => ({
      key: `${view.id}-${key}`,
      variant,
      targets: own,
      tasks: () => attackers.length,
      exposures: async (members) => {
        // What lists are worth has nothing to do with labels.
        const worth = variant === 'real' ? view.worth : undefined;
        return [{ ...view, attackers, learners: view.learnersOf?.(members), worth }];
      },
    });
    return [
      dealing('real', 'real', real),
      // Everybody has a control; that of the first varies less, because it is the mean of all shuffles.
      ...shuffles.map((own, n) => dealing(`shuffled-${n}`, 'shuffled', own, n === 0 ? readers : readers.slice(0, 1))),
    ];
  });
}

/** Vectors and lists are no ratings: attackers that read a factor model of ratings cannot read them. */
function readersOf(attackers: readonly ClassifierName[], { surface, rated }: View): readonly ClassifierName[] {
  if (rated) return attackers;
  const readers = attackers.filter((name) => classifierNamed(name).model === undefined);
  if (readers.length > 0) return readers;
  throw outOfRange('attackers', attackers.join(', '), `a list with an attacker that can read ${surface}`);
}

/** The length of the anchors' lists: that of the headline. */
function anchorTop(surfaces: readonly Surface[], spec: ModelAuditSpec): number {
  const given = surfaces.find((surface) => surface.kind === 'lists');
  const lists: RecommendationLists | undefined = given !== undefined && 'lists' in given ? given.lists : undefined;
  return headlineTopOf(lists === undefined ? spec.tops : topsOf(lists, spec), spec);
}

interface Anchor {
  readonly name: string;
  readonly view: View;
  /** How good its lists are. */
  readonly unit: Unit<UsefulLists>;
}

function anchorsOf(
  { people, setAside }: ModelAuditInput,
  { users }: SelectedPeople,
  top: number,
  spec: ModelAuditSpec,
): Anchor[] {
  if (spec.anchors.length === 0) return [];
  const dataset = requireRatings(people, 'anchors');
  const wanted = setAside && wantedItems(setAside, people, users, (id) => dataset.items.indexOf(id));
  const data = { dataset, users, top, spec, wanted };
  return spec.anchors.map((name) => {
    const kept = memoizeAsync<typeof data, AnchorFound>();
    const lists = (tools: Parameters<typeof anchorLists>[2]) => kept(data, () => anchorLists(name, data, tools));
    return {
      name,
      view: {
        id: `anchor-${name}-top-${top}`,
        surface: `lists of ${name}`,
        top,
        seen: async (_, tools) => readSparse((await lists(tools)).rows, spec.seed),
      },
      unit: factsUnit(`anchor-${name}-use`, async (tools) => {
        const { ndcg, recall, coverage } = await lists(tools);
        tools.onTaskDone?.();
        return { ndcg, recall, coverage };
      }),
    };
  });
}

const described = ({
  name,
  label,
  strength,
}: Pick<DefenceBefore, 'name' | 'label'> & { readonly strength?: number | undefined }) => ({
  name,
  label,
  strength,
});
