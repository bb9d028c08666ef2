/** Wide files in a real browser: which columns are what, groups by name, and files dropped anywhere. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFits } from '../support/layout.ts';
import { expectAccessible, openSite, type Site, skipped, widthOf } from './support/site.ts';

const PEOPLE = 90;

/** Gender is coded 1, 2, 3 among items from 1 to 5, as surveys have it. Three people have a 3. */
function surveyCsv(items: number): string {
  const header = ['gender', 'age', ...Array.from({ length: items }, (_, item) => `I like dish number ${item + 1}`)];
  const rows = Array.from({ length: PEOPLE }, (_, person) => {
    const gender = person < 3 ? 3 : 1 + (person % 2);
    const answers = Array.from({ length: items }, (_, item) => 1 + ((person * 7 + item * gender) % 5));
    return [gender, 20 + person, ...answers].join();
  });
  return [header.join(), ...rows].join('\n');
}

const RATINGS = ['userId,movieId,rating'];
for (let person = 0; person < PEOPLE; person++) {
  for (let at = 0; at < 12; at++) RATINGS.push(`${person},${(person + 3 * at) % 40},${1 + ((person * at) % 5)}`);
}
const PEOPLE_ROWS = Array.from({ length: PEOPLE }, (_, person) => `${person},${person % 2 ? 'red' : 'blue'}`);
const TITLE_ROWS = Array.from({ length: 40 }, (_, item) => `${item},The film number ${item}`);

const files = {
  titles: { name: 'films.csv', text: ['movieId,title', ...TITLE_ROWS].join('\n') },
  people: { name: 'crowd.csv', text: ['userId,team', ...PEOPLE_ROWS].join('\n') },
  ratings: { name: 'stars.csv', text: RATINGS.join('\n') },
};

async function openAudit(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: /audit/i }).click();
  await page.getByRole('heading', { level: 1, name: 'What do your ratings give away?' }).waitFor();
}

async function chooseSurvey(page: Page, items: number): Promise<void> {
  const input = page.getByLabel('Choose or drop a file with ratings', { exact: true });
  await input.setInputFiles({ name: 'survey.csv', mimeType: '', buffer: Buffer.from(surveyCsv(items)) });
  await page.locator('#column-counts').waitFor();
}

const counts = (page: Page) => page.locator('#column-counts').textContent();
const choice = (page: Page, column: string, meaning: string) =>
  page.getByRole('group', { name: column, exact: true }).getByRole('radio', { name: meaning });

/** What a browser does when files are dragged over an element and dropped. Gives what the page prevented. */
function dropOn(
  page: Page,
  selector: string,
  types: readonly string[],
  given: readonly { name: string; text: string }[],
) {
  return page.evaluate<{ over: boolean; drop: boolean; overlay: boolean }>(`(async () => {
    const carried = new DataTransfer();
    for (const { name, text } of ${JSON.stringify(given)}) carried.items.add(new File([text], name));
    if (${JSON.stringify(types)}.includes('text')) carried.setData('text/plain', 'words');
    const target = document.querySelector(${JSON.stringify(selector)});
    const send = (type) => {
      const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: carried });
      target.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const over = send('dragover');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const overlay = document.querySelector('.page-drop') !== null;
    const drop = send('drop');
    return { over, drop, overlay };
  })()`);
}

describe.skipIf(skipped)('wide files in the audit view', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site?.close());

  it('an attribute that is coded like a rating is none of the items, and can be inferred with names and merged groups', async () => {
    await site.visit({}, async ({ page }) => {
      await openAudit(page);
      await chooseSurvey(page, 120);
      expect(await counts(page)).toContain('120 items, 2 attributes, 0 left out.');
      expect(await choice(page, 'gender', 'attribute').isChecked()).toBe(true);

      await page.getByLabel('What an attacker would want to know about people').selectOption('gender');
      await page.getByText('No value is missing.').waitFor();
      expect(await page.locator('.groups-view').textContent()).toContain('3 (too few)');
      expect(await page.locator('.groups-view .warning').last().textContent()).toMatch(
        /^One group has fewer than 20 people\. The audit leaves it out \(3 people\)/,
      );
      await page.getByLabel('Group of 1', { exact: true }).fill('men');
      await page.getByLabel('Group of 2', { exact: true }).fill('women');
      await page.getByLabel('Group of 3', { exact: true }).fill('women');
      expect(await page.locator('.groups-view code').textContent()).toBe(`--attribute 'gender:{men=1; women=2|3}'`);
      expect(await page.locator('.groups-view .warning').count()).toBe(0);
      await page.getByLabel('Group of 3', { exact: true }).fill('');
      await page.getByLabel('Leave out 3', { exact: true }).check();
      expect(await page.locator('.groups-view').textContent()).toContain('You leave out 3 people.');
      await page.getByRole('button', { name: 'Read the data' }).click();
      expect(await page.locator('#read-summary').textContent()).toMatch(
        /87 people, 120 things.*men \(43\), women \(44\)/,
      );

      // An expression says the same, and one with a fault says which.
      await page.getByRole('radio', { name: /^An expression/ }).check();
      expect(await page.getByLabel('The expression').inputValue()).toBe('gender:{men=1; women=2; drop=3}');
      await page.getByLabel('The expression').fill('gender:{men=1}');
      await page.getByText('The expression does not say what to do with “2”, “3”.').waitFor();
      await page.getByLabel('The expression').fill('gender>');
      await page.getByText(/wrong at position 8: a number is expected/).waitFor();
      expect(await page.getByRole('button', { name: 'Read the data' }).isDisabled()).toBe(true);
    });
  });

  it('what would make figures wrong is settled by one click each, before anything is measured', async () => {
    await site.visit({}, async ({ page }) => {
      await openAudit(page);
      const rows = surveyCsv(12)
        .split('\n')
        .map((row) => row.split(','));
      const faulty = rows.map((row, n) => {
        const answer = n === 0 ? 'copy' : row[0] === '2' ? '2' : '1';
        return [...(n === 5 ? row.with(4, '-99') : row), answer].join();
      });
      const input = page.getByLabel('Choose or drop a file with ratings', { exact: true });
      await input.setInputFiles({ name: 'survey.csv', mimeType: '', buffer: Buffer.from(faulty.join('\n')) });
      await page.locator('#column-counts').waitFor();
      await page.getByLabel('What an attacker would want to know about people').selectOption('gender');
      await page.getByText('No value is missing.').waitFor();
      await page.getByLabel('Leave out 3', { exact: true }).check();
      await choice(page, 'copy', 'item').check();
      await page.getByRole('button', { name: 'Read the data' }).click();
      const findings = page.locator('#findings');
      await findings.waitFor();
      expect(await findings.textContent()).toContain('are -99, far outside the others, which go from 1 to 5');
      expect(await findings.textContent()).toContain('"copy" alone tells gender with an AUC of 1.00');
      const run = page.getByRole('button', { name: 'Run the audit' });
      expect(await run.isDisabled()).toBe(true);
      await expectAccessible(page);

      await findings.getByRole('button', { name: 'Leave it alone copy' }).click();
      await findings.getByText('Left alone.').waitFor();
      expect(await run.isDisabled()).toBe(true);
      await findings.getByRole('button', { name: 'Mend it ratings' }).click();
      await page.getByText('from 1 to 5; half of the people').waitFor();
      await findings.waitFor();
      expect(await findings.textContent()).not.toContain('-99');
      expect(await run.isDisabled()).toBe(false);
      await findings.getByRole('button', { name: 'Mend it copy' }).click();
      await page.getByText('87 people, 12 things').waitFor();
    });
  });

  it('columns are set by search, by range, by Shift and by keyboard', async () => {
    await site.visit({}, async ({ page }) => {
      await openAudit(page);
      await chooseSurvey(page, 40);
      await page.getByLabel('Search', { exact: true }).fill('NUMBER 2');
      expect(await page.locator('.picker-row').count()).toBe(11);
      await page.getByRole('button', { name: 'leave out' }).click();
      expect(await counts(page)).toContain('29 items, 2 attributes, 11 left out.');
      await page.getByLabel('Search', { exact: true }).fill('');

      await page.getByLabel('From', { exact: true }).selectOption('I like dish number 10');
      await page.getByLabel('To', { exact: true }).selectOption('I like dish number 13');
      await page.getByRole('button', { name: 'leave out' }).click();
      expect(await counts(page)).toContain('25 items, 2 attributes, 15 left out.');
      await page.getByLabel('From', { exact: true }).selectOption('');
      await page.getByLabel('To', { exact: true }).selectOption('');

      await choice(page, 'I like dish number 13', 'item').click();
      await choice(page, 'I like dish number 10', 'item').click({ modifiers: ['Shift'] });
      expect(await counts(page)).toContain('29 items, 2 attributes, 11 left out.');

      // One stop for the whole list; the arrows go through it.
      await choice(page, 'I like dish number 10', 'item').focus();
      await page.keyboard.press('ArrowRight');
      expect(await choice(page, 'I like dish number 10', 'attribute').isChecked()).toBe(true);
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      expect(await counts(page)).toContain('26 items, 5 attributes, 11 left out.');
      await page.keyboard.press('ArrowDown');
      expect(
        await page.evaluate(`document.activeElement.closest('fieldset').querySelector('legend').textContent`),
      ).toBe('I like dish number 13');
      expect(await choice(page, 'I like dish number 13', 'item').isChecked()).toBe(true);
      await page.keyboard.press('End');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(`document.activeElement.closest('.picker')`)).toBeNull();

      // What is inferred is no item, also where it was ticked as one.
      await page.getByLabel('What an attacker would want to know about people').selectOption('I like dish number 7');
      expect(await choice(page, 'I like dish number 7', 'attribute').isChecked()).toBe(true);
      await choice(page, 'I like dish number 7', 'item').click();
      expect(await page.getByLabel('What an attacker would want to know about people').inputValue()).toBe('');
    });
  });

  it('finds nothing for axe, and fits', async () => {
    await site.visit({ colorScheme: 'light', viewport: { width: 360, height: 740 } }, async ({ page }) => {
      await openAudit(page);
      await chooseSurvey(page, 24);
      await page.getByLabel('What an attacker would want to know about people').selectOption('gender');
      await page.getByText('On the command line:').waitFor();
      await expectAccessible(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
      expect(await widthOf(page)).toBe(360);
      await expectFits(page, 'columns');
    });
  });

  it('several files find their places, from the picker and from a drop anywhere', async () => {
    await site.visit({}, async ({ page }) => {
      await openAudit(page);
      const given = Object.values(files);
      const expectPlaced = async () => {
        await page.getByRole('heading', { name: 'stars.csv' }).waitFor();
        expect(await page.getByLabel('Who rated').inputValue()).toBe('userId');
        expect(await page.getByLabel('Who it is').inputValue()).toBe('userId');
        expect(await page.getByLabel('Its title').inputValue()).toBe('title');
      };
      await page
        .getByLabel('Choose or drop a file with ratings', { exact: true })
        .setInputFiles(given.map(({ name, text }) => ({ name, mimeType: '', buffer: Buffer.from(text) })));
      await expectPlaced();
      for (const { name } of given) await page.getByRole('button', { name: `Remove ${name}` }).click();
      expect(await dropOn(page, 'footer', ['Files'], given)).toEqual({
        over: true,
        drop: true,
        overlay: true,
      });
      await expectPlaced();
      expect(await page.locator('.page-drop').count()).toBe(0);
      await page.getByLabel('What an attacker would want to know about people').selectOption('team');
      await page.getByText('No value is missing.').waitFor();
      await page.getByRole('button', { name: 'Read the data' }).click();
      expect(await page.locator('#read-summary').textContent()).toMatch(
        /90 people, 40 things.*blue \(45\), red \(45\)/,
      );

      await dropOn(page, 'h1', ['Files'], [files.ratings, { ...files.ratings, name: 'more.csv' }]);
      await page.getByText('Not used: more.csv.').waitFor();
      // A place of its own wins over what is in the file.
      await page.getByRole('button', { name: 'Remove films.csv' }).click();
      await dropOn(page, '.small-drop', ['Files'], [{ ...files.people, name: 'odd.csv' }]);
      await page.getByRole('heading', { name: 'odd.csv' }).waitFor();
      expect(await page.getByRole('heading', { name: 'crowd.csv' }).count()).toBe(1);
    });
  });

  it('a file in another encoding finds its place too', async () => {
    await site.visit({}, async ({ page }) => {
      await openAudit(page);
      const films = Buffer.from(files.titles.text.replaceAll('The film', 'Amélie'), 'latin1');
      await page.getByLabel('Choose or drop a file with ratings', { exact: true }).setInputFiles([
        { name: 'films.csv', mimeType: '', buffer: films },
        { name: 'stars.csv', mimeType: '', buffer: Buffer.from(files.ratings.text) },
      ]);
      await page.getByRole('cell', { name: 'Amélie number 3', exact: true }).waitFor();
      expect(await page.getByLabel('Its title').inputValue()).toBe('title');
    });
  });

  it('other words for missing values keep the groups that were made; another shape does not', async () => {
    await site.visit({}, async ({ page }) => {
      await openAudit(page);
      await chooseSurvey(page, 12);
      await page.getByLabel('What an attacker would want to know about people').selectOption('gender');
      await page.getByLabel('Group of 1', { exact: true }).fill('men');
      await page.locator('summary', { hasText: 'Missing values' }).click();
      await page.getByLabel('Missing values', { exact: true }).fill('3');
      await page.getByLabel('Missing values', { exact: true }).blur();
      await page.getByText('3 of 90 people have no value and are left out.').waitFor();
      expect(await page.locator('.groups-view code').textContent()).toBe(`--attribute 'gender:{men=1; 2}'`);
      await page.getByRole('radio', { name: /^One row per rating/ }).check();
      expect(await page.getByLabel('What an attacker would want to know about people').inputValue()).toBe('');
    });
  });

  it('no view leaves the page for a file that is dropped beside its place, and words can still be dropped', async () => {
    await site.visit({}, async ({ page }) => {
      for (const view of [/try/i, /questionnaire/i, /about/i]) {
        await page.getByRole('navigation').getByRole('link', { name: view }).click();
        expect(await dropOn(page, 'footer', ['Files'], [files.people])).toMatchObject({
          over: true,
          drop: true,
          overlay: false,
        });
        expect(await dropOn(page, 'footer', ['text'], [])).toMatchObject({ over: false, drop: false });
      }
    });
  });
});
