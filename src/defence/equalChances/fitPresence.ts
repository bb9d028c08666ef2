/**
 * Fits the public model of presence to people whose group is known (presenceModel.ts). Three shrinkages keep noise from
 * betraying people:
 *
 * - taste effects by a ridge;
 * - the difference of the groups' mean tastes by the James-Stein factor, 1 - (q - 2) / F, with F the sum
 *   over directions of squares between groups over the variance within, and q its degrees of freedom. By chance F is q
 *   with a deviation of sqrt(2 q), and means that lie no further beyond it than group effects must are taken to be the
 *   same: means that differ by chance move everybody's relative taste, and group effects that set it right look real;
 * - group effects of items by a variance estimated across items (groupVariance.ts), to what the items' taste effects lead
 *   one to expect (groupPrior.ts).
 *
 * Labels that have nothing to do with ratings then give centres that agree and effects of 0: nobody sends anything else
 * than their history. A further pass is fitted to what the people send after the passes so far, each with random
 * numbers of their own.
 */
import { requireWithin, UlteriorError } from '../../errors/index.ts';
import { historyAt, packRows, type SparseRows, sparseProducts } from '../../inference/index.ts';
import { choleskyFactor, choleskySolve, derive, singularDirections } from '../../maths/index.ts';
import type { ItemIndex, RatingScale, Vocabulary } from '../../ratings/index.ts';
import { groupPriorOf } from './groupPrior.ts';
import { groupRatings } from './groupRatings.ts';
import { type GroupScore, groupVariance } from './groupVariance.ts';
import { ItemRegressions, type Raters, type Ridges, type SortedPeople } from './itemRegressions.ts';
import { createPresenceModel, type PresenceModel, type PresenceStage } from './presenceModel.ts';
import { GUARDED_PLACES, guardedItems, type RecommendationGuard } from './recommendationGuard.ts';
import { presenceSent } from './sendPresence.ts';
import { rawTaste } from './taste.ts';

/** The people to learn from. */
interface PresencePeople {
  /** One row of ratings per person. */
  readonly histories: SparseRows;
  /** The group of each of them. */
  readonly groupOf: ArrayLike<number>;
  readonly attribute: string;
  readonly groups: readonly string[];
  readonly items: Vocabulary<ItemIndex>;
  readonly scale: RatingScale;
}

/** How the model of presence is fitted. */
export interface PresenceOptions {
  /** Directions of taste: more of them bring more noise than taste. Default 10. */
  readonly directions?: number;
  /** Ridge of the taste effects. Default 1. */
  readonly ridge?: number;
  /** Passes, each fitted to what the one before sends. Default 1. */
  readonly passes?: number;
  /** Which items withholding spares (fitGuard). Without it none are spared. */
  readonly guard?: RecommendationGuard | undefined;
  /** Best recommendations that are kept free of what was withheld, with a guard. Default 25. */
  readonly places?: number;
  /** Whether group differences are shrunken. Only tests say no. Default true. */
  readonly shrink?: boolean;
  /** Default 1. */
  readonly seed?: number;
}

const DIRECTIONS = 10;
/** Leading directions are needed, not their last digits. */
const STEPS = 24;
/** Little, lest items that nobody rated go to minus infinity. */
const INTERCEPT_RIDGE = 0.1;
/** Shuffles of the labels that say what chance gives, and how many of its deviations are taken off; twice as many must be passed. */
const SHUFFLES = 20;
const CAUTION = 2;
/** Ridge of group effects that are not shrunken: a variance of 100 on log odds. */
const UNSHRUNKEN = 0.01;

/** Fits the public model of presence. */
export function fitPresence(people: PresencePeople, options: PresenceOptions = {}): PresenceModel {
  const { histories, groups } = people;
  const { passes = 1, seed = 1, guard, places = GUARDED_PLACES } = options;
  const sending = { places: guard === undefined ? 0 : places };
  const directions = Math.min(options.directions ?? DIRECTIONS, Math.min(histories.rows, histories.columns));
  requireWithin('passes', passes, { min: 1, max: 10, whole: true });
  requireWithin('directions', directions, { min: 1, max: 200, whole: true });
  requireWithin('ridge', options.ridge ?? 1, { min: 1e-6, max: 1e6 });
  checkGroups(people);
  const stages: PresenceStage[] = [];
  let rows = histories;
  const guarded = passes > 1 && guard !== undefined ? guardedOfAll(guard, histories, places) : undefined;
  for (let pass = 0; pass < passes; pass++) {
    if (pass > 0) rows = sentBy(rows, people.groupOf, stages[pass - 1]!, { guarded, seed, pass });
    stages.push(fitStage(rows, people.groupOf, groups.length, directions, options, seed + pass));
  }
  const ratings = groupRatings(histories, people.groupOf, groups.length);
  return createPresenceModel({
    attribute: people.attribute,
    groups,
    items: people.items,
    scale: people.scale,
    directions,
    stages,
    sending,
    guard,
    ratings,
    people: histories.rows,
  });
}

function checkGroups({ groupOf, groups, histories, items, attribute }: PresencePeople): void {
  const counts = new Uint32Array(groups.length);
  for (let person = 0; person < histories.rows; person++) {
    const group = groupOf[person]!;
    if (!(Number.isInteger(group) && group >= 0 && group < groups.length)) {
      throw new UlteriorError(
        'ATTRIBUTE_INVALID',
        `the group of person ${person} is ${group}, and "${attribute}" has ${groups.length} groups`,
        'pass people whose group is known',
        { person, group },
      );
    }
    counts[group]!++;
  }
  const small = counts.findIndex((count) => count < 2);
  if (small >= 0 || groupOf.length !== histories.rows || items.size !== histories.columns) {
    throw new UlteriorError(
      'GROUPS_TOO_SMALL',
      small >= 0
        ? `the group "${groups[small]}" has ${counts[small]} people, and at least two are needed`
        : `there are ${histories.rows} histories of ${histories.columns} items for ${groupOf.length} people and ${items.size} items`,
      'pass one history per person, and two people or more of every group',
    );
  }
}

interface EarlierPass {
  /** By person. */
  readonly guarded: readonly Uint8Array[] | undefined;
  readonly seed: number;
  readonly pass: number;
}

const guardedOfAll = (guard: RecommendationGuard, rows: SparseRows, places: number) =>
  Array.from({ length: rows.rows }, (_, person) => guardedItems(guard, historyAt(rows, person).indices, places));

/** What people send after a pass; their secrets are drawn from the seed of the fit. */
function sentBy(
  rows: SparseRows,
  groupOf: ArrayLike<number>,
  stage: PresenceStage,
  { guarded, seed, pass }: EarlierPass,
): SparseRows {
  const sent = Array.from({ length: rows.rows }, (_, person) => {
    const chance = derive(seed, `presence-pass-${pass}`, person);
    const uniforms = Float64Array.from({ length: rows.columns }, () => chance.uniform());
    const { indices } = historyAt(rows, person);
    const rule = { strength: 1, guarded: guarded?.[person] };
    const items = presenceSent(stage, indices, groupOf[person]!, rule, (item) => uniforms[item]!);
    return { indices: items, values: new Float32Array(items.length).fill(1) };
  });
  return packRows(rows.columns, sent);
}

function fitStage(
  rows: SparseRows,
  groupOf: ArrayLike<number>,
  groups: number,
  directions: number,
  { ridge = 1, shrink = true }: PresenceOptions,
  seed: number,
): PresenceStage {
  const seen = new Uint8Array(rows.indices.length).fill(1);
  const found = singularDirections(sparseProducts(rows, seen), {
    count: directions,
    steps: STEPS,
    stream: derive(seed, 'presence-directions'),
  });
  const basis = Float32Array.from(found.directions);
  const width = directions + 1;
  const tastes = new Float64Array(rows.rows * width);
  for (let person = 0; person < rows.rows; person++) {
    tastes.set(rawTaste(basis, directions, historyAt(rows, person).indices), person * width);
  }
  const { centres, scales } = centresOf(tastes, width, groupOf, groups, shrink);
  const { people, positions } = sortedPeople(tastes, width, groupOf, groups, centres, scales);
  const raters = ratersOf(rows, positions);
  const regressions = new ItemRegressions(people, raters);
  const ridges = { intercept: INTERCEPT_RIDGE, taste: ridge };
  const withoutGroups: Float64Array[] = [];
  const scores: GroupScore[] = [];
  const shuffles = shuffledGroups(people.bounds, seed);
  for (let item = 0; item < rows.columns; item++) {
    const held = { ...ridges, group: Number.POSITIVE_INFINITY };
    withoutGroups.push(regressions.fit(item, held));
    if (shrink) scores.push(scoreOf(regressions, raters, item, held, shuffles));
  }
  const variance = shrink ? groupVariance(scores, CAUTION) : 1 / UNSHRUNKEN;
  const last = { ...ridges, group: variance > 0 ? 1 / variance : Number.POSITIVE_INFINITY };
  const fits = withoutGroups.map((from, item) => (variance > 0 ? regressions.fit(item, last, from) : from));
  if (shrink && variance > 0) {
    const prior = groupPriorOf(fits, scores, { width, groups, variance });
    const drawn = { ...ridges, group: 1 / prior.variance };
    for (const [item, from] of fits.entries()) fits[item] = regressions.fit(item, drawn, from, prior.means(from));
  }
  const stage = {
    basis,
    centres,
    scales,
    intercepts: new Float32Array(rows.columns),
    groupEffects: new Float32Array(rows.columns * groups),
    tasteEffects: new Float32Array(rows.columns * width),
    groupVariance: variance,
  };
  for (let item = 0; item < rows.columns; item++) {
    const fitted = fits[item]!;
    stage.intercepts[item] = fitted[0]!;
    stage.tasteEffects.set(fitted.subarray(1, 1 + width), item * width);
    stage.groupEffects.set(fitted.subarray(1 + width), item * groups);
  }
  return stage;
}

/** Mean taste of each group, drawn together as far as chance explains, and deviations within groups. */
function centresOf(tastes: Float64Array, width: number, groupOf: ArrayLike<number>, groups: number, shrink: boolean) {
  const people = tastes.length / width;
  const counts = new Float64Array(groups);
  const centres = new Float64Array(groups * width);
  const all = new Float64Array(width);
  for (let person = 0; person < people; person++) {
    const g = groupOf[person]!;
    counts[g] = counts[g]! + 1;
    for (let k = 0; k < width; k++) {
      centres[g * width + k] = centres[g * width + k]! + tastes[person * width + k]!;
      all[k] = all[k]! + tastes[person * width + k]! / people;
    }
  }
  for (let at = 0; at < centres.length; at++) centres[at] = centres[at]! / counts[Math.floor(at / width)]!;
  const within = new Float64Array(width);
  for (let person = 0; person < people; person++) {
    for (let k = 0; k < width; k++) {
      within[k] = within[k]! + (tastes[person * width + k]! - centres[groupOf[person]! * width + k]!) ** 2;
    }
  }
  // A direction without any variance tells nothing, and must not be divided by.
  const scales = within.map((squares) => Math.sqrt(squares / Math.max(1, people - groups)) || 1);
  if (shrink) {
    let between = 0;
    for (let at = 0; at < centres.length; at++) {
      const k = at % width;
      between += (counts[Math.floor(at / width)]! * (centres[at]! - all[k]!) ** 2) / scales[k]! ** 2;
    }
    const freedom = width * (groups - 1);
    const beyondChance = between > freedom + 2 * CAUTION * Math.sqrt(2 * freedom);
    const kept = beyondChance ? 1 - Math.max(1, freedom - 2) / between : 0;
    for (let at = 0; at < centres.length; at++)
      centres[at] = all[at % width]! + kept * (centres[at]! - all[at % width]!);
  }
  return { centres, scales };
}

function sortedPeople(
  tastes: Float64Array,
  taste: number,
  groupOf: ArrayLike<number>,
  groups: number,
  centres: Float64Array,
  scales: Float64Array,
): { people: SortedPeople; positions: Uint32Array } {
  const count = tastes.length / taste;
  const bounds = new Uint32Array(groups + 1);
  for (let person = 0; person < count; person++) bounds[groupOf[person]! + 1]!++;
  for (let g = 0; g < groups; g++) bounds[g + 1] = bounds[g + 1]! + bounds[g]!;
  const next = bounds.slice(0, groups);
  const features = Array.from({ length: taste + 1 }, (_, k) => new Float64Array(count).fill(k === 0 ? 1 : 0));
  const positions = new Uint32Array(count);
  for (let person = 0; person < count; person++) {
    const g = groupOf[person]!;
    const to = next[g]!++;
    positions[person] = to;
    for (let k = 0; k < taste; k++) {
      features[k + 1]![to] = (tastes[person * taste + k]! - centres[g * taste + k]!) / scales[k]!;
    }
  }
  return { people: { features, bounds }, positions };
}

/** Who rated each item, as positions among the sorted people. */
function ratersOf({ rows, columns, starts: rowStarts, indices }: SparseRows, positions: Uint32Array): Raters {
  const starts = new Uint32Array(columns + 1);
  for (const item of indices) starts[item + 1]!++;
  for (let item = 0; item < columns; item++) starts[item + 1] = starts[item + 1]! + starts[item]!;
  const next = starts.slice(0, columns);
  const people = new Uint32Array(indices.length);
  for (let row = 0; row < rows; row++) {
    for (let entry = rowStarts[row]!; entry < rowStarts[row + 1]!; entry++) {
      people[next[indices[entry]!]!++] = positions[row]!;
    }
  }
  return { starts, people };
}

/** Groups of the sorted people, dealt out anew. */
function shuffledGroups(bounds: Uint32Array, seed: number): Uint8Array[] {
  const groups = bounds.length - 1;
  const labels = new Uint8Array(bounds[groups]!);
  for (let g = 0; g < groups; g++) labels.fill(g, bounds[g]!, bounds[g + 1]!);
  return Array.from({ length: SHUFFLES }, (_, n) => derive(seed, 'presence-shuffles', n).shuffle(labels.slice()));
}

/** What the fit without groups leaves for the groups to explain. */
function scoreOf(
  regressions: ItemRegressions,
  raters: Raters,
  item: number,
  ridges: Ridges,
  shuffles: readonly Uint8Array[],
): GroupScore {
  const { bounds, features } = regressions.people;
  const width = features.length;
  const groups = bounds.length - 1;
  const { chances, size } = regressions;
  const left = chances.map((chance) => -chance);
  for (let n = raters.starts[item]!; n < raters.starts[item + 1]!; n++) {
    left[raters.people[n]!] = left[raters.people[n]!]! + 1;
  }
  const own = new Float64Array(groups);
  for (let g = 0; g < groups; g++) for (let p = bounds[g]!; p < bounds[g + 1]!; p++) own[g] = own[g]! + left[p]!;
  const shuffled = Float64Array.from(shuffles, (labels) => {
    const sums = new Float64Array(groups);
    for (let p = 0; p < labels.length; p++) sums[labels[p]!] = sums[labels[p]!]! + left[p]!;
    return squaresOf(sums);
  });
  const information = adjustedInformation(regressions.curvature({ ...ridges, group: 0 }), size, width);
  let [trace, squares] = [0, 0];
  for (let a = 0; a < groups; a++) {
    trace += information[a * groups + a]!;
    for (let b = 0; b < groups; b++) squares += information[a * groups + b]! ** 2;
  }
  return { squares: squaresOf(own), shuffled, information: trace, squaredInformation: squares };
}

const squaresOf = (values: Float64Array) => values.reduce((sum, value) => sum + value * value, 0);

/** H_gg - H_gz H_zz^-1 H_zg: groups x groups, from the lower triangle of all second derivatives. */
function adjustedInformation(curvature: Float64Array, size: number, width: number): Float64Array {
  const groups = size - width;
  const factor = new Float64Array(width * width);
  for (let a = 0; a < width; a++) {
    for (let b = 0; b <= a; b++) factor[a * width + b] = curvature[a * size + b]!;
  }
  choleskyFactor(factor, width);
  const information = new Float64Array(groups * groups);
  for (let g = 0; g < groups; g++) {
    const row = curvature.slice((width + g) * size, (width + g) * size + width);
    const solved = choleskySolve(factor, width, Float64Array.from(row));
    for (let h = 0; h < groups; h++) {
      let sum = g === h ? curvature[(width + g) * size + width + g]! : 0;
      for (let k = 0; k < width; k++) sum -= curvature[(width + h) * size + k]! * solved[k]!;
      information[g * groups + h] = sum;
    }
  }
  return information;
}
