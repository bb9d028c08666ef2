/** Any collection and setting as a visitor goes through it, compared with the same interview made here. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Advisor, answersIn, ledgerOf } from '../../src/defence/index.ts';
import { decodeModel, type FactorModel } from '../../src/factorization/index.ts';
import { Interview } from '../../src/interview/index.ts';
import type { Answer } from '../../src/ratings/index.ts';
import { createStrategy } from '../../src/selection/index.ts';
import { percent } from '../../src/web/components/words.ts';
import { budgetFor } from '../../src/web/spy/round.ts';
import { expectAccessible, openSite, type Site, skipped, widthOf } from './support/site.ts';

const modelOf = (id: string) => decodeModel(readFileSync(new URL(`../../models/${id}.safetensors`, import.meta.url)));
const gender = modelOf('food-gender');

const begun = (model: FactorModel, strategy: string, known: Interview['answers'] = []) =>
  Interview.start({
    model,
    strategy: createStrategy({ model, seed: 1 }, strategy),
    protocol: { kind: 'open' },
    stopping: { maxQuestions: 10 },
    known,
  });
const titleAsked = ({ status, setup }: Interview) =>
  status.kind === 'asking' ? setup.model.items.title(status.question) : undefined;
const told = (interview: Interview, answer: Answer) => {
  if (interview.status.kind !== 'asking') throw new Error('it is over');
  const { question } = interview.status;
  return answer === 'skip' ? interview.skip(question) : interview.answer(question, answer);
};

const KEYS = ['4', 's', '2', '5', '0', '1', '3', '5', '4', '2'];
const answerOf = (key: string): Answer => (/[1-5]/.test(key) ? Number(key) : 'skip');

async function begin(page: Page, choices: readonly string[] = []): Promise<void> {
  await page.getByRole('link', { name: 'Other questions and settings' }).click();
  await page.getByRole('radio', { name: 'National cuisines' }).check();
  for (const choice of choices) await page.getByRole('radio', { name: choice }).check();
  await page.getByRole('button', { name: 'Start' }).click();
}

/** The title in the question card. */
async function asked(page: Page): Promise<string> {
  const text = (await page.locator('#question').textContent())!;
  return text.replace('How do you like the traditional cuisine of ', '').replace(/\?$/, '');
}

const shownBelief = (page: Page, name: string) =>
  page.getByRole('list', { name, exact: true }).locator('.belief-share').allTextContents();

describe.skipIf(skipped)('Other questions', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => site?.close());

  it('asks, believes and reckons as the library does; and advises', async () => {
    await site.visit({}, async ({ page }) => {
      await begin(page);
      let interview = begun(gender, 'separation');
      for (const key of KEYS) {
        expect(await asked(page)).toBe(titleAsked(interview));
        expect(await shownBelief(page, 'Belief about gender')).toEqual(Array.from(interview.posterior(), percent));
        await page.keyboard.press(key);
        interview = told(interview, answerOf(key));
      }
      const posterior = interview.posterior();
      const best = posterior[0]! >= posterior[1]! ? 0 : 1;
      const heading = page.getByRole('heading', { level: 1, name: `Its guess: ${gender.typeLabels[best]}` });
      await heading.waitFor();
      expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
      expect(await shownBelief(page, 'Belief about gender')).toEqual(Array.from(posterior, percent));

      const given = interview.steps.map(({ item, answer }) => ({ item: gender.items.id(item), answer }));
      const ledger = ledgerOf([{ model: gender }], given, { budget: 1 });
      const bits = (await page.locator('.ledger-bits').allTextContents()).map((text) => Number(text.replace('−', '-')));
      for (const [at, { lines }] of ledger.entries.entries()) expect(bits[at]).toBeCloseTo(lines[0]!.bits, 2);
      expect(bits.reduce((sum, part) => sum + part, 0)).toBeCloseTo(Number(ledger.totals[0]!.known.toFixed(3)), 9);
      const points = (await page.locator('.ledger .ledger-points').allTextContents()).map((text) =>
        Number.parseInt(text.replace('−', '-'), 10),
      );
      expect(points.reduce((sum, part) => sum + part, Math.round(100 * gender.typePriors[best]!))).toBe(
        Math.round(100 * posterior[best]!),
      );
      for (const attribute of ['age group', 'region of the United States']) {
        expect(await page.locator('.others').textContent()).toContain(attribute);
      }

      // The round against the spy: the one advisor plays it, as the library does.
      const spy = page.locator('.spy');
      await spy.getByRole('button', { name: 'Play the strongest defence' }).click();
      let advisor = Advisor.start([{ model: gender, beliefOptions: { prior: 'uniform' } }]);
      for (const { item, answer } of given) {
        advisor = advisor.after(item, advisor.advise(item, { budget: budgetFor(2) }).say ?? answer);
      }
      const surest = Math.max(...Array.from(advisor.known()[0]!.now, Math.exp));
      expect(surest).toBeLessThan(0.6);
      expect(await spy.textContent()).toMatch(
        new RegExp(`The spy thinks (${gender.typeLabels.join('|')}): ${percent(surest)}`),
      );
      expect(await spy.textContent()).toMatch(/Recommendation quality: \d+% of.*knows next to nothing/);
      // One advisor on the page, and no second opinion.
      await spy.getByRole('button', { name: 'Start over' }).click();
      expect(await page.getByText(/The advisor says: /).count()).toBe(1);
      await spy.locator('.spy-answers .honest').click();
      expect(await spy.locator('.question-count').textContent()).toBe('Question 2 of 10');

      // The file holds the answers, and erasing leaves nothing.
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download the transcript' }).click();
      const file = await (await downloading).path();
      expect(answersIn(JSON.parse(readFileSync(file, 'utf8')))).toEqual(given);
      await page.getByRole('button', { name: 'Yes', exact: true }).click();
      expect(await page.locator('fieldset.wash').textContent()).toContain('Guessing blindly');
      await page.getByRole('button', { name: 'Erase everything' }).click();
      await page.getByRole('button', { name: 'Start' }).waitFor();
      expect(
        await page.evaluate(
          '(async () => [localStorage.length, sessionStorage.length, document.cookie, (await indexedDB.databases()).length, (await caches.keys()).length])()',
        ),
      ).toEqual([0, 0, '', 0, 0]);
    });
  });

  it('takes back, changes the way of choosing in the middle, and says what changed', async () => {
    await site.visit({}, async ({ page }) => {
      await begin(page, ['Age group']);
      const age = modelOf('food-age');
      const start = begun(age, 'pairwise');
      expect(await asked(page)).toBe(titleAsked(start));
      await page.getByRole('button', { name: '5 love it' }).click();
      const once = told(start, 5);
      expect(await asked(page)).toBe(titleAsked(once));
      const said = page.getByRole('status');
      await expect
        .poll(() => said.textContent())
        .toMatch(new RegExp(`^Question 2 of 10: ${titleAsked(once)}. Believed now: .*, \\d+%\\.$`));
      await page.keyboard.press('u');
      expect(await asked(page)).toBe(titleAsked(start));
      await page.keyboard.press('5');
      await page.keyboard.press('Backspace');
      expect(await asked(page)).toBe(titleAsked(start));
      await page.keyboard.press('5');
      await page.keyboard.press('1');
      const twice = told(once, 1);
      await page.getByText('How questions are chosen').click();
      for (const [name, strategy] of [
        ['Honest', 'popularity'],
        ['Curious', 'entropy'],
        ['Sneaky', 'pairwise'],
      ] as const) {
        await page.getByRole('radio', { name }).check();
        expect(await asked(page), name).toBe(titleAsked(begun(age, strategy, twice.answers)));
      }
    });
  });

  it('rests its single keys in fields, with modifiers, and for good when switched off', async () => {
    await site.visit({}, async ({ page }) => {
      await begin(page);
      const count = () => page.locator('.question-count').textContent();
      await page.getByText('How questions are chosen').click();
      await page.getByRole('radio', { name: 'Sneaky' }).focus();
      await page.keyboard.press('4');
      expect(await count()).toContain('Question 1 of 10');
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press('Alt+4');
      expect(await count()).toContain('Question 1 of 10');
      await page.keyboard.press('4');
      expect(await count()).toContain('Question 2 of 10');
      await page.getByRole('checkbox', { name: 'Answer with single keys' }).uncheck();
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press('4');
      await page.keyboard.press('u');
      expect(await count()).toContain('Question 2 of 10');
      // Without them Tab and Enter do.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await count()).toContain('Question 3 of 10');
    });
  });

  it('tells nothing before the end in "Guess me", and everything then', async () => {
    await site.visit({}, async ({ page }) => {
      await begin(page, ['Guess me']);
      for (const key of KEYS.slice(0, 4)) await page.keyboard.press(key);
      const text = (await page.locator('main').textContent())!;
      for (const word of ['gender', 'age group', 'region', 'Female', 'bits']) expect(text).not.toContain(word);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Stop here and see' }).click();
      expect(await page.locator('.lead').textContent()).toMatch(
        /^What it secretly looked for was your (gender|age group|region of the United States)\. After 4 answers/,
      );
      await page.getByRole('button', { name: 'Go on with the questions' }).click();
      expect(await page.locator('.question-count').textContent()).toContain('Question 5 of 10');
    });
  });

  it('plays an invented person, and says whether the guess was right', async () => {
    await site.visit({}, async ({ page }) => {
      await page.getByRole('link', { name: 'Other questions and settings' }).click();
      await page.getByRole('button', { name: 'Watch an invented person instead' }).click();
      // Keys belong to the visitor's own answers.
      await page.keyboard.press('4');
      expect(await page.locator('.question-count').textContent()).toContain('Question 1 of 10');
      await page.getByRole('button', { name: 'Play' }).click();
      await page.getByText('Question 2 of 10', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      const next = page.getByRole('button', { name: 'Next answer' });
      while ((await next.count()) > 0) await next.click();
      expect(await page.getByText(/The invented person is “(lark|owl)”: the guess is (right|wrong)/).count()).toBe(1);
      // A look elsewhere costs nothing.
      await page.getByRole('link', { name: 'About', exact: true }).click();
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Its guess' }).waitFor();
      // Back goes through the questions, and does not leave.
      await page.goBack();
      await page.getByText('Question 10 of 10', { exact: true }).waitFor();
    });
  });

  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)(
    'axe finds nothing at any stage in %s at %i pixels, and the page scrolls one way only',
    async (colorScheme, width) => {
      await site.visit({ colorScheme, viewport: { width, height: 844 } }, async ({ page }) => {
        await page.getByRole('link', { name: 'Other questions and settings' }).click();
        await page.getByRole('radio', { name: 'Invented films' }).check();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Start' }).click();
        for (const key of KEYS.slice(0, 3)) await page.keyboard.press(key);
        await page.getByText('How questions are chosen').click();
        await expectAccessible(page);
        expect(await widthOf(page)).toBe(width);
        await page.getByRole('button', { name: 'Stop here and see' }).click();
        await expectAccessible(page);
        expect(await widthOf(page)).toBe(width);
      });
    },
  );
});
