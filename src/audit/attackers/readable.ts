/**
 * A surface as attackers read it. Everything here is made without labels, from everybody: the recommender has it anyway.
 *
 *   rows         one sparse row per person, for logistic regression and trees
 *   coordinates  some hundred numbers per person, for kernel ridge regression; made when they are first needed, and kept.
 *                No columns where everybody is alike
 *
 * What is dense (vectors, a score for every item) is standardised, and of very many columns the leading singular
 * directions are taken; both forms then hold the same numbers. What is sparse (lists, ratings, scores of some items) stays
 * as it is in the rows, and its coordinates are those of histories: factors of what is there, directions of how much.
 */
import type { DenseTools } from '../../factorization/index.ts';
import { type Coordinates, historyCoordinates, type SparseRows } from '../../inference/index.ts';
import { derive, type LinearOperator, type Reals, singularDirections } from '../../maths/index.ts';
import type { Dataset } from '../../ratings/index.ts';
import { type FactorSettings, factorModels } from './factorModels.ts';
import { memoizeAsync } from './memoizeAsync.ts';
import type { Seen } from './seen.ts';
import { sparse } from './sparseData.ts';

/** A matrix with a row per person. */
export interface DenseTable {
  readonly people: number;
  readonly width: number;
  readonly values: Reals;
}

/** Beyond this many columns their leading directions are taken. */
const MOST_COLUMNS = 256;
const DIRECTIONS = 128;
const STEPS = 48;

export function readDense(table: DenseTable, seed: number): Seen {
  const standardised = standardise(table);
  const coordinates = standardised.width <= MOST_COLUMNS ? standardised : leadingDirections(standardised, seed);
  return { rows: denseRows(coordinates), coordinates: async () => coordinates };
}

export function readSparse(rows: SparseRows, seed: number): Seen {
  const kept = memoizeAsync<SparseRows, Coordinates>();
  return { rows, coordinates: (tools) => kept(rows, () => sparseCoordinates(rows, seed, tools)) };
}

/** Whole histories: attackers with a factor model can read them, too. */
export function readRatings(dataset: Dataset, settings: FactorSettings, seed: number): Seen {
  const { byUser, items } = dataset.ratings;
  return { ...readSparse(sparse(byUser, items), seed), model: factorModels(dataset, settings) };
}

async function sparseCoordinates(rows: SparseRows, seed: number, tools: DenseTools): Promise<Coordinates> {
  // Where all values are alike, they say nothing: which entries are there is all.
  const plain = rows.values.every((value) => value === rows.values[0]);
  return historyCoordinates(rows, { seed, directions: plain ? 0 : undefined }, tools);
}

/** Every column of every person is there. */
function denseRows({ people, width, values }: Coordinates): SparseRows {
  return {
    rows: people,
    columns: width,
    starts: Uint32Array.from({ length: people + 1 }, (_, person) => person * width),
    indices: Uint32Array.from({ length: people * width }, (_, at) => at % width),
    values,
  };
}

function leadingDirections(table: Coordinates, seed: number): Coordinates {
  const count = Math.min(DIRECTIONS, table.people);
  const { directions } = singularDirections(productsOf(table), {
    count,
    steps: STEPS,
    stream: derive(seed, 'surface-directions'),
  });
  const values = productsOf(table).times(directions, count);
  return standardise({ people: table.people, width: count, values }, SPENT);
}

/** Of the largest deviation: directions with less are rounding. */
const SPENT = 1e-6;

/**
 * Columns of mean 0 and variance 1; constant ones are left out. Each is judged by its own numbers: beside a column of
 * millions, one of thousandths may be the one that tells.
 */
function standardise({ people, width, values }: DenseTable, least = 0): Coordinates {
  const moments = Array.from({ length: width }, (_, column) => momentsOf({ people, width, values }, column));
  const largest = moments.reduce((most, { deviation }) => Math.max(most, deviation), 0);
  const kept = [...moments.keys()].filter((column) => {
    const { deviation, reach } = moments[column]!;
    return deviation > Math.max(ROUNDING * reach, least * largest);
  });
  const scaled = new Float32Array(people * kept.length);
  for (const [to, column] of kept.entries()) {
    const { mean, deviation } = moments[column]!;
    for (let person = 0; person < people; person++) {
      scaled[person * kept.length + to] = (values[person * width + column]! - mean) / deviation;
    }
  }
  return { people, width: kept.length, values: scaled };
}

/** Of the largest number of a column: deviations up to this come from adding up equal numbers. */
const ROUNDING = 1e-12;

function momentsOf({ people, width, values }: DenseTable, column: number) {
  let [mean, square, reach] = [0, 0, 0];
  for (let person = 0; person < people; person++) {
    const value = values[person * width + column]!;
    mean += value / people;
    reach = Math.max(reach, Math.abs(value));
  }
  for (let person = 0; person < people; person++) square += (values[person * width + column]! - mean) ** 2 / people;
  return { mean, deviation: Math.sqrt(square), reach };
}

function productsOf({ people, width: columns, values }: Coordinates): LinearOperator {
  return {
    rows: people,
    columns,
    times: (block, width) => {
      const product = new Float64Array(people * width);
      for (let person = 0; person < people; person++) {
        for (let column = 0; column < columns; column++) {
          const value = values[person * columns + column]!;
          for (let k = 0; k < width; k++) product[person * width + k]! += value * block[column * width + k]!;
        }
      }
      return product;
    },
    transposedTimes: (block, width) => {
      const product = new Float64Array(columns * width);
      for (let person = 0; person < people; person++) {
        for (let column = 0; column < columns; column++) {
          const value = values[person * columns + column]!;
          for (let k = 0; k < width; k++) product[column * width + k]! += value * block[person * width + k]!;
        }
      }
      return product;
    },
  };
}
