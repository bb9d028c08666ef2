/** Charts as pictures. */
import { describe, expect, it } from 'vitest';
import { sampleRecords } from '../../test/support/sampleRecords.ts';
import type { AuditRecords } from '../audit/index.ts';
import { layouts, reportCharts } from '../report/index.ts';
import { chartPng, fontsPresent } from './chartPng.ts';
import { chartSvg, compileChart } from './chartSvg.ts';

const records = sampleRecords();
const charts = reportCharts(records);
const ages = ['under 18', '18-24', '25-34', '35-44', '45-49', '50-55', '56 and over'];
const manyTypes: AuditRecords = {
  ...records,
  data: { ...records.data, attribute: 'age', labels: ages.map((label) => ({ label, users: 10, ratings: 100 })) },
  items: records.items.map((item) => ({ ...item, biases: ages.map((_, at) => 3 + at / 10) })),
};

describe('specs', () => {
  it.each(charts.map((chart) => [chart.id, chart] as const))('%s compiles without a warning', async (_, chart) => {
    for (const layout of Object.values(layouts)) {
      expect((await compileChart(chart.spec(layout), 'page')).warnings).toEqual([]);
      expect(JSON.parse(JSON.stringify(chart.spec(layout)))).toEqual(chart.spec(layout));
    }
  });

  it('a bad spec is warned about, so the test above can fail', async () => {
    const bad = { data: { values: [] }, mark: 'bar', encoding: { nowhere: { field: 'a' } } };
    expect((await compileChart(bad, 'light')).warnings).not.toEqual([]);
  });

  it('more than two types compile too', async () => {
    for (const chart of reportCharts(manyTypes)) {
      expect((await compileChart(chart.spec(layouts.page), 'light')).warnings).toEqual([]);
    }
  });
});

describe('SVG', () => {
  const auc = charts.find(({ id }) => id === 'auc')!;
  const items = charts.find(({ id }) => id === 'items')!;

  it('is the same text each time', async () => {
    const draw = () => chartSvg(auc.spec(layouts.file), 'light', auc);
    expect(await draw()).toBe(await draw());
  });

  it('has the size of its layout, a name, a description and no background', async () => {
    const svg = await chartSvg(auc.spec(layouts.file), 'light', auc);
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="800" height="\d+" viewBox="0 0 800 \d+" role="img">/,
    );
    expect(svg).toContain(`<title>${auc.title}</title>`);
    expect(svg).toContain(auc.title);
    expect(svg).not.toContain('<rect');
    // Ids would clash on a page with many pictures.
    expect(svg).not.toContain(' id="');
  });

  it('draws a line and a band for each contender and the control', async () => {
    const svg = await chartSvg(auc.spec(layouts.page), 'light');
    for (const colour of ['#0072b2', '#d55e00', '#009e73', '#cc79a7']) {
      expect(svg).toMatch(new RegExp(`<path d="[^"]{500,}"[^>]*stroke="${colour}"`));
      expect(svg).toMatch(new RegExp(`<path d="[^"]{500,}"[^>]*fill="${colour}"`));
    }
    expect(svg).toMatch(/<path d="[^"]{500,}"[^>]*fill="#7c8389"/);
    for (const name of ['Exact (IncFBC)', 'Random', 'Shuffled (control)', 'guessing'])
      expect(svg).toContain(`>${name}</text>`);
  });

  it('on the page every colour is a variable', async () => {
    for (const chart of charts) {
      const svg = await chartSvg(chart.spec(layouts.phone), 'page', chart);
      expect(svg.match(/(?:fill|stroke)="(?!none|transparent|var\()[^"]*"/g) ?? []).toEqual([]);
      expect(svg).not.toContain('#4c78a8');
      expect(svg).toMatch(/^<svg viewBox="0 0 350 \d+" role="img" aria-label="/);
    }
  });

  it('titles are text, whatever they hold', async () => {
    const title = '<b id="x">"Q&A" d="1.23456"';
    const hostile = reportCharts(sampleRecords({ titles: [title] })).find(({ id }) => id === items.id)!;
    const svg = await chartSvg(hostile.spec(layouts.file), 'light', hostile);
    expect(svg).not.toContain('<b');
    expect(svg).toMatch(/>&lt;b id=(?:"|&quot;)x(?:"|&quot;)&gt;/);
    expect(svg).toContain('1.23456');
  });
});

describe('PNG', () => {
  it('is twice the size of the SVG, with text if the machine has a font', async () => {
    const [chart] = charts;
    const svg = await chartSvg(chart!.spec(layouts.file), 'light', chart);
    const png = await chartPng(svg);
    expect([...png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(new DataView(png.buffer, png.byteOffset).getUint32(16)).toBe(1600);
    if (await fontsPresent()) {
      const bare = await chartPng(svg.replaceAll(/<text[\s\S]*?<\/text>/g, ''));
      expect(png.length).toBeGreaterThan(bare.length + 5000);
    }
  });
});
