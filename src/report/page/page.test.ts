/** The text of the page: what it claims, and that data cannot break it. */
import { describe, expect, it } from 'vitest';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { type AuditRecords, type DrawnChart, reportCharts, reportPage } from '../index.ts';
import { answerText } from './answer.ts';
import { html, jsonIsland } from './html.ts';
import { scriptHash } from './script.ts';

const drawnOf = (records: AuditRecords): DrawnChart[] =>
  reportCharts(records).map((chart) => ({ chart, wide: '<svg></svg>', narrow: '<svg></svg>' }));
const pageOf = (records: AuditRecords) => reportPage(records, drawnOf(records));

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror="alert(2)"> & "both\' quotes';

describe('the answer', () => {
  const records = sampleRecords();
  const lead = records.curves[0]!.points[10]!;

  it('has figure, interval, people, random questions and control', () => {
    const text = answerText(records);
    expect(text).toContain(
      `AUC of ${lead.auc.value.toFixed(2)} (95\u00a0% interval ${lead.auc.low.toFixed(2)} to ${lead.auc.high.toFixed(2)}, 5,880 people)`,
    );
    expect(text).toContain('As many questions at random reach 0.60 [0.59, 0.62]');
    expect(text).toContain('The control reaches 0.50 [0.49, 0.52]');
  });

  it('claims nothing where the figure does not stand clear of the control', () => {
    const control = records.curves.find(({ variant }) => variant === 'shuffled')!.points;
    const curves = records.curves.map((curve, at) => (at === 0 ? { ...curve, points: control } : curve));
    expect(answerText({ ...records, curves })).toMatch(/^No leak could be shown\..*no proof of safety/);
  });

  it('warns of a control that finds something', () => {
    const raised = (curve: AuditRecords['curves'][number]) => ({
      ...curve,
      points: curve.points.map((point) => ({ ...point, auc: { ...point.auc, value: 0.56, low: 0.54, high: 0.58 } })),
    });
    const curves = records.curves.map((curve) => (curve.variant === 'shuffled' ? raised(curve) : curve));
    expect(answerText({ ...records, curves })).toContain('stands above guessing');
    expect(answerText(records)).not.toContain('stands above guessing');
  });

  it('says so where there is no control', () => {
    const curves = records.curves.filter(({ variant }) => variant === 'real');
    expect(answerText({ ...records, curves })).toContain('No control with shuffled labels was run');
    expect(answerText({ ...records, curves: [] })).toContain('no answer to give');
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
    contenders: sample.contenders.map((contender) => ({ ...contender, label: HOSTILE })),
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
      curves: [],
      confidences: [],
      reliability: [],
      ratingErrors: [],
      items: [],
      gaps: [],
      comparisons: [],
      fullHistory: [],
    });
    expect(bare).not.toContain('id="speed"');
    expect(bare).toContain('id="methods"');
  });

  it('names its script by the hash that browsers compute', () => {
    // openssl dgst -sha256 -binary <<< '' without newline
    expect(scriptHash('')).toBe('sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
  });
});
