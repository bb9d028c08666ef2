/** The page of a questionnaire: what it says, and in a real browser. */

import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, LOOKS } from '../../../../test/support/accessible.ts';
import { withFindings } from '../../../../test/support/findings.ts';
import { sampleQuestionnaireStudy } from '../../../../test/support/sampleQuestionnaireStudy.ts';
import { listExposure, type QuestionnaireStudy } from '../../../defence/index.ts';
import { renderReport } from '../../../render/index.ts';
import type { Finding } from '../../common/input.ts';
import { layouts } from '../../common/layout.ts';
import { questionnaireCharts } from './questionnairePage.ts';
import { answerTexts } from './questionnaireProse.ts';

const HOSTILE = '<img src=x onerror=alert(1)></script>"\'&';
const textOf = (html: string) =>
  html
    .replaceAll(/<(style|script|svg)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ');
const said = (texts: readonly string[]) => texts.join(' ').replaceAll('\u00a0', ' ');

/** The study with other figures of attackers on one of its lists. */
const onList = (study: QuestionnaireStudy, { id }: { readonly id: string }, change: (finding: Finding) => Finding) =>
  withFindings(study, (one) => {
    return one.exposure === listExposure(id) && one.auc?.bounds !== undefined ? change(one) : one;
  });

describe('what the page of a questionnaire says', () => {
  it('a design: its share of the leak and of the worth, with interval, people and control', async () => {
    const study = await sampleQuestionnaireStudy();
    const [own, free] = [study.subject, study.curve.at(-1)!];
    const largest = (list: typeof own) => Math.max(...list.leaks.map(({ squaredDistance }) => squaredDistance));
    const share = Math.round(100 * (largest(own) / largest(free)));
    const text = said(answerTexts(study));
    expect(text).toContain(`These 4 questions give away ${share}% of what the same designer’s list`);
    expect(text).toContain(`teach ${Math.round(100 * (own.worth!.cut / free.worth!.cut))}% of what that list teaches`);
    // 0.5 + 0.12.
    expect(text).toMatch(
      /^A weak leak of type\. Asked of people whom the models had not seen, the strongest attacker /,
    );
    expect(text).toContain(
      '(a logistic regression fitted to the list) reaches an AUC of 0.620 (95% bounds over all attackers 0.600 to 0.640, 6,022 people). The control reaches 0.497 [0.479, 0.515].',
    );
    expect(text).toContain('off by 0.950 [0.946, 0.954] (root mean squared error), 0.0% [−0.1, 0.1] against the list');
    expect(text).toContain('with nothing asked, by 0.980 [0.976, 0.984].');
  });

  it('claims nothing that was not shown to beat guessing, and says where there was no control, or nobody was asked', async () => {
    const nothing = said(answerTexts(await sampleQuestionnaireStudy({ leak: 0.01 })));
    expect(nothing).toMatch(
      /^No leak of type shown\. .* That is no proof of safety\. With this many people, we would have found an AUC of 0\.\d\d four times out of five\. A smaller leak can hide\. The control/,
    );
    const neither = said(answerTexts(await sampleQuestionnaireStudy({ leak: 0.01, control: false })));
    expect(neither).toContain('A smaller leak can hide. No control was run');
    const unchecked = said(answerTexts(await sampleQuestionnaireStudy({ control: false })));
    expect(unchecked).toContain('No control was run');
    expect(unchecked).not.toContain('can hide');
    const unasked = said(answerTexts(await sampleQuestionnaireStudy({ measured: false })));
    expect(unasked).toContain('No one was asked');
    expect(unasked).not.toContain('strongest attacker');
  });

  it('a limit is kept only where the bounds of all attackers stay within it', async () => {
    const about = async (maxAuc: number) =>
      said(answerTexts(await sampleQuestionnaireStudy({ task: 'check', maxAuc })));
    // The strongest reaches 0.62, with bounds up to 0.64.
    expect(await about(0.65)).toContain('The limit of 0.65 is kept: the bounds of all attackers end at 0.640.');
    expect(await about(0.63)).toContain(
      'That the limit of 0.63 is kept was not shown: the strongest attack reaches 0.620',
    );
    expect(await about(0.61)).toContain('The limit of 0.61 is not kept: the strongest attack reaches 0.620.');
  });

  it('an attacker who is wrong beyond chance is no sign of safety, in words and at the limit', async () => {
    const study = await sampleQuestionnaireStudy({ task: 'check', maxAuc: 0.65 });
    const turned = onList(study, study.subject, (one) => {
      return { ...one, auc: { value: 0.2, low: 0.18, high: 0.22, bounds: { low: 0.15, high: 0.25 } } };
    });
    const verdict = { ...study.subject.verdict!, leak: false };
    const text = said(answerTexts({ ...turned, subject: { ...study.subject, verdict } }));
    expect(text).toMatch(/^No leak of type shown\. .* is wrong more often than chance .* Treat that as a leak/);
    expect(text).not.toContain('not shown to beat guessing');
    expect(text).toContain('The limit of 0.65 is not kept: the strongest attack reaches 0.800');
  });

  it('nor is one who is wrong about lists designed without those who are asked', async () => {
    const study = await sampleQuestionnaireStudy({ task: 'check', maxAuc: 0.65 });
    const list = study.curve.find(({ verdict }) => verdict !== undefined)!;
    const wrong = onList(study, list, (one) => ({ ...one, auc: { ...one.auc!, bounds: { low: 0.15, high: 0.25 } } }));
    const designed = { ...wrong, spec: { ...study.spec, designedFor: list.maxAuc } };
    expect(said(answerTexts(designed))).toContain('wrong more often than chance');
    expect(said(answerTexts(study))).not.toContain('wrong more often than chance');
  });

  it('a weaker attacker is heard where the strongest was not shown to beat guessing', async () => {
    const study = await sampleQuestionnaireStudy();
    const unsure = onList(study, study.subject, (one) => {
      return one.attacker === 'logistic' ? { ...one, auc: { ...one.auc!, bounds: { low: 0.49, high: 0.75 } } } : one;
    });
    const text = said(answerTexts(unsure));
    expect(text).toMatch(/^A weak leak of type\../);
    expect(text).toContain(
      'one of the attackers (boosted trees fitted to the list) reaches an AUC of 0.608 (95% bounds over all attackers 0.588 to 0.628',
    );
  });

  it('names every attacker, and where the control stands', async () => {
    const page = textOf(await renderReport(await sampleQuestionnaireStudy()));
    expect(page).toContain('Four attackers judged them');
    expect(page).toContain('trees, boosted trees fitted to the list');
    expect(page).toContain('[0.588, 0.628]');
  });

  it('says where no list keeps within the budget', async () => {
    const study = await sampleQuestionnaireStudy({ maxAuc: 0.5 });
    expect(said(answerTexts(study))).toContain('No list of 4 questions was found that keeps below an AUC of 0.5.');
  });

  it('a check names the worst question', async () => {
    const study = await sampleQuestionnaireStudy({ task: 'check' });
    const at = study.subject.leaks.findIndex(
      ({ squaredDistance }) => squaredDistance === Math.max(...study.subject.leaks.map((leak) => leak.squaredDistance)),
    );
    const worst = study.subject.questions.reduce((a, b) => (b.leaks[at]!.dropped > a.leaks[at]!.dropped ? b : a));
    expect(said(answerTexts(study))).toContain(`The most revealing question is “${worst.title}”`);
    const page = textOf(await renderReport(study));
    expect(page).toContain('What do these questions reveal about type?');
    for (const { title } of study.subject.questions) expect(page).toContain(title);
    for (const { label } of study.compared) expect(page).toContain(label);
  });

  it('draws every list once with its interval, and rings the one in question', async () => {
    const study = await sampleQuestionnaireStudy();
    const charts = questionnaireCharts(study);
    expect(charts.map(({ id }) => id)).toEqual([
      'questionnaire-questions',
      'questionnaire-measured',
      'questionnaire-implied',
    ]);
    const { layer } = charts[1]!.spec(layouts.page) as { layer: { data: { values: Record<string, number>[] } }[] };
    const points = layer[5]!.data.values;
    expect(points).toHaveLength(study.curve.length + study.compared.length + 1);
    expect(points[0]).toMatchObject({ y: 0.62, yLow: 0.6, yHigh: 0.64, x: 0, xHigh: 0.0015 });
    expect(layer[6]!.data.values).toEqual([{ x: 0, y: 0.62 }]);
    const unasked = await sampleQuestionnaireStudy({ measured: false });
    expect(questionnaireCharts(unasked).map(({ id }) => id)).toEqual([
      'questionnaire-questions',
      'questionnaire-implied',
    ]);
  });

  it('cannot be broken by titles', async () => {
    const study = await sampleQuestionnaireStudy();
    const questions = study.subject.questions.map((question) => ({ ...question, title: HOSTILE }));
    const page = await renderReport({ ...study, subject: { ...study.subject, questions } });
    expect(page).not.toContain('<img');
    expect(page.match(/<\/script>/g)).toHaveLength(1);
  });
});

const CHROMIUM = '/usr/bin/chromium';
const present = existsSync(CHROMIUM);
const required = process.env['ULTERIOR_REQUIRE_ALL'] !== undefined;
if (!present && !required) console.warn(`skipping tests: ${CHROMIUM} is missing`);

describe.skipIf(!present && !required)(`in ${CHROMIUM}`, () => {
  let browser: Browser;
  let folder: string;
  let address: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ulterior-questionnaire-'));
    const file = join(folder, 'report.html');
    await writeFile(file, await renderReport(await sampleQuestionnaireStudy({ task: 'check' })));
    address = pathToFileURL(file).href;
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
  });

  it.each(LOOKS)(
    '%s, %i pixels: axe finds nothing, nothing is loaded, and it scrolls one way only',
    async (colorScheme, width) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      try {
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on('console', (message) => complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(String(error)));
        page.on('request', (request) => {
          if (request.url() !== address) complaints.push(`request ${request.url()}`);
        });
        await page.goto(address);
        await expectAccessible(page);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width);
        expect(complaints).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );
});
