/** The page about defences: that it says what the records say, no more, and that data cannot break it. */

import { beforeAll, describe, expect, it } from 'vitest';
import { around, headlineIn, withFindings } from '../../../../test/support/findings.ts';
import { sampleDefenceRecords } from '../../../../test/support/sampleDefenceRecords.ts';
import { type DefenceRecords, type DefenceVerdict, defences } from '../../../defence/index.ts';
import { compileChart } from '../../../render/chartSvg.ts';
import { chartSvg } from '../../../render/index.ts';
import type { Chart } from '../../common/chart.ts';
import { layouts } from '../../common/layout.ts';
import { bounded } from '../../common/leakShown.ts';
import { reportOf } from '../../kinds/reportOf.ts';
import { defenceSteps } from '../../steps/stepsOf.ts';
import { qualityCost, sendingCost } from './costs.ts';
import { defenceCharts } from './defencePage.ts';
import { knowingAuc, largestStrengths } from './lookup.ts';
import { markOf } from './marks.ts';
import { answerText, hiddenText, keyFigures, leastLeft, worstCases } from './prose.ts';
import { verdictWords } from './words.ts';

const records = sampleDefenceRecords();
const ours = defences.filter(({ reference }) => reference === undefined);
const empty = (chart: Chart) => ({ chart, wide: '<svg></svg>', narrow: '<svg></svg>' });
const pageOf = (of: DefenceRecords) => reportOf(of).page(defenceCharts(of).map(empty));
const chartNamed = (id: string, of = records) => defenceCharts(of).find((chart) => chart.id === id)!;

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror="alert(2)"> & "both\' quotes';

/** What everybody finds where nobody defends themselves, with bounds a little wider. */
const without = (auc: { value: number; low: number; high: number }) =>
  withFindings(sampleDefenceRecords(), (one) => {
    const is = one.defence === undefined && one.auc?.bounds !== undefined;
    return is ? { ...one, auc: { ...auc, bounds: { low: auc.value - 0.02, high: auc.value + 0.02 } } } : one;
  });

describe('the answer', () => {
  it('states the leak, and of every defence first the strongest attacker, then the verdict and what it costs', () => {
    expect(answerText(records)).toMatch(/an AUC of 0\.84 \[0\.83, 0\.86\]/);
    const rows = worstCases(records)
      .text.split('<li>')
      .slice(1)
      .filter((row) => /Withholding, |greedy|Least/.test(row));
    expect(rows.map((row) => row.replace(/<.*?>/g, '').trim())).toEqual([
      'Withholding, 0.4: 0.51 [0.50, 0.52] for logistic regression that learned from people who use it. Verdict: hides it, also from an attacker who knows of it. The cost: predicted ratings are off by 0.95 [0.94, 0.96] instead of 0.90 [0.89, 0.91].',
      'Least change, 1: 0.84 [0.83, 0.85] for logistic regression that learned from people who use it. Verdict: does not clearly help. The cost: predicted ratings are off by 0.97 [0.96, 0.98] instead of 0.90 [0.89, 0.91].',
      'Decoys (greedy), 0.1: 0.99 [0.98, 1.00] for logistic regression that learned from people who use it. Verdict: reveals more than no defence, to an attacker who knows of it. The cost: predicted ratings are off by 0.91 [0.90, 0.92] instead of 0.90 [0.89, 0.91].',
    ]);
    const simulated = withFindings(records, (one) => (one.situation === 'retrained' ? undefined : one));
    expect(worstCases(simulated).text).toContain('</strong> for logistic regression that runs the defence too.');
  });

  it('says so where there is nothing to hide', () => {
    const quiet = { ...without({ value: 0.51, low: 0.5, high: 0.52 }), verdict: { ...records.verdict, leak: false } };
    expect(answerText(quiet)).toMatch(
      /^No leak of gender shown, even without a defence: .* 0\.51 \[0\.49, 0\.53\], which was not shown to beat guessing .* no proof of safety\. With this many people, we would have found an AUC of 0\.53 four times out of five\. A smaller leak can hide\./,
    );
    // Bounds that exclude guessing where no test rejects are no all-clear.
    const unsure = { ...quiet, verdict: { ...quiet.verdict, possible: true } };
    expect(answerText(unsure)).toMatch(
      /^A possible leak of gender, not shown\. The bounds exclude guessing, .* Without a defence, the strongest attacker reaches an AUC of 0\.51/,
    );
  });

  it('a single group that is told decides the words, and is named', () => {
    const told = { value: 0.95, low: 0.94, high: 0.96, bounds: { low: 0.93, high: 0.97 } };
    const mean = without({ value: 0.6, low: 0.59, high: 0.61 });
    const groups = headlineIn(mean, 'histories', { defence: undefined }).map((one) => ({
      ...one,
      group: 'F',
      auc: told,
    }));
    expect(answerText({ ...mean, findings: [...mean.findings, ...groups] })).toMatch(
      /^A very strong leak of gender without a defence: .* 0\.60 \[0\.58, 0\.62\]\. The group that is easiest to recognise is “F”: an AUC of 0\.95/,
    );
  });

  it('where a defence hides it, says how large a leak could have hidden', () => {
    expect(hiddenText(records)).toMatch(
      /^Where a defence hides it, no leak was shown\. .* an AUC of 0\.53 four times out of five\. A smaller/,
    );
    const evaluations = records.evaluations.filter(({ defence }) => defence !== 'withhold');
    expect(hiddenText({ ...records, evaluations })).toBeUndefined();
  });

  it('the advice names what is left, and both costs', () => {
    const [{ text }] = defenceSteps(records).steps as [{ text: string }];
    expect(text).toMatch(
      /Weigh Withholding at strength 0\.4 against its costs\. .* leaves least .*: an AUC of 0\.51 \[0\.50, 0\.52\]/,
    );
    expect(text).toContain('predicted ratings are off by 0.95 [0.94, 0.96] instead of 0.90 [0.89, 0.91].');
    expect(text).toContain('of 155.0 ratings, a person withholds 62.0 on average');
    const lists = withFindings(records, (one) => {
      const value = one.defence === undefined ? 0.4 : 0.38;
      return one.ndcg === undefined ? one : { ...one, topTen: around(value, 0.01) };
    });
    expect(qualityCost(lists, lists.evaluations[0]!)).toContain(
      'ten recommended items score an NDCG@10 of 0.3800 [0.3700, 0.3900] instead of 0.4000 [0.3900, 0.4100]',
    );
    const changes = { ratings: 10, medianRatings: 9, changed: 2, medianChanged: 2, stepsPerChange: 1 };
    expect(sendingCost({ ...changes, added: 1, withheld: 3 })).toBe(
      'of 10.0 ratings, a person withholds 3.0, makes up 1.0 and changes 2.0 on average',
    );
  });

  it('key figures: the leak, what is left to who knows, and the price', () => {
    expect(leastLeft(records)).toMatchObject({ defence: 'withhold', strength: 0.4 });
    const [leak, left, price] = keyFigures(records);
    expect([leak!.value, left!.value, price!.value]).toEqual(['0.84', '0.51', '0.95']);
    expect(left!.meaning).toContain('Withholding at strength 0.4');
    expect(price!.meaning).toContain('instead of 0.90 [0.89, 0.91]');
  });

  it('a reversed ranking is worth as much as it is turned round', () => {
    const greedy = largestStrengths(records).find(({ defence }) => defence === 'decoysGreedy')!;
    expect(knowingAuc(records, greedy, 'factor').value).toBeCloseTo(0.82, 12);
    expect(knowingAuc(records, greedy).value).toBeCloseTo(0.99, 12);
  });

  it('every verdict has words of its own', () => {
    const known: readonly DefenceVerdict[] = ['hides', 'reduces', 'foolsOblivious', 'betrays', 'useless'];
    expect(new Set(known.map(verdictWords)).size).toBe(5);
    expect(verdictWords('foolsOblivious')).toBe('fools only an attacker who does not know of it');
  });
});

describe('charts', () => {
  const charts = defenceCharts(records);
  const linesOf = (id: string) => {
    const { layer } = chartNamed(id).spec(layouts.page) as {
      layer: {
        mark: { type: string };
        data: { values: { name: string; strength: number; x: number; y: number }[] };
      }[];
    };
    return layer.find(({ mark }) => mark.type === 'line')!.data.values;
  };

  it('who is fooled, for both attackers, and the trade-off, a few defences on each chart', () => {
    const ids = ['fooled-factor', 'fooled-logistic', 'trade-off-1', 'trade-off-2', 'trade-off-3'];
    expect(charts.map(({ id }) => id)).toEqual(ids);
    expect(new Set(charts.map(({ title }) => title)).size).toBe(5);
    const drawn = ids.slice(2).map((id) => [...new Set(linesOf(id).map(({ name }) => name))]);
    expect(drawn.map((names) => names.length)).toEqual([4, 4, 3]);
    expect(new Set(drawn.flat())).toEqual(new Set(records.spec.defences.map(({ name }) => name)));
  });

  it('counts for whom the leak is clearly smaller', () => {
    // For who does not know of it all but plain rounding and withholding at random; for who does, six of eleven.
    expect(chartNamed('fooled-factor').reading).toContain(
      'Of 11 defences at full strength, 9 take it clearly below that for an attacker who does not know of the defence, 6 for one who does.',
    );
    expect(chartNamed('fooled-factor').description).toContain(
      'Decoys (greedy), 0.1: 0.18 [0.17, 0.19] for an attacker who does not know of it, 0.82 [0.81, 0.83] for one who does',
    );
  });

  it('names the defence that comes nearest to guessing, with its price', () => {
    expect(chartNamed('trade-off-1').reading).toMatch(
      /^Withholding at strength 0\.4 comes closest to guessing: an AUC of 0\.51 \[0\.50, 0\.52\] instead of 0\.84 .* off by 0\.95 \[0\.94, 0\.96\] instead of 0\.90/,
    );
  });

  it('every line begins without a defence and goes through its strengths', () => {
    const own = linesOf('trade-off-3').filter(({ name }) => name === 'decoysGreedy');
    expect(own.map(({ strength }) => strength)).toEqual([0, 0.01, 0.05, 0.1]);
    expect(own[0]).toMatchObject({ y: 0.845, x: 0.9 });
    expect(own.at(-1)!.y).toBeCloseTo(0.99, 12);
  });

  it('defences of a family share a colour, and no two look alike', () => {
    const marks = defences.map(({ name }) => markOf(name));
    expect(new Set(marks.map(({ colour, shape }) => colour + shape)).size).toBe(defences.length);
    expect(markOf('decoysRandom').colour).toBe(markOf('decoysGreedy').colour);
    expect(markOf('decoysRandom').colour).not.toBe(markOf('blinding').colour);
  });

  it.each(charts.map((chart) => [chart.id, chart] as const))(
    '%s compiles without a warning, on the page in its colours',
    async (_, chart) => {
      for (const layout of Object.values(layouts)) {
        expect((await compileChart(chart.spec(layout), 'page')).warnings).toEqual([]);
        const svg = await chartSvg(chart.spec(layout), 'page', chart);
        expect(svg.match(/(?:fill|stroke)="(?!none|transparent|var\()[^"]*"/g) ?? []).toEqual([]);
        if (chart.id.startsWith('fooled-')) for (const { label } of ours) expect(svg).toContain(label);
      }
    },
  );
});

describe('the page', () => {
  let page: Awaited<ReturnType<typeof pageOf>>;
  beforeAll(async () => {
    page = await pageOf(records);
  });

  it('has every figure of the records', () => {
    const behind = records.findings.filter(({ defence, variant }) => defence !== undefined && variant === 'real');
    const figures = behind.flatMap(({ auc, balancedAccuracy, rmse }) =>
      [auc && bounded(auc), balancedAccuracy, rmse].filter((one) => one !== undefined),
    );
    expect(figures.length).toBeGreaterThan(100);
    for (const { value, low, high } of figures) {
      expect(page).toContain(`${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`);
    }
    // Epsilon of one rating, and of the 86 of the median person.
    const epsilon = Math.log(1 + (5 * 0.4) / 0.6);
    expect(page).toContain(
      `<td class="number">${epsilon.toFixed(2)}</td><td class="number">${(86 * epsilon).toFixed(0)}</td>`,
    );
  });

  it('says of each defence whether it leaves the choice of items untouched', async () => {
    const limitsOf = async (...names: string[]) =>
      pageOf({ ...records, spec: { ...records.spec, defences: names.map((name) => ({ name, strengths: [1] })) } });
    const untouched = 'but not which items people rate';
    const others = 'which items are sent: some are withheld, or made up';
    const ofRatings = await limitsOf('blinding');
    expect(ofRatings).toContain(`Blinding changes ratings, ${untouched}`);
    expect(ofRatings).not.toContain(others);
    const ofItems = await limitsOf('withhold', 'equalChances');
    expect(ofItems).toContain(`Withholding and Equal chances change ${others}`);
    expect(ofItems).not.toContain(untouched);
    // Of people outside a fold, half where lists or a model are learned from the others.
    const { users } = records.data;
    const outside = users - Math.round(users / records.spec.folds);
    expect(ofRatings).toContain(`Attackers learned from about ${outside.toLocaleString('en')} people`);
    expect(ofItems).toContain(
      `Attackers learned from about ${(outside - Math.floor(outside / 2)).toLocaleString('en')} people`,
    );
    expect(await limitsOf('of a plug-in')).not.toMatch(/but not which items|which items are sent/);
  });

  it('shows the control, what the defence itself puts there included', () => {
    expect(page).toContain('shuffled labels');
    expect(page).toContain('0.940 [0.928, 0.952]');
  });

  it('loads nothing, links lead somewhere, headings go down one level at a time', () => {
    const targets = [...page.matchAll(/(?:src|href|action|poster|data)="([^"]*)"/g)].map(([, target]) => target!);
    expect(targets.filter((target) => !target.startsWith('#'))).toEqual([]);
    for (const target of targets) expect(page).toContain(`id="${target.slice(1)}"`);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    for (let at = 1; at < levels.length; at++) expect(levels[at]! - levels[at - 1]!).toBeLessThanOrEqual(1);
  });

  it('data cannot break it', async () => {
    const sample = sampleDefenceRecords(HOSTILE);
    const labels = sample.data.labels.map((label) => ({ ...label, label: HOSTILE }));
    const hostile = await pageOf({ ...sample, data: { ...sample.data, attribute: HOSTILE, labels } });
    expect(hostile).not.toContain('<img');
    expect(hostile).not.toContain('<script>alert');
    expect(hostile.match(/<script/g)).toHaveLength(1);
    expect(hostile).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
  });

  it('one attacker alone has no columns of the other', async () => {
    const only = withFindings(records, (one) => (one.attacker === 'factor' ? undefined : one));
    const alone = await pageOf({ ...only, spec: { ...records.spec, attackers: ['logistic'] } });
    expect(alone).not.toContain('Factor model, oblivious');
    expect(alone).not.toContain('figure-fooled-factor');
    expect(alone).toContain('Logistic regression, retrained');
  });
});
