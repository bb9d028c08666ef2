/** Every chart for which the records have something to show, in the order of the report. */
import type { Chart } from '../common/chart.ts';
import type { AuditRecords } from '../common/input.ts';
import { aucChart } from './auc.ts';
import { aucByTypeChart } from './aucByType.ts';
import { confidenceChart } from './confidence.ts';
import { confusionChart } from './confusion.ts';
import { gapChart } from './gaps.ts';
import { headlineChart } from './headline.ts';
import { leakSourcesChart } from './leakSources.ts';
import { leakyItemsChart } from './leakyItems.ts';
import { ratingErrorChart } from './ratingError.ts';
import { ratingHistogramChart } from './ratingHistogram.ts';
import { ratingsPerUserChart } from './ratingsPerUser.ts';
import { reliabilityChart } from './reliability.ts';

export function reportCharts(records: AuditRecords): readonly Chart[] {
  const charts = [
    headlineChart(records),
    aucChart(records),
    aucChart(records, 'fixed'),
    confidenceChart(records),
    reliabilityChart(records),
    aucByTypeChart(records),
    confusionChart(records),
    ratingErrorChart(records),
    leakSourcesChart(records),
    leakyItemsChart(records),
    gapChart(records),
    gapChart(records, 'top'),
    ratingsPerUserChart(records),
    ratingHistogramChart(records),
  ];
  return charts.filter((chart) => chart !== undefined);
}
