/**
 * The audit of a finished recommender: every surface that was given, read by every attacker, fold by fold, on real labels
 * and on shuffled ones; recommenders of our own beside it. Same input, spec and seed give the same records, whatever the
 * threads, and whether it was stopped in between.
 */
import { outOfRange } from '../../errors/index.ts';
import { catalogueCoverage, recommenderNamed } from '../../factorization/index.ts';
import { classifierNamed } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import {
  fingerprintOfPeople,
  listOf,
  type RecommendationLists,
  stratifiedFolds,
  userIndex,
} from '../../ratings/index.ts';
import { matchIds } from '../../tables/index.ts';
import { requireScored } from '../attackers/failures.ts';
import { once, readSparse } from '../attackers/readable.ts';
import { scorePeople } from '../attackers/scorePeople.ts';
import type { Groups } from '../attackers/seen.ts';
import {
  type FoldFound,
  type FoldMembers,
  type FoldUnit,
  type FoundIn,
  factsUnit,
  foldUnits,
  labelsWithinFolds,
  type Plan,
  requireClusters,
  requirePeople,
  runPlan,
  scoreKey,
  scoresOfAll,
  type Unit,
  type WorkTools,
} from '../folds/index.ts';
import { cautionsOf } from '../records/cautions.ts';
import { provenanceOf } from '../records/provenance.ts';
import type { AuditTools } from '../run/auditTools.ts';
import type { ClassifierName } from '../spec/contender.ts';
import { auditDefaults } from '../spec/spec.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { type AnchorData, anchorLists } from './anchors.ts';
import { defendedRatings, requireRemakable } from './defendedRatings.ts';
import { fingerprintOfModel } from './fingerprintOfModel.ts';
import type { ModelAuditRecords, SurfaceDescription, ViewFigures } from './modelAuditRecords.ts';
import { type ModelAuditSpec, modelAuditSpec } from './modelAuditSpec.ts';
import { ownRecommenders } from './ownSurface.ts';
import {
  attributeOfSelected,
  type MatchedSurface,
  requireRatings,
  type SelectedPeople,
  selectPeople,
} from './selectPeople.ts';
import type { AuditedPeople, DefenceBefore, ModelAuditInput, Surface } from './surface.ts';
import {
  anchorFigures,
  figuresOfView,
  judge,
  judgeAfter,
  listUse,
  type MeasuredPeople,
  type MeasuredView,
} from './surfaceFigures.ts';
import { type UsefulLists, usefulness, type WantedItems } from './usefulness.ts';
import { headlineTopOf, topsOf, type View, type ViewSource, viewsAfter, viewsOf } from './views.ts';

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
 * for (const { surface, attackers } of records.views) console.log(surface, attackers.map(({ label, auc }) => [label, auc.value]));
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
  const { people, surfaces } = input;
  requireSurfaces(surfaces);
  if (input.afterDefence !== undefined) requireRemakable(surfaces, input.afterDefence);
  const selected = selectPeople(people, surfaces, spec);
  const reason = `${spec.folds} folds need at least as many (--folds)`;
  requirePeople(selected.users.length, spec.attribute, spec.folds, reason);
  const attribute = attributeOfSelected(selected, spec.attribute);
  const clusters = selected.together?.clusters;
  if (clusters !== undefined) requireClusters(clusters, spec.attribute, spec.folds);
  const folds = stratifiedFolds(attribute, spec.folds, derive(spec.seed, 'audit-folds'), clusters);
  const source: ViewSource = { people, selected, spec, own: ownRecommenders(spec.seed) };
  const views = viewsOf(source);
  const after = viewsAfterDefence(input, source, folds);
  const top = anchorTop(surfaces, spec);
  const anchors = anchorsOf(input, selected, top, spec);
  const cases = [...views, ...after, ...anchors.map(({ view }) => view)].flatMap((view) =>
    casesOf(view, selected, folds, spec),
  );
  const runs = foldUnits(cases, folds, spec.folds, {
    together: selected.together,
    tasks: ({ attackers }) => attackers.length,
    work: (one, members, tools) => attackView(one, members, spec, tools),
  });
  return {
    units: [...anchors.map(({ unit }) => unit), ...runs.flatMap(({ units }) => units)],
    closingTasks: views.length + after.length + anchors.length,
    records: async (foundIn, tools, onTaskDone) => {
      const measured: MeasuredPeople = {
        types: selected.types,
        people: Uint32Array.from(selected.types.keys()),
        labels: selected.labels,
        folds,
        resamples: resamplesOf(selected.users.length, spec.seed, spec.resamples, clusters),
        level: spec.level,
        clusters,
      };
      const figuresOf = (view: View) => {
        const figures = figuresOfView(joined(view, runs, foundIn, selected), measured);
        onTaskDone?.();
        return figures;
      };
      const found = views.map(figuresOf);
      const lists = found.find(({ view }) => view.surface === 'lists' && view.top === top);
      const judged = judge(found, measured);
      return {
        format: 'ulterior-model-audit',
        version: 1,
        spec,
        data: describe(input, selected, tools.source),
        surfaces: selected.matched.map(describeSurface),
        ...judged,
        ...defendedPart(input.afterDefence, after.map(figuresOf), found, measured),
        headlines: headlinesOf(judged.views, top),
        anchors: anchorFigures(
          anchors.map(({ view, unit }) => ({ found: figuresOf(view), use: foundIn(unit) })),
          lists,
          measured,
        ),
        ...listsPart(input, selected, top, measured),
        provenance: provenanceOf(tools),
      };
    },
  };
}

function requireSurfaces(surfaces: readonly Surface[]): void {
  const kinds = surfaces.map(({ kind }) => kind);
  const repeated = kinds.find((kind, at) => kinds.indexOf(kind) !== at);
  if (repeated !== undefined) throw outOfRange('surfaces', `two of "${repeated}"`, 'at most one of each kind');
  if (kinds.length === 0) throw outOfRange('surfaces', 'empty', 'a list of at least one surface');
}

function viewsAfterDefence({ afterDefence, people }: ModelAuditInput, source: ViewSource, folds: Uint16Array) {
  if (afterDefence === undefined) return [];
  const dataset = requireRatings(people, { kind: 'after a defence' });
  return viewsAfter(source, defendedRatings(dataset, source.selected, source.spec.attribute, afterDefence), folds);
}

function defendedPart(
  defence: DefenceBefore | undefined,
  after: Parameters<typeof judgeAfter>[0],
  before: Parameters<typeof judgeAfter>[1],
  measured: MeasuredPeople,
): Pick<ModelAuditRecords, 'afterDefence'> {
  if (defence === undefined) return {};
  const { name, label, strength } = defence;
  return { afterDefence: { name, label, strength, ...judgeAfter(after, before, measured) } };
}

/** One dealing of the labels, on one view. */
interface ViewCase extends Groups {
  readonly key: string;
  readonly variant: 'real' | 'shuffled';
  readonly view: View;
  readonly attackers: readonly ClassifierName[];
}

async function attackView(
  { view, attackers, types, typeCount }: ViewCase,
  members: FoldMembers,
  { seed }: ModelAuditSpec,
  tools: WorkTools,
): Promise<FoldFound> {
  const seen = await view.seen(tools, members);
  const found = await scorePeople(attackers, seen, { types, typeCount }, members, { ...auditDefaults, seed }, tools);
  const scores = [...requireScored(found)].map(([name, { logits }]) => [keyOf(view, name), logits] as const);
  return { scores: new Map(scores), facts: {} };
}

function casesOf(view: View, selected: SelectedPeople, folds: Uint16Array, spec: ModelAuditSpec): ViewCase[] {
  const { types, labels, together } = selected;
  const { seed, controls } = spec;
  const shared = { view, typeCount: labels.length };
  const attackers = readersOf(spec.attackers, view.surface);
  const dealing = { folds, foldCount: spec.folds, seed, clusters: together?.clusters };
  const shuffles = Array.from({ length: controls }, (_, n) => labelsWithinFolds(types, dealing, n + 1));
  return [
    { ...shared, key: `${view.id}-real`, variant: 'real', types, attackers },
    // Everybody has a control; that of the first varies less, because it is the mean of all shuffles.
    ...shuffles.map((own, n): ViewCase => {
      const run = n === 0 ? attackers : attackers.slice(0, 1);
      return { ...shared, key: `${view.id}-shuffled-${n}`, variant: 'shuffled', types: own, attackers: run };
    }),
  ];
}

/** Vectors and lists are no ratings: attackers that read a factor model of ratings cannot read them. */
function readersOf(attackers: readonly ClassifierName[], surface: View['surface']): readonly ClassifierName[] {
  if (surface === 'ratings') return attackers;
  const readers = attackers.filter((name) => classifierNamed(name).model === undefined);
  if (readers.length > 0) return readers;
  throw outOfRange('attackers', attackers.join(', '), `a list with an attacker that can read ${surface}`);
}

const keyOf = ({ id }: View, attacker: ClassifierName) => scoreKey({ exposure: id, attacker, quantity: 'logits' });

/** The people of all folds in their places. */
function joined(
  view: View,
  runs: readonly (ViewCase & { readonly units: readonly FoldUnit[] })[],
  foundIn: FoundIn,
  { users }: SelectedPeople,
): MeasuredView {
  const own = runs.filter((run) => run.view === view);
  const scoresOf = ({ attackers, units }: (typeof own)[number]) => {
    const scores = scoresOfAll(units, foundIn, users.length);
    return new Map(attackers.map((name) => [name, scores.get(keyOf(view, name)) as Float32Array]));
  };
  const [real, ...shuffled] = own;
  return {
    view,
    real: scoresOf(real!),
    shuffled: shuffled.map((run) => ({ types: run.types, scores: scoresOf(run) })),
  };
}

/** The length of the anchors' lists: that of the headline. */
function anchorTop(surfaces: readonly Surface[], spec: ModelAuditSpec): number {
  const given = surfaces.find((surface) => surface.kind === 'lists');
  const lists = given !== undefined && 'lists' in given ? given.lists : undefined;
  return headlineTopOf(lists === undefined ? spec.tops : topsOf(lists, spec), spec);
}

interface Anchor {
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
  const dataset = requireRatings(people, { kind: 'anchors' });
  const data: AnchorData = {
    dataset,
    users,
    top,
    spec,
    wanted: setAside && wantedItems(setAside, people, users, (id) => dataset.items.indexOf(id)),
  };
  return spec.anchors.map((anchor) => {
    const lists = once((tools: Parameters<typeof anchorLists>[2]) => anchorLists(anchor, data, tools));
    return {
      view: {
        id: `anchor-${anchor}-top-${top}`,
        surface: 'anchor',
        anchor,
        top,
        seen: once(async (tools) => readSparse((await lists(tools)).rows, spec.seed)),
      },
      unit: factsUnit(`anchor-${anchor}-use`, async (tools) => {
        const { ndcg, recall, coverage } = await lists(tools);
        tools.onTaskDone?.();
        return { ndcg, recall, coverage };
      }),
    };
  });
}

/** What each of the people should be shown; items that are nowhere in the lists count as missed. */
function wantedItems(
  setAside: RecommendationLists,
  people: AuditedPeople,
  users: Uint32Array,
  placeOf: (item: string) => number | undefined,
): WantedItems {
  const match = { file: 'ratings set aside', kind: 'user', unknown: 'tell' } as const;
  const { places } = matchIds(setAside.users, people.users, match);
  const items = setAside.items.map((id, n) => placeOf(id) ?? -1 - n);
  return Array.from(users, (user) =>
    places[user]! < 0
      ? new Set<number>()
      : new Set(Array.from(listOf(setAside, places[user]!), (item) => items[item]!)),
  );
}

/** How good the audited lists are, as far as that can be said. */
function listsPart(
  { people, surfaces, setAside }: ModelAuditInput,
  { users, matched }: SelectedPeople,
  top: number,
  measured: MeasuredPeople,
): Pick<ModelAuditRecords, 'lists'> {
  const at = surfaces.findIndex(({ kind }) => kind === 'lists');
  const surface = surfaces[at];
  if (surface?.kind !== 'lists' || 'recommender' in surface) return {};
  const { lists } = surface;
  const shown = Array.from(users, (user) => [...listOf(lists, matched[at]!.places[user]!).subarray(0, top)]);
  const catalogue = people.dataset?.items.size;
  const coverage = catalogue && Math.min(1, catalogueCoverage(shown, catalogue));
  if (setAside === undefined) return { lists: { top, coverage } };
  const places = new Map(lists.items.map((id, item) => [id, item]));
  const wanted = wantedItems(setAside, people, users, (id) => places.get(id));
  return {
    lists: { top, coverage, use: listUse(usefulness(shown, wanted, catalogue ?? lists.items.length), measured) },
  };
}

function describe(input: ModelAuditInput, selected: SelectedPeople, source: string) {
  const { users, types, labels, small, together } = selected;
  const { attribute, dataset } = input.people;
  const known = attribute.values.filter((code) => code >= 0).length;
  const counts = new Uint32Array(labels.length);
  for (const type of types) counts[type]!++;
  return {
    source,
    attribute: attribute.name,
    users: users.length,
    leftOut: known - users.length,
    labels: labels.map((label, code) => ({ label, users: counts[code]! })),
    smallGroups: small,
    ...(dataset === undefined
      ? {}
      : { ratings: { users: dataset.users.size, items: dataset.items.size, ratings: dataset.ratings.count } }),
    fingerprint: fingerprintOfModel(input),
    people: fingerprintOfPeople(
      Array.from(users, (user) => input.people.users.id(userIndex(user))),
      Array.from(types, (type) => labels[type]!),
      together?.clusters,
    ),
    ...cautionsOf(dataset, [attribute.name], together),
  };
}

function describeSurface({ surface, unknown, missing }: MatchedSurface): SurfaceDescription {
  const counts = { missing: missing.count, unknown: unknown.count };
  if (surface.kind === 'ratings') return { kind: surface.kind, ...counts };
  if ('recommender' in surface) {
    return { kind: surface.kind, recommender: recommenderNamed(surface.recommender).label, ...counts };
  }
  const { kind, file } = surface;
  const content = kind === 'lists' ? surface.lists : kind === 'scores' ? surface.scores : surface.vectors;
  if ('ids' in content) return { kind, file, dimension: content.dimension, ...counts };
  const [longest] = topsOf(content, { tops: [Number.POSITIVE_INFINITY] });
  return { kind, file, items: content.items.length, longest: longest!, ...counts };
}

/** The largest leak first. */
function headlinesOf(views: readonly ViewFigures[], top: number): ModelAuditRecords['headlines'] {
  return views
    .filter((view) => view.top === undefined || view.top === top)
    .toSorted((a, b) => b.attackers[0]!.auc.value - a.attackers[0]!.auc.value)
    .map(({ surface, top: own }) => (own === undefined ? { surface } : { surface, top: own }));
}
