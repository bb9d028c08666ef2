/** Trees that grow round by round: one tree per output, each a Newton step on what the trees before left over. */
import { derive } from '../../../maths/index.ts';
import type { BoostingOptions } from './boostedOptions.ts';
import type { BoostingLoss } from './boostingLoss.ts';
import { candidateBins } from './candidateBins.ts';
import { type BoostedTree, growBoostedTree, type Slopes } from './growBoostedTree.ts';
import type { BinnedRows } from './ratingBins.ts';

/** Items that tell only together must meet in one tree. */
const FEWEST_COLUMNS = 16;

/** What trees are grown on. */
export interface BoostedTable {
  readonly binned: BinnedRows;
  /** The first columns are items, of which each round draws some; those behind may always be split on. */
  readonly items: number;
}

interface Ensemble {
  /** Constants before the first tree. */
  readonly start: Float64Array;
  /** By output: the scores so far of those who are learnt from, and of those who are judged. */
  readonly scores: readonly Float64Array[];
  /** Grows the trees of one round. */
  advance(): BoostedTree[];
}

/** Trees for the people of `training`, who also say something of those of `judged`. */
export function startEnsemble(
  { binned, items }: BoostedTable,
  loss: BoostingLoss,
  training: Uint32Array,
  judged: Uint32Array,
  options: BoostingOptions,
): Ensemble {
  const start = loss.start(training);
  const scores = Array.from(start, (score) => new Float64Array(binned.people).fill(score));
  const slopes = scores.map((): Slopes => {
    return { gradients: new Float64Array(binned.people), curvatures: new Float64Array(binned.people) };
  });
  let round = 0;
  const advance = (): BoostedTree[] => {
    const bins = candidateBins(binned, columnsOf(round++, items, binned.columns.length, options));
    loss.slopes(scores, training, slopes);
    return slopes.map((slope, output) => {
      const { tree, addTo } = growBoostedTree(binned, training, judged, slope, bins, options);
      addTo(scores[output]!, options.rate);
      return tree;
    });
  };
  return { start, scores, advance };
}

/** The columns that the trees of a round may split on, ascending. */
function columnsOf(round: number, items: number, columns: number, { seed, columnShare }: BoostingOptions): Uint32Array {
  const count = Math.max(FEWEST_COLUMNS, Math.ceil(columnShare * items));
  if (count >= items) return range(0, columns);
  const drawn = derive(seed, 'columns of boosted trees', round).shuffle(range(0, items)).slice(0, count).sort();
  const all = new Uint32Array(count + columns - items);
  all.set(drawn);
  all.set(range(items, columns), count);
  return all;
}

function range(from: number, to: number): Uint32Array {
  return new Uint32Array(to - from).map((_, n) => from + n);
}
