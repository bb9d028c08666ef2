/** A metric against the number of questions: one plot per experiment, with those of the contenders that it ran. */

import { aucChart } from '../charts/auc.ts';
import { aucByTypeChart } from '../charts/aucByType.ts';
import { confidenceChart } from '../charts/confidence.ts';
import { confusionChart } from '../charts/confusion.ts';
import { ratingErrorChart } from '../charts/ratingError.ts';
import { reliabilityChart } from '../charts/reliability.ts';
import type { Chart } from '../common/chart.ts';
import type { AuditRecords } from '../common/input.ts';
import { contendersOf, shownContenders } from '../common/lookup.ts';
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
  return contendersOf(records).flatMap(({ id, label }) => {
    const chart = reliabilityChart(withContenders(records, [id]));
    return chart === undefined ? [] : [{ ...chart, id: `${exhibit}-${run}-${id}`, title: label }];
  });
}

/** The records as if only these contenders had been run, in this order; the control stays. */
function withContenders(records: AuditRecords, wanted: readonly string[]): AuditRecords {
  // The first of the exhibit leads it, whoever is strongest.
  const rank = ({ attacker, id = attacker }: { readonly attacker?: string | undefined; readonly id?: string }) =>
    wanted.includes(id!) ? wanted.indexOf(id!) : wanted.length;
  const shown = shownContenders(records, (id) => wanted.includes(id));
  const asked = contendersOf(records).filter(({ id }) => wanted.includes(id));
  return {
    ...shown,
    attackers: [...asked.sort((a, b) => rank(a) - rank(b)), ...records.attackers.filter((one) => !contends(one))],
    findings: shown.findings.toSorted((a, b) => rank(a) - rank(b)),
  };
}

const contends = ({ exposure }: { readonly exposure: string }) => exposure === 'questions';
