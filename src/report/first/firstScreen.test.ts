/** Three questions are answered from the first screen alone: is there a leak, how sure is that, what to do. */
import { describe, expect, it } from 'vitest';
import { withFindings } from '../../../test/support/findings.ts';
import { manyGroups } from '../../../test/support/manyGroups.ts';
import { sampleDefenceRecords } from '../../../test/support/sampleDefenceRecords.ts';
import { sampleModelRecords } from '../../../test/support/sampleModelRecords.ts';
import { sampleNumericRecords } from '../../../test/support/sampleNumericRecords.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import type { AnyRecords } from '../common/anyRecords.ts';
import { reportOf } from '../kinds/reportOf.ts';
import { firstLines } from '../page/firstPart.ts';
import { firstScreen, inHundred, type Judged } from './firstScreen.ts';

const audit = sampleRecords();
const none = { ...audit, verdict: { ...audit.verdict, leak: false, possible: false } };
/** Every bounded AUC that high, and the smallest leak that could have been found. */
const found = (value: number, half: number, detectable = 0.53, records = none) =>
  withFindings(records, (one) =>
    one.auc?.bounds === undefined
      ? one
      : {
          ...one,
          auc: { ...one.auc, value, bounds: { low: value - half, high: value + half } },
          detectable,
        },
  );
const leaking = { ...none, verdict: audit.verdict };

interface Read {
  readonly leak: string;
  readonly sure: RegExp;
  readonly next: string;
}

describe('the first screen', () => {
  it.each<[string, AnyRecords, Read]>([
    [
      'no leak',
      found(0.5, 0.02),
      {
        leak: 'No leak of gender shown.',
        sure: /^None of the \d+ attackers we tried was shown to beat guessing\. With 5,880 people, we would have caught 53 in 100 or more four times out of five; a smaller leak could have slipped through\. This is no proof of safety\.$/,
        next: 'Look harder before you rely on this.',
      },
    ],
    [
      'too few people',
      found(0.6, 0.2, 0.82),
      {
        leak: 'No leak of gender shown, but too few people to tell.',
        sure: /would have caught 82 in 100 or more/,
        next: 'Look harder before you rely on this.',
      },
    ],
    [
      'possible',
      { ...found(0.6, 0.05), verdict: { ...none.verdict, possible: true } },
      {
        leak: 'A possible leak of gender, not shown.',
        sure: /the tests leave room for chance.*More than 5,880 people would settle it/,
        next: 'Look harder before you rely on this.',
      },
    ],
    [
      'slight',
      found(0.54, 0.02, 0.53, leaking),
      {
        leak: 'A slight leak of gender.',
        sure: /^We are 95% sure of at least 52 in 100, from 5,880 people/,
        next: 'Ask questions that give away less.',
      },
    ],
    [
      'only a test shows it',
      found(0.51, 0.02, 0.53, leaking),
      {
        leak: 'A slight leak of gender.',
        sure: /^Only the test on shuffled labels shows it \(p = .*\): the bounds of every attacker, from 5,880 people, include guessing/,
        next: 'Ask questions that give away less.',
      },
    ],
    [
      'strong',
      audit,
      {
        leak: 'A strong leak of gender.',
        sure: /^We are 95% sure of at least 84 in 100.*better tools may find more\.$/,
        next: 'Ask questions that give away less.',
      },
    ],
    [
      'many groups',
      manyGroups(12),
      { leak: 'A strong leak of gender.', sure: /at least 84 in 100/, next: 'Ask questions that give away less.' },
    ],
    [
      'a number',
      sampleNumericRecords(),
      { leak: 'A clear leak of age.', sure: /at least 70 in 100, from 940 people/, next: 'Ask about other items.' },
    ],
    [
      'defences',
      sampleDefenceRecords(),
      {
        leak: 'A strong leak of gender, and Withholding hides it.',
        sure: /at least 83 in 100/,
        next: 'Weigh Withholding at strength 0.4 against its costs.',
      },
    ],
    [
      'a recommender after a defence',
      sampleModelRecords(1, true),
      {
        leak: 'A strong leak of gender.',
        sure: /at least 83 in 100/,
        next: 'Show fewer items, or lists that differ less between people, and measure again.',
      },
    ],
  ])('%s', (_, records, { leak, sure, next }) => {
    const { first } = reportOf(records);
    expect(first).toMatchObject({ verdict: leak, next, sure: expect.stringMatching(sure) });
    // The page has it before the contents, and nowhere another verdict or figure in large type.
    const page = reportOf(records).page([]);
    expect(page.indexOf(`<h1>${leak}</h1>`)).toBeLessThan(page.indexOf('<nav class="contents"'));
    expect(page.match(/class="large"/g)).toHaveLength(1);
    expect(page).not.toContain('class="answer"');
    // Short enough to be read: no sentence has more than 30 words, and a phone holds it.
    const lines = firstLines(first!);
    expect(lines.join(' ').split(' ').length).toBeLessThan(150);
    for (const line of lines) {
      for (const sentence of line.split(/(?<=[.;:])\s/)) expect(sentence.split(/\s+/).length).toBeLessThanOrEqual(30);
    }
  });

  it('says what is left after a defence', () => {
    const { where } = reportOf(sampleModelRecords(1, true)).first!;
    expect(where).toMatch(
      /After the defence \(Withholding, strength 0\.4\), the attacker still gets 80 in 100 \(77 to 83\): a strong leak/,
    );
    expect(reportOf(sampleDefenceRecords()).first!.where).toMatch(
      /the attacker still gets 51 in 100 \(.*\) in the worst case: no leak shown/,
    );
  });

  it('counts people where the records name them, and pairs where nobody is named', () => {
    const share = { value: 0.42, low: 0.4, high: 0.44 };
    const right = { value: 0.96, low: 0.95, high: 0.97 };
    const named = (value: typeof share) =>
      withFindings(audit, (one) => ({ ...one, named: value, namedRight: right }) as typeof one);
    const { figure, people, sure } = reportOf(named(share)).first!;
    expect(figure).toMatchObject({ value: '42 in 100 people', bounds: '95% bounds 40 to 44' });
    expect(figure.caption).toMatch(
      /^An attacker would be at least 90% sure of their gender, and right for 96 in 100 of them/,
    );
    expect(people).toBe('');
    expect(sure).toMatch(
      /^Shown two people who differ in gender, the attacker tells which is which 85 times in 100\. We are 95% sure/,
    );
    expect(reportOf(named({ value: 0.001, low: 0, high: 0.002 })).first!.figure.value).toBe('85 in 100');
  });

  it('never calls an attacker safe that is wrong beyond chance', () => {
    expect(reportOf(found(0.4, 0.05)).first!.sure).toMatch(/^But .* is wrong more often than chance/);
  });

  it('shows what is odd about the data, and attackers that failed', () => {
    const note = {
      kind: 'history',
      id: 'x',
      label: 'X',
      form: 'failed',
      code: 'TRAINING_SINGULAR',
      reason: 'r',
    } as const;
    expect(reportOf({ ...audit, attackerNotes: [note] }).page([])).toMatch(
      /Before you rely on it<\/dt><dd>The attacker “X” could not run/,
    );
  });

  it('an audit that could have found nothing is no comfort', () => {
    const judged = {
      leak: 'none',
      attribute: 'age',
      detectable: Number.NaN,
      guesses: [],
      cautions: [],
    } as unknown as Judged;
    const figure = { value: 0.5, low: 0.1, high: 0.9 };
    const { verdict, sure } = firstScreen({ ...judged, figure, people: 8, attackers: 1, level: 0.95 });
    expect(verdict).toBe('No leak of age shown, but too few people to tell.');
    expect(sure).toContain('even a very strong leak could have slipped through');
  });

  it.each([
    [0.5, '50'],
    [0.503, '50.3'],
    [0.497, '49.7'],
    [0.9999, '99.9'],
    [1, '100'],
    [0.844, '84'],
  ])('%f is %s in 100', (share, text) => {
    expect(inHundred(share)).toBe(text);
  });
});
