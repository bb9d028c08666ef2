/**
 * Erasing an attribute from vectors of people, after training: maps that are learned from people of known group.
 *
 *   means       x' = x + m - m_g                                          every group gets the mean of all
 *   leace       x' = x - W^+ Q Q' W (x - m)                               one map for all; no straight line tells the groups
 *               W = C^(-1/2), Q a basis of the columns W Cov(x, [g])
 *   barycentre  x' = m + A_g (x - m_g)                                    means and covariances become equal
 *               A_g = C_g^(-1/2) (C_g^(1/2) B C_g^(1/2))^(1/2) C_g^(-1/2)
 *               B = B^(-1/2) (sum_g w_g (B^(1/2) C_g B^(1/2))^(1/2))^2 B^(-1/2)      a fixed point
 *
 *   m, C   mean and covariance of all      m_g, C_g, w_g   those of a group, and its share      [g]  one column per group
 *
 * Powers leave out directions without spread. `means` and `barycentre` must be told the group of everybody whose vector they
 * change, and each group moves in a way of its own, which an attacker can see.
 */
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import type { Reals } from '../../maths/index.ts';
import { multiplied, symmetricPower } from './squareMatrices.ts';

/** A row per person. */
export interface VectorTable {
  readonly people: number;
  readonly width: number;
  readonly values: Reals;
}

/** What a person's vector becomes. */
type Erasing = (vector: ArrayLike<number>, group: number) => Float64Array;

interface EraserDefinition {
  readonly name: string;
  /** For people. */
  readonly label: string;
  readonly summary: string;
  /** Whether it must be told the group of everybody whose vector it changes. */
  readonly needsGroups: boolean;
  readonly reference?: string;
  /** `groups` groups, each of which somebody belongs to. */
  readonly learn: (vectors: VectorTable, groupOf: ArrayLike<number>, groups: number) => Erasing;
}

interface Moments {
  readonly share: number;
  readonly mean: Float64Array;
  readonly covariance: Float64Array;
}

function momentsOf({ width, values, people }: VectorTable, chosen: readonly number[]): Moments {
  const mean = new Float64Array(width);
  for (const person of chosen) {
    for (let k = 0; k < width; k++) mean[k]! += values[person * width + k]! / chosen.length;
  }
  const covariance = new Float64Array(width * width);
  for (const person of chosen) {
    for (let a = 0; a < width; a++) {
      const own = (values[person * width + a]! - mean[a]!) / chosen.length;
      for (let b = 0; b < width; b++) covariance[a * width + b]! += own * (values[person * width + b]! - mean[b]!);
    }
  }
  return { share: chosen.length / people, mean, covariance };
}

function momentsByGroup(vectors: VectorTable, groupOf: ArrayLike<number>, groups: number) {
  const everybody = Array.from({ length: vectors.people }, (_, person) => person);
  const byGroup = Array.from({ length: groups }, (_, g) => {
    const own = everybody.filter((person) => groupOf[person] === g);
    if (own.length > 0) return momentsOf(vectors, own);
    throw new UlteriorError(
      'ATTRIBUTE_WITHOUT_USERS',
      `no one of group ${g} has a vector to learn from`,
      'merge small groups, or leave them out',
    );
  });
  return { all: momentsOf(vectors, everybody), byGroup };
}

const means: EraserDefinition = {
  name: 'erase:means',
  label: 'Equal group means',
  summary: 'every group is moved so that all have the same mean',
  needsGroups: true,
  learn: (vectors, groupOf, groups) => {
    const { all, byGroup } = momentsByGroup(vectors, groupOf, groups);
    return (vector, group) => Float64Array.from(vector, (value, k) => value + all.mean[k]! - byGroup[group]!.mean[k]!);
  },
};

const leace: EraserDefinition = {
  name: 'erase:leace',
  label: 'LEACE',
  summary: 'the smallest linear change, the same for everyone, after which no straight line tells the groups',
  needsGroups: false,
  reference: 'Belrose and others, 2023 (LEACE); the known formula',
  learn: (vectors, groupOf, groups) => {
    const { width } = vectors;
    const { all, byGroup } = momentsByGroup(vectors, groupOf, groups);
    const whitening = symmetricPower(all.covariance, width, -0.5);
    const colouring = symmetricPower(all.covariance, width, 0.5);
    // Cov(x, [g]) = w_g (m_g - m); one group follows from the others.
    const basis: Float64Array[] = [];
    for (const { share, mean } of byGroup.slice(1)) {
      const shift = mean.map((value, k) => share * (value - all.mean[k]!));
      const column = multiplied(whitening, shift, width, 1);
      const length = Math.hypot(...column);
      // Twice, because the first pass leaves rounding.
      for (const one of [...basis, ...basis]) {
        const along = column.reduce((sum, value, k) => sum + value * one[k]!, 0);
        for (const k of column.keys()) column[k]! -= along * one[k]!;
      }
      const left = Math.hypot(...column);
      if (left > 1e-9 * length) basis.push(column.map((value) => value / left));
    }
    return (vector) => {
      const centred = Float64Array.from(vector, (value, k) => value - all.mean[k]!);
      const white = multiplied(whitening, centred, width, 1);
      const shadow = new Float64Array(width);
      for (const one of basis) {
        const along = white.reduce((sum, value, k) => sum + value * one[k]!, 0);
        for (const k of shadow.keys()) shadow[k]! += along * one[k]!;
      }
      const removed = multiplied(colouring, shadow, width, 1);
      return Float64Array.from(vector, (value, k) => value - removed[k]!);
    };
  },
};

/** The fixed point is reached to rounding in some tens of steps. */
const STEPS = 100;
const CLOSE = 1e-12;

const barycentre: EraserDefinition = {
  name: 'erase:barycentre',
  label: 'Gaussian barycentre',
  summary: 'means and covariances of all groups are made equal',
  needsGroups: true,
  learn: (vectors, groupOf, groups) => {
    const { width } = vectors;
    const { all, byGroup } = momentsByGroup(vectors, groupOf, groups);
    const middle = barycentreOf(byGroup, width);
    const maps = byGroup.map(({ covariance }) => {
      const root = symmetricPower(covariance, width, 0.5);
      const inverse = symmetricPower(covariance, width, -0.5);
      const between = symmetricPower(sandwich(root, middle, width), width, 0.5);
      return sandwich(inverse, between, width);
    });
    return (vector, group) => {
      const own = byGroup[group]!;
      const centred = Float64Array.from(vector, (value, k) => value - own.mean[k]!);
      return multiplied(maps[group]!, centred, width, 1).map((value, k) => value + all.mean[k]!);
    };
  },
};

/** B of the fixed point, from the weighted mean of the covariances. */
function barycentreOf(groups: readonly Moments[], width: number): Float64Array {
  let middle: Float64Array = new Float64Array(width * width);
  for (const { share, covariance } of groups) for (const at of middle.keys()) middle[at]! += share * covariance[at]!;
  for (let step = 0; step < STEPS; step++) {
    const root = symmetricPower(middle, width, 0.5);
    const inverse = symmetricPower(middle, width, -0.5);
    const sum = new Float64Array(width * width);
    for (const { share, covariance } of groups) {
      const between = symmetricPower(sandwich(root, covariance, width), width, 0.5);
      for (const at of sum.keys()) sum[at]! += share * between[at]!;
    }
    const next = sandwich(inverse, multiplied(sum, sum, width, width), width);
    const [moved, size] = [Math.hypot(...next.map((value, at) => value - middle[at]!)), Math.hypot(...next)];
    middle = next;
    if (moved <= CLOSE * size) break;
  }
  return middle;
}

/** S M S of a symmetric S. */
const sandwich = (outer: Float64Array, inner: Float64Array, width: number) =>
  multiplied(multiplied(outer, inner, width, width), outer, width, width);

export const erasers: readonly EraserDefinition[] = [leace, means, barycentre];

export function eraserNamed(name: string): EraserDefinition {
  const found = erasers.find((one) => one.name === name);
  if (found !== undefined) return found;
  throw outOfRange('defence of vectors', `"${name}"`, `one of ${erasers.map((one) => one.name).join(', ')}`);
}

/** Every row changed. */
export function erased(
  { people, width, values }: VectorTable,
  erasing: Erasing,
  groupOf: ArrayLike<number>,
): VectorTable {
  const changed = new Float64Array(people * width);
  for (let person = 0; person < people; person++) {
    const vector = Float64Array.from({ length: width }, (_, k) => values[person * width + k]!);
    changed.set(erasing(vector, groupOf[person]!), person * width);
  }
  return { people, width, values: changed };
}
