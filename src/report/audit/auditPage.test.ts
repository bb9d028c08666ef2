/** The text of the page: what it claims, and that data cannot break it. */

import { describe, expect, it } from 'vitest';
import { curveIn, headlineIn, insteadOf, withFindings } from '../../../test/support/findings.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { reportCharts } from '../charts/all.ts';
import type { DrawnChart } from '../common/chart.ts';
import type { AuditRecords, Bounds, Estimate } from '../common/input.ts';
import { leakSize } from '../common/leakWords.ts';
import { reportOf } from '../kinds/reportOf.ts';
import { html, jsonIsland } from '../page/html.ts';
import { scriptHash } from '../page/script.ts';
import { answerText, keyFigures } from './answer.ts';
import { methodsText } from './prose.ts';

const drawnOf = (records: AuditRecords): DrawnChart[] =>
  reportCharts(records).map((chart) => ({ chart, wide: '<svg></svg>', narrow: '<svg></svg>' }));
const pageOf = (records: AuditRecords) => reportOf(records).page(drawnOf(records));

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror="alert(2)"> & "both\' quotes';

describe('the answer', () => {
  const records = sampleRecords();
  const [asked, history] = [headlineIn(records, 'questions'), headlineIn(records, 'histories')];
  const [lead] = asked;
  /** The lead alone, with another figure. */
  const leadAt = (bounds: Bounds, auc: Estimate = lead!.auc) =>
    insteadOf(records, 'questions', [{ ...lead!, auc: { ...auc, bounds } }]);
  const figure = ({ auc: { value, bounds } }: NonNullable<typeof lead>) =>
    `AUC of ${value.toFixed(2)} (95% bounds ${bounds!.low.toFixed(2)} to ${bounds!.high.toFixed(2)})`;

  it('has both headlines, each the strongest attacker’s, with bounds and people, random questions, test and control', () => {
    const text = answerText(records);
    expect(text).toMatch(
      /^A strong leak of gender\. After 10 questions the strongest of 4 attackers \(Exact \(IncFBC\)\)/,
    );
    expect(text).toContain(`${figure(lead!)}, from 5,880 people`);
    expect(text).toContain(
      `From everything a person ever rated the strongest of 3 attackers (Factor model) reaches an ${figure(history[0]!)}`,
    );
    expect(text).toContain('The same number of random questions reaches 0.60 [0.59, 0.62]');
    expect(text).toContain('This is unlikely to be chance (p = 0.003, 400 shuffles of the labels)');
    expect(text).toContain(
      'In the control, with the labels shuffled among the people, Exact (IncFBC) reaches 0.50 [0.49, 0.52] after 10 questions (mean of 5 shuffles). There, Factor model reaches 0.50 [0.48, 0.51] from everything they ever rated (mean of 5 shuffles).',
    );
  });

  it('says what it means for 1,000 people, beside guessing the largest group', () => {
    // 4,331 of 6,040 are M; the attackers are right for 0.5 + 0.82 (AUC - 0.5), and for 0.791 of whole histories.
    const { accuracy } = curveIn(records, 'separation')[10]!;
    const [right, low, high] = [accuracy.value, accuracy.low, accuracy.high].map((share) => Math.round(1000 * share));
    expect(answerText(records)).toContain(
      `Guessing “M” for everyone is right for 717 of 1,000 people. The attacker is right for ${right} (${low} to ${high}) after 10 questions; for 791 (781 to 801) from everything they ever rated.`,
    );
  });

  it('fewer hits than the largest group has people are no all-clear', () => {
    const labels = records.data.labels.map((label) => ({ ...label, users: label.label === 'M' ? 9000 : 1000 }));
    const text = answerText({ ...records, data: { ...records.data, labels } });
    expect(text).toContain('is right for 900 of 1,000 people. The attacker is right for');
    expect(text).toContain('Being right no more often than that is no all-clear');
    expect(text).toMatch(/^A strong leak of gender\./);
    const even = records.data.labels.map((label) => ({ ...label, users: 100 }));
    expect(answerText({ ...records, data: { ...records.data, labels: even } })).not.toContain('all-clear');
  });

  it('goes from the verdict to who found it, how sure that is, and what it means', () => {
    const page = pageOf(records);
    const order = [
      'A strong leak of gender.',
      '95% bounds',
      'How sure',
      'the strongest of 4 attackers',
      'of 1,000 people',
      'What you can do</h2>',
    ];
    const places = order.map((text) => page.indexOf(text));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it('never claims certainty by rounding', () => {
    const sure = { value: 0.999, low: 0.99, high: 1 };
    const certain = withFindings(records, (one) => {
      return one.auc?.bounds === undefined ? one : { ...one, auc: { ...sure, bounds: sure } };
    });
    expect(answerText(certain)).toContain('tells which is which more than 99 times in 100');
  });

  it('names the strongest attacker, whichever contender stands first in the spec', () => {
    expect(answerText(insteadOf(records, 'questions', asked.toReversed()))).toContain(
      'the strongest of 4 attackers (Random)',
    );
  });

  it('does not say "no leak" above an attacker that finds one', () => {
    const low = { value: 0.52, low: 0.49, high: 0.55 };
    const quiet = leadAt({ low: 0.48, high: 0.56 }, low);
    expect(answerText(quiet)).toMatch(/^A strong leak of gender\./);
    expect(keyFigures(quiet)[0]!.meaning).not.toContain('no leak');
  });

  it('claims nothing where no attacker and no test shows anything, and says what could have been found', () => {
    const verdict = { ...records.verdict, leak: false };
    const permutation = { ...records.permutation!, pValue: 0.6 };
    const text = answerText({ ...records, verdict, permutation });
    expect(text).toMatch(/^No leak of gender shown\..*no proof of safety/);
    expect(text).toContain('we would have found an AUC of 0.53 four times out of five');
    expect(text).toContain('To simple tests, shuffled labels look much the same (p = 0.60');
  });

  it('does not take an attacker who is wrong beyond chance for a good sign', () => {
    const verdict = { ...records.verdict, leak: false };
    const wrong = { value: 0.15, low: 0.06, high: 0.35 };
    const text = answerText({ ...insteadOf(leadAt({ low: 0.03, high: 0.43 }, wrong), 'histories', []), verdict });
    expect(text).toMatch(/^No leak of gender shown\..*is wrong more often than chance \(AUC 0\.15 /);
    expect(text).toContain('Treat that as a leak');
    expect(text).not.toContain('not shown to beat guessing');
  });

  it('judges the permutation test by its share of the level, as the verdict does', () => {
    const at = (level: number) =>
      answerText({ ...records, verdict: { ...records.verdict, tests: [{ ...records.verdict.tests[1]!, level }] } });
    expect(at(0.0025)).toContain('unlikely to be chance');
    expect(at(0.002)).toContain('it takes an attacker that combines answers');
  });

  it('states the levels of the tests as the records have them', () => {
    expect(methodsText(records).text).toMatch(
      /is at most 4%, or .* is at most 1%: together what a level of 95% leaves/s,
    );
    const tests = records.verdict.tests.map((test) => ({ ...test, level: 2 * test.level }));
    expect(methodsText({ ...records, verdict: { ...records.verdict, tests } }).text).toMatch(/most 8%, or .* most 2%/s);
  });

  it('says "possible", never "none", where the bounds exclude guessing and no test rejects', () => {
    const verdict = { ...records.verdict, leak: false, possible: true };
    expect(answerText({ ...records, verdict })).toMatch(/^A possible leak of gender, not shown\./);
    expect(answerText({ ...records, verdict })).not.toContain('No leak');
  });

  it.each([
    [0.501, 'slight'],
    [0.549, 'slight'],
    [0.551, 'weak'],
    [0.649, 'weak'],
    [0.651, 'clear'],
    [0.749, 'clear'],
    [0.751, 'strong'],
    [0.849, 'strong'],
    [0.851, 'very strong'],
  ])('goes by the largest lower bound: from %f on it is %s', (low, words) => {
    const largest = { ...history[0]!, auc: { ...history[0]!.auc, bounds: { low, high: 0.95 } } };
    const moved = insteadOf(leadAt({ low: 0.4, high: 0.6 }), 'histories', [largest]);
    expect(answerText(moved)).toMatch(new RegExp(`^A ${words} leak of gender\\.`));
  });

  it('calls a leak slight that the permutation test alone shows', () => {
    const faint = insteadOf(leadAt({ low: 0.49, high: 0.56 }), 'histories', []);
    expect(answerText(faint)).toMatch(/^A slight leak of gender\./);
  });

  it('goes by the group that is told best, and names it', () => {
    const rare = { value: 0.99, low: 0.95, high: 1, bounds: { low: 0.93, high: 1 } };
    const common = { ...rare, bounds: { low: 0.6, high: 0.9 } };
    const found = ['common', 'rare', 'common'].flatMap((group) => [
      { ...lead!, auc: { ...lead!.auc, bounds: { low: 0.52, high: 0.63 } } },
      { ...lead!, group, auc: group === 'rare' ? rare : common },
    ]);
    const grouped = insteadOf(insteadOf(records, 'questions', found), 'histories', []);
    const text = answerText(grouped);
    expect(text).toMatch(/^A very strong leak of gender\./);
    expect(text).toContain(
      'easiest to recognise is “rare”: an AUC of 0.99 against everyone else (95% bounds 0.93 to 1.00)',
    );
    expect(answerText(records)).not.toContain('easiest to recognise');
    // The largest figure is the one that the verdict goes by.
    expect(keyFigures(grouped)[0]).toEqual({
      value: '0.99',
      interval: '[0.93, 1.00]',
      meaning: 'AUC of “rare” against everyone else',
    });
  });

  it('names items that give people away by themselves, and no others', () => {
    const item = { id: '7', title: 'Rare film', group: 'F', raters: 26, ofGroup: 26, pValue: 0.0025 };
    const items = [
      { ...item, by: 'seen' as const },
      { ...item, by: 'rating' as const, title: 'Other film' },
      { ...item, by: 'rating' as const, title: 'Third film', pValue: 0.05 },
    ];
    const text = answerText({ ...records, permutation: { ...records.permutation!, items } });
    expect(text).toContain(
      '“Rare film” stands out: of the 26 people who rated it, 26 are in “F” (100%, against 28% of all people).',
    );
    expect(text).toContain('“Other film” stands out: people in “F” rate it differently from everyone else.');
    expect(text).not.toContain('Third film');
  });

  it.each([
    [{ value: 0.56, low: 0.54, high: 0.58 }, 'is above guessing'],
    [{ value: 0.42, low: 0.37, high: 0.48 }, 'is below guessing'],
  ])('warns of a control at %j', (auc, words) => {
    const moved = withFindings(records, (one) => {
      return one.variant === 'shuffled' && one.exposure === 'questions' ? { ...one, auc: { ...one.auc, ...auc } } : one;
    });
    expect(answerText(moved)).toContain(words);
    expect(answerText(records)).not.toContain(words);
  });

  it('says so where there is no control, or no figure', () => {
    const real = withFindings(records, (one) => (one.variant === 'real' ? one : undefined));
    expect(answerText(real)).toContain('No control with shuffled labels was run');
    expect(answerText({ ...records, findings: [] })).toContain('no answer to give');
  });
});

describe('accuracy', () => {
  it('stands beside the share of the largest group', () => {
    const page = pageOf(sampleRecords());
    expect(page).toMatch(/Accuracy<\/th><th scope="col" class="number">Largest group<\/th>/);
    // The control stands beside its attacker; one without says so.
    expect(page).toMatch(/0\.853 \[[^\]]*\]<\/td><td class="number">0\.497 \[0\.481, 0\.513\], mean of 5<\/td>/);
    expect(page).toMatch(/0\.844 \[[^\]]*\]<\/td><td class="number">–<\/td>/);
    expect(page).toMatch(/79% \[78, 80\]<\/td><td class="number">72%<\/td>/);
    expect(page).toContain('Guessing the largest group for everyone is right for 72%.');
    expect(page).toContain('guessing the largest group for everyone is right 72% of the time');
  });
});

describe('groups that are too small', () => {
  it('are named in the limits of the report', () => {
    const sample = sampleRecords();
    const smallGroups = [
      { label: 'X', users: 4, merged: false },
      { label: 'emptied', users: 0, merged: false },
    ];
    const page = pageOf({ ...sample, data: { ...sample.data, smallGroups } });
    expect(page).toContain('Groups of fewer than 20 people were left out: “X” (4 people)');
    expect(page).not.toContain('emptied');
    expect(pageOf(sample)).not.toContain('were left out');
  });
});

describe('words for a leak', () => {
  it('are the same for the same lower end, and never "none" above chance', () => {
    expect([0.49, 0.5, 0.51, 0.56, 0.66, 0.76, 0.86].map(leakSize)).toEqual([
      'none',
      'none',
      'slight',
      'weak',
      'clear',
      'strong',
      'veryStrong',
    ]);
    expect(leakSize(Number.NaN)).toBe('none');
  });
});

describe('data cannot break the page', () => {
  const sample = sampleRecords({ titles: [HOSTILE, HOSTILE] });
  const records: AuditRecords = {
    ...sample,
    spec: { ...sample.spec, attribute: HOSTILE },
    data: {
      ...sample.data,
      source: HOSTILE,
      attribute: HOSTILE,
      labels: sample.data.labels.map((label) => ({ ...label, label: HOSTILE })),
    },
    attackers: sample.attackers.map((attacker) => ({ ...attacker, label: HOSTILE })),
  };
  const page = pageOf(records);

  it('no tag of the data becomes one of the page', () => {
    expect(page).not.toContain('<img');
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('onerror="');
    // Its own script and the data of four charts.
    expect(page.match(/<script/g)).toHaveLength(5);
    expect(page.match(/<\/script>/g)).toHaveLength(5);
    expect(page).toContain('&lt;/script&gt;&lt;script&gt;alert(1)');
  });

  it('data islands read back to the data', () => {
    const [, island] = /<script type="application\/json" data-explorable>(.*?)<\/script>/s.exec(page)!;
    expect(JSON.parse(island!).series[0].label).toContain(HOSTILE);
  });

  it('templates escape everything but their own kind', () => {
    expect(html`<p title="${'"'}">${'<b>'}${html`<i>${"'&"}</i>`}${[html`<u></u>`, 1]}${undefined}</p>`.text).toBe(
      '<p title="&quot;">&lt;b&gt;<i>&#39;&amp;</i><u></u>1</p>',
    );
    expect(jsonIsland({ a: '</script><!--' }).text).toBe('{"a":"\\u003c/script>\\u003c!--"}');
  });
});

describe('structure', () => {
  const page = pageOf(sampleRecords());

  it('nothing is loaded from anywhere', () => {
    const targets = [...page.matchAll(/(?:src|href|action|poster|data)="([^"]*)"/g)].map(([, target]) => target!);
    expect(targets.length).toBeGreaterThan(5);
    expect(targets.filter((target) => !target.startsWith('#'))).toEqual([]);
    expect(page).not.toMatch(/@import|url\(/);
  });

  it('every link leads somewhere', () => {
    for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${id}"`);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('headings go down one level at a time', () => {
    const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (let at = 1; at < levels.length; at++) expect(levels[at]! - levels[at - 1]!).toBeLessThanOrEqual(1);
  });

  it('says where it comes from', () => {
    const { data } = sampleRecords();
    for (const text of [data.fingerprint, 'ulterior 0.1.0', 'Responsible use', 'ridge model, prior uniform'])
      expect(page).toContain(text);
  });

  it('every section without content is left out', () => {
    const bare = pageOf({
      ...sampleRecords(),
      findings: [],
      confidences: [],
      reliability: [],
      items: [],
      gaps: [],
      comparisons: [],
    });
    expect(bare).not.toContain('id="speed"');
    expect(bare).toContain('id="methods"');
  });

  it('names its script by the hash that browsers compute', () => {
    // openssl dgst -sha256 -binary <<< '' without newline
    expect(scriptHash('')).toBe('sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
  });
});
