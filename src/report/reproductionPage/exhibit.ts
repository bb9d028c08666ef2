/**
 * An exhibit: one table or figure, of the paper or beyond it. It names the experiments it draws on and how they are
 * shown. Specs lie in experiments/; a new one of a known kind needs no code.
 */
import type { AuditRecords } from '../../audit/index.ts';
import type { TimingRow } from '../charts/timing.ts';
import type { AnyRecords } from '../common/anyRecords.ts';
import type { Chart, DrawnChart } from '../common/chart.ts';
import type { Experiment, Published } from './experiment.ts';

/** Every field that an exhibit of each kind has of its own. */
interface KindFields {
  /** People, items, ratings and balance, one row per experiment. */
  statistics: Record<never, never>;
  /** Cumulative distributions, one line per experiment. */
  distribution: { readonly of: Distribution };
  /** A metric against the number of questions, one plot per experiment; of the contenders, those that it ran. */
  curves: { readonly metric: Metric; readonly contenders: readonly string[] };
  /** What classifiers find in whole histories. */
  fullHistory: Record<never, never>;
  /** Plots of the reports of single experiments, by their names: of a number, of several attributes. */
  report: { readonly charts: readonly string[] };
  /** Time per question, on the first experiment whose data are there. */
  timing: { readonly answers: readonly number[]; readonly speedups: readonly Speedup[] };
}

export type Kind = keyof KindFields;
export type Distribution = 'ratingsPerUser' | 'gaps' | 'topGaps';
/** `reliability`: stated confidence against how often it was right. `types`: type by type, where there are many. */
export type Metric = 'auc' | 'accuracy' | 'rmse' | 'confidence' | 'reliability' | 'types';

/** A published speedup of one strategy over another, held against ours at the most answers. */
interface Speedup extends Pick<Published, 'what' | 'value' | 'printed'> {
  readonly of: string;
  readonly over: string;
}

interface ExhibitFields {
  readonly id: string;
  /** Exhibits are shown by ascending order. */
  readonly order: number;
  readonly title: string;
  readonly shows: string;
  /** Left out for what goes beyond the paper. */
  readonly paper?: {
    readonly label: string;
    readonly caption: string;
    readonly says: string;
    /** Commented out in the paper's source. */
    readonly hidden?: boolean;
  };
  /** Ids of experiments. */
  readonly runs: readonly string[];
  readonly published: readonly Published[];
  /** Why ours differ, where they do. */
  readonly differences: string;
}

export type ExhibitOf<K extends Kind> = ExhibitFields & { readonly kind: K } & KindFields[K];
export type Exhibit = { [K in Kind]: ExhibitOf<K> }[Kind];

/** Any experiment: one whose data are not there has no records. Its own report lies in a folder of its name. */
export interface RunExperiment {
  readonly experiment: Experiment;
  readonly records?: AnyRecords;
}

/** An audit of groups that was run. */
export interface FinishedRun {
  readonly experiment: Experiment;
  readonly records: AuditRecords;
}

export function isFinished(run: RunExperiment): run is FinishedRun {
  return run.records?.format === 'ulterior-audit';
}

export const reportOfRun = ({ id }: Experiment) => `${id}/report.html`;

export interface Timing {
  readonly rows: readonly TimingRow[];
  /** What the times were measured on. */
  readonly on: string;
}

export type Draw = (chart: Chart) => Promise<DrawnChart>;
