/** A metric against the number of questions: one plot per experiment, with those of the contenders that it ran. */

import { aucChart } from '../charts/auc.ts';
import { aucByTypeChart } from '../charts/aucByType.ts';
import { confidenceChart } from '../charts/confidence.ts';
import { confusionChart } from '../charts/confusion.ts';
import { ratingErrorChart } from '../charts/ratingError.ts';
import { reliabilityChart } from '../charts/reliability.ts';
import type { Chart } from '../common/chart.ts';
import type { AuditRecords } from '../common/input.ts';
import { accuracyChart, meanConfidenceChart } from './accuracyCharts.ts';
import type { ExhibitOf, FinishedRun, Metric } from './exhibit.ts';

type ChartOf = (records: AuditRecords) => Chart | undefined;

/** The first is named after the experiment alone. */
const CHARTS: Readonly<Record<Metric, readonly ChartOf[]>> = {
  auc: [(records) => aucChart(records)],
  accuracy: [accuracyChart],
  rmse: [ratingErrorChart],
  confidence: [meanConfidenceChart, confidenceChart],
  reliability: [],
  types: [aucByTypeChart, confusionChart],
};

export function curveCharts({ id, metric, contenders }: ExhibitOf<'curves'>, runs: readonly FinishedRun[]): Chart[] {
  return runs.flatMap(({ experiment, records }) => {
    const cut = withContenders(records, contenders);
    if (metric === 'reliability') return reliabilityCharts(id, experiment.id, cut);
    return CHARTS[metric].flatMap((chartOf, at) => {
      const chart = chartOf(cut);
      if (chart === undefined) return [];
      // Ids and titles must differ between the plots of one page.
      const title = at === 0 ? experiment.title : `${experiment.title}: ${chart.title.toLowerCase()}`;
      return [{ ...chart, id: `${id}-${experiment.id}${at === 0 ? '' : `-${chart.id}`}`, title }];
    });
  });
}

/** One plot a contender: each has several numbers of questions to show. */
function reliabilityCharts(exhibit: string, run: string, records: AuditRecords): Chart[] {
  return records.contenders.flatMap(({ id, label }) => {
    const chart = reliabilityChart(withContenders(records, [id]));
    return chart === undefined ? [] : [{ ...chart, id: `${exhibit}-${run}-${id}`, title: label }];
  });
}

/** The records as if only these contenders had been run, in this order; the control stays. */
function withContenders(records: AuditRecords, wanted: readonly string[]): AuditRecords {
  const present = ({ contender }: { readonly contender: string }) => wanted.includes(contender);
  return {
    ...records,
    contenders: wanted.flatMap((id) => records.contenders.filter((contender) => contender.id === id)),
    // The first of the exhibit leads it, whoever is strongest.
    headlines: records.headlines.map((headline) =>
      headline.kind === 'history'
        ? headline
        : { ...headline, attackers: wanted.flatMap((id) => headline.attackers.filter((one) => one.id === id)) },
    ),
    curves: records.curves.filter((curve) => curve.variant === 'shuffled' || present(curve)),
    ratingErrors: records.ratingErrors.filter(present),
    confidences: records.confidences.filter(present),
    reliability: records.reliability.filter(present),
    typeFigures: records.typeFigures.filter(present),
  };
}
