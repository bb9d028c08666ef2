/** What charts say: the numbers of the records, at the right place. */

import { describe, expect, it } from 'vitest';
import {
  curveIn,
  errorsIn,
  groupFindings,
  headlineIn,
  insteadOf,
  withFindings,
} from '../../../test/support/findings.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { itemTable } from '../audit/tables.ts';
import { reportCharts } from '../charts/all.ts';
import { aucChart } from '../charts/auc.ts';
import { aucByTypeChart } from '../charts/aucByType.ts';
import { confidenceChart } from '../charts/confidence.ts';
import { confusionChart } from '../charts/confusion.ts';
import { gapChart } from '../charts/gaps.ts';
import { headlineChart } from '../charts/headline.ts';
import { keyAbove, shapesOf } from '../charts/key.ts';
import { leakyItemsChart } from '../charts/leakyItems.ts';
import { ratingErrorChart } from '../charts/ratingError.ts';
import { ratingHistogramChart } from '../charts/ratingHistogram.ts';
import { ratingsPerUserChart } from '../charts/ratingsPerUser.ts';
import { reliabilityChart } from '../charts/reliability.ts';
import type { AuditRecords, Variant } from './input.ts';
import { aboveAxis, LETTER, layouts } from './layout.ts';
import { contendersOf } from './lookup.ts';

const records = sampleRecords();
const at = (contender: string, length: number, variant: Variant = 'real') =>
  curveIn(records, contender, { variant }).find((point) => point.length === length)!;
const shown = ({ value, low, high }: { value: number; low: number; high: number }) =>
  `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

describe('what the recommender gains', () => {
  it('item means are a line of their own', () => {
    const chart = ratingErrorChart(records)!;
    expect(chart.legend.map(({ label }) => label)).toEqual([
      ...contendersOf(records).map(({ label }) => label),
      'Item means',
    ]);
    const at = chart.explorable!.questions.indexOf(20);
    const { value } = errorsIn(records, 'separation')[2]!.rmseItemMeans;
    expect(chart.explorable!.figures[at]!.at(-1)![0]).toBeCloseTo(value, 5);
  });

  it('a line that clearly rises above them is named and explained', () => {
    expect(ratingErrorChart(records)!.reading).not.toContain('mislead');
    const over = { value: 0.05, low: 0.01, high: 0.09 };
    const risen = withFindings(records, (one) => {
      return one.attacker === 'maxGap' && one.rmse !== undefined ? { ...one, rmseOverItemMeans: over } : one;
    });
    expect(ratingErrorChart(risen)!.reading).toContain(
      'With MaxGap the error rises above that of the item means: there the few answers mislead',
    );
  });
});

describe('items where anything may be asked', () => {
  const worth = {
    contribution: 0.3,
    rated: { answers: 90, bits: { value: 0.5, low: 0.4, high: 0.6 } },
    skipped: { answers: 200, bits: { value: 0.1, low: 0.05, high: 0.15 } },
  };
  const [first, second] = records.items;
  const open = {
    ...records,
    spec: { ...records.spec, protocol: 'open' as const },
    items: [
      { ...first!, worth },
      { ...second!, worth: { ...worth, skipped: { answers: 1 } } },
    ],
  };

  it('are drawn by what a rating and what a skip was worth', () => {
    const chart = leakyItemsChart(open)!;
    expect(chart.legend.map(({ label }) => label)).toEqual(['seen and rated', 'not seen']);
    expect(chart.reading).toContain(
      'on average a rating of it multiplied the odds of the true group by 1.41 [1.32, 1.52]; not having seen it, by 1.07 [1.04, 1.11].',
    );
    // Too few did not see the second item: one dot only.
    const drawn = JSON.stringify(chart.spec(layouts.page));
    expect(drawn.match(/"type":"not seen"/g)).toHaveLength(1);
    expect(drawn.match(/"type":"seen and rated"/g)).toHaveLength(2);
  });

  it('are listed with both kinds of answers; where nobody can skip, with one', () => {
    expect(itemTable(open).text).toContain('<th scope="col" class="number">Not seen, bits</th>');
    expect(itemTable(open).text).toContain('<td class="number">0.10 [0.05, 0.15]</td>');
    expect(itemTable(records).text).not.toContain('Not seen');
  });
});

describe('readings', () => {
  it('AUC: lead and random after ten questions, with intervals', () => {
    expect(aucChart(records)!.reading).toBe(
      `After 10 questions Exact (IncFBC) reaches an AUC of ${shown(at('separation', 10).auc)}; ` +
        `Random reaches ${shown(at('random', 10).auc)}.`,
    );
  });

  it('speak of the strongest contender, whichever stands first in the spec', () => {
    const asked = headlineIn(records, 'questions');
    const turned = insteadOf(records, 'questions', [
      ...asked.filter(({ attacker }) => attacker === 'maxGap'),
      ...asked.filter(({ attacker }) => attacker !== 'maxGap'),
    ]);
    expect(aucChart(turned)!.reading).toMatch(/^After 10 questions MaxGap reaches/);
    expect(ratingErrorChart(turned)!.reading).toContain('chosen by MaxGap');
  });

  it('AUC of those who answered to the end says how many they are', () => {
    const { reading, id } = aucChart(records, 'fixed')!;
    expect(id).toBe('auc-same-people');
    expect(reading).toContain(shown(curveIn(records, 'separation', { cohort: 'fixed' })[10]!.auc));
    expect(reading).toContain('It counts only the 2,840 people who could answer all 100 questions.');
  });

  it('an interview shorter than ten questions is read at its end', () => {
    expect(aucChart(sampleRecords({ maxQuestions: 5 }))!.reading).toContain('After 5 questions');
  });

  it('headline: share of what all ratings give away', () => {
    const lead = at('separation', 10).auc;
    const share = Math.round((100 * (lead.value - 0.5)) / (0.853 - 0.5));
    const { bounds } = headlineIn(records, 'questions')[0]!.auc;
    expect(headlineChart(records)!.reading).toBe(
      `10 questions chosen by Exact (IncFBC) reveal ${share}% of what all ratings do: an AUC of ${shown({ ...lead, ...bounds })} ` +
        'instead of 0.85 [0.84, 0.87], where guessing gets 0.5. Bounds hold for all attackers at once.',
    );
    const { reading } = headlineChart(insteadOf(records, 'histories', []))!;
    expect(reading).toContain(
      `on shuffled labels, where there is nothing to find, it is ${shown(at('separation', 10, 'shuffled').auc)}`,
    );
  });

  it('rating error, confidence, reliability', () => {
    const error = errorsIn(records, 'separation')[1]!.rmse;
    expect(ratingErrorChart(records)!.reading).toContain(`off by ${shown(error)}, with Random by`);
    const means = errorsIn(records, 'separation')[1]!.rmseItemMeans;
    expect(ratingErrorChart(records)!.reading).toContain(`; the items’ means alone are off by ${shown(means)}. Lower`);
    const reached = records.confidences.find(
      ({ attacker, confidence }) => attacker === 'separation' && confidence === 0.9,
    )!;
    const share = Math.round(100 * reached.reached[10]!);
    expect(confidenceChart(records)!.reading).toMatch(
      new RegExp(
        `^Within 10 questions the attacker has been more than 90% sure about ${share}% \\[\\d+, \\d+\\] of the people`,
      ),
    );
    expect(confidenceChart(records)!.reading).toContain('right 87% of the time');
    const bins = records.reliability[0]!.bins;
    const stated = Math.round(bins.reduce((sum, bin) => sum + 10 * bin.stated, 0));
    expect(reliabilityChart(records)!.reading).toContain(
      `after 1 question the attacker states a confidence of ${stated}%`,
    );
  });

  it('items, gaps and data', () => {
    expect(leakyItemsChart(records)!.reading).toBe(
      '“Dirty Dancing (1987)” gave most away: it was asked among the first ten questions in 94% of the interviews; ' +
        'on average a rating of it multiplied the odds of the true group by 1.32 [1.29, 1.35].',
    );
    const gaps = Array.from({ length: 100 }, (_, place) => (place + 1) / 100);
    expect(gapChart({ ...records, gaps })!.reading).toBe(
      'Half of the 100 items have a gap of at most 0.50 rating points between the groups; 5% have one above 0.95.',
    );
    expect(gapChart({ ...records, gaps }, 'top')!.reading).toContain('grows from 0.80 to 1.00');
    expect(ratingsPerUserChart(records)!.reading).toContain(`rated ${records.data.ratingsPerUser[50]} items or fewer`);
    expect(ratingHistogramChart(records)!.reading).toBe(
      'The most frequent rating is 4 (35% of all); the mean is 3.58.',
    );
  });
});

describe('more than two types', () => {
  const labels = ['under 25', '25 to 44', 'from 45'].map((label) => ({ label, users: 100, ratings: 1000 }));
  const many: AuditRecords = {
    ...records,
    data: { ...records.data, labels },
    findings: [
      ...records.findings,
      ...[5, 10].flatMap((length) =>
        groupFindings('separation', length, 300, labels, (group) => [0.8, 0.6, 0.75][group]!),
      ),
    ],
    confusions: [5, 10].map((length) => ({
      attacker: 'separation',
      length,
      counts: [
        [60, 30, 10],
        [30, 40, 30],
        [10, 20, 70],
      ],
    })),
  };

  it('who is easiest to tell, at the number of questions of the headline', () => {
    const { reading } = aucByTypeChart(many)!;
    expect(reading).toContain('After 10 questions Exact (IncFBC) tells “under 25” best');
    expect(reading).toContain('0.80 [0.77, 0.83]');
    expect(reading).toContain('“25 to 44” worst, with 0.60 [0.57, 0.63]');
  });

  it('who is taken for whom: rows add up to a hundred', () => {
    const { reading, spec } = confusionChart(many)!;
    expect(reading).toContain(
      'names the group of 57% of 300 people correctly; guessing the largest group for everyone is right for 33%',
    );
    const { layer } = spec(layouts.page) as { layer: { data: { values: { truth: string; text: string }[] } }[] };
    const cells = layer[0]!.data.values;
    expect(cells).toHaveLength(9);
    expect(cells.filter(({ truth }) => truth === 'under 25').map(({ text }) => text)).toEqual(['60', '30', '10']);
  });

  it('two types have neither chart', () => {
    expect(aucByTypeChart(records)).toBeUndefined();
    expect(confusionChart(records)).toBeUndefined();
  });
});

describe('names in pictures', () => {
  it('a key of sixteen groups stands in rows that keep to their width, and no two groups look alike', () => {
    const labels = Array.from({ length: 16 }, (_, at) => `a group with a longer name ${at + 1}`);
    const { places, above } = keyAbove(labels, 600);
    const room = 34 + LETTER * 29;
    for (const [at, [x, y]] of places.entries()) {
      expect(x + LETTER * labels[at]!.length).toBeLessThanOrEqual(600);
      for (const [otherX, otherY] of places.slice(at + 1)) {
        expect(Math.abs(otherY - y) >= 18 || otherX - x >= room - 2 * LETTER).toBe(true);
      }
    }
    expect(Math.min(...places.map(([, y]) => y))).toBe(-16 - above);
    expect(places.at(-1)![1]).toBe(-16);
    const looks = shapesOf(16).map((shape, at) => `${shape} ${at % 7}`);
    expect(new Set(looks).size).toBe(16);
  });

  it('the picture grows by the rows of its key, and the legend has the shapes of the dots', () => {
    const labels = Array.from({ length: 7 }, (_, at) => ({
      label: `a long group of people ${at}`,
      users: 9,
      ratings: 9,
    }));
    const items = records.items.map((item) => ({ ...item, biases: labels.map((_, at) => at / 4) }));
    const few = leakyItemsChart(records)!;
    const many = leakyItemsChart({ ...records, items, data: { ...records.data, labels } })!;
    expect(many.frame(layouts.page).top).toBeGreaterThan(few.frame(layouts.page).top + 30);
    expect(many.frame(layouts.phone).top).toBe(few.frame(layouts.phone).top);
    expect(many.legend.map(({ shape }) => shape)).toEqual(shapesOf(7));
  });

  it('a long axis title takes two lines, and is cut where two do not hold it', () => {
    const frame = aucChart(records)!.frame(layouts.phone);
    const lines = (title: string) => aboveAxis(title, frame)['title'] as string[];
    expect(lines('AUC')).toEqual(['AUC']);
    expect(lines('mean absolute error, in years (the axis does not start at 0)')).toHaveLength(2);
    const cut = lines(`AUC of ${'x'.repeat(90)}`);
    expect(cut).toHaveLength(2);
    for (const line of cut) expect(LETTER * line.length).toBeLessThanOrEqual(layouts.phone.width);
  });
});

describe('what there is no data for is left out', () => {
  it('empty records have no charts but those of the data', () => {
    const empty: AuditRecords = {
      ...records,
      findings: [],
      confidences: [],
      reliability: [],
      comparisons: [],
      items: [],
      gaps: [],
    };
    expect(reportCharts(empty).map(({ id }) => id)).toEqual(['ratings-per-user', 'rating-histogram']);
  });

  it('the chart of the same people is left out where nobody drops out', () => {
    const { people } = at('separation', 0);
    const staying = withFindings(records, (one) => ({ ...one, people }));
    expect(aucChart(staying, 'fixed')).toBeUndefined();
    expect(aucChart(staying)).toBeDefined();
  });

  it('all charts have different ids, a title, a reading and a description', () => {
    const charts = reportCharts(records);
    expect(charts).toHaveLength(11);
    expect(new Set(charts.map(({ id }) => id)).size).toBe(11);
    for (const { title, reading, description } of charts) {
      expect(title.length * reading.length).toBeGreaterThan(0);
      expect(description.length).toBeGreaterThan(reading.length / 2);
    }
  });
});

describe('looking up', () => {
  it('has every question with the figures of each line, the control with its band', () => {
    const { explorable } = aucChart(records)!;
    expect(explorable!.questions).toHaveLength(101);
    expect(explorable!.series.map(({ label }) => label)).toEqual([
      'Exact (IncFBC)',
      'MaxGap',
      'Entropy',
      'Random',
      'Shuffled (control)',
    ]);
    expect(explorable!.questions[explorable!.start]).toBe(10);
    const control = at('separation', 20, 'shuffled').auc;
    expect(explorable!.figures[20]![4]![1]).toBeCloseTo(control.band!.low, 5);
    expect(explorable!.figures[20]![3]![0]).toBeCloseTo(at('random', 20).auc.value, 5);
  });
});
