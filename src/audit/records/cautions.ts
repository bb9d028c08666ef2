/** What whoever reads the figures must know of the data: people who are not independent, and items that are no answers. */
import { clusterCount, type Dataset, type Finding, type RepeatedRows, type Together } from '../../ratings/index.ts';
import { checkDataset } from '../../tables/index.ts';

/** People who belong together, and how many units they are. */
interface UnitsOfPeople {
  /** Households, and people alone: each was kept in one fold and counted once. */
  readonly units: number;
  /** The column that says who belongs together. */
  readonly column?: string;
  /** Rows that repeat others, where chance does not explain them. */
  readonly copies?: RepeatedRows;
}

/** What is unusual about the data. */
export interface DataCautions {
  readonly together?: UnitsOfPeople;
  /** What was found before anything was measured; the serious ones among them were accepted. */
  readonly findings?: readonly Finding[];
}

/** To be spread into a description of the data: nothing where nothing is unusual. */
export function cautionsOf(
  dataset: Dataset | undefined,
  attributes: readonly string[],
  together: Together | undefined = dataset?.together,
): { readonly cautions?: DataCautions } {
  const findings = dataset === undefined ? [] : (dataset.findings ?? checkDataset(dataset, attributes));
  if (together === undefined && findings.length === 0) return {};
  return {
    cautions: {
      together: together && unitsOf(together),
      ...(findings.length === 0 ? {} : { findings }),
    },
  };
}

function unitsOf({ clusters, column, copies }: Together): UnitsOfPeople {
  return {
    units: clusterCount(clusters),
    column,
    copies,
  };
}
