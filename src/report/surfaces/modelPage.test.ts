import { describe, expect, it } from 'vitest';
import { withFindings } from '../../../test/support/findings.ts';
import { sampleModelRecords } from '../../../test/support/sampleModelRecords.ts';
import { type Finding, findingsWith, type ModelAuditRecords } from '../common/input.ts';
import { layouts } from '../common/layout.ts';
import { reportOf } from '../kinds/reportOf.ts';
import { modelAnswer } from './surfaceAnswer.ts';

const records = sampleModelRecords();
const without = (more: Partial<ModelAuditRecords>): ModelAuditRecords => ({ ...records, ...more });

/** With other bounds, before a defence or after it. */
const withBounds = (
  of: ModelAuditRecords,
  defence: string | undefined,
  boundsOf: (finding: Finding) => { readonly low: number; readonly high: number },
) =>
  withFindings(of, (one) => {
    const is = one.auc?.bounds !== undefined && one.defence === defence;
    return is ? { ...one, auc: { ...one.auc!, bounds: boundsOf(one) } } : one;
  });

describe('the answer', () => {
  it('names the leak by the highest lower bound, and every surface with its bounds', () => {
    const { verdict, found, meaning, behind } = modelAnswer(records);
    expect(verdict).toBe('A strong leak of gender.');
    expect(found).toBe(
      'From user vectors the strongest of 4 attackers (Stack of logistic regression, kernel ridge and trees) reaches an AUC of 0.86 (95% bounds 0.83 to 0.89). From top-10 lists the strongest of 4 attackers (Stack of logistic regression, kernel ridge and trees) reaches an AUC of 0.70 (95% bounds 0.67 to 0.72). That is from 6,022 people.',
    );
    expect(meaning).toContain('86 times in 100');
    expect(behind).toContain('top-10 lists of popularity tell 0.55 [0.53, 0.57]');
    expect(behind).toContain('more than the top-10 lists of popularity (p = 0.010, corrected)');
    expect(behind).toContain('reaches 0.50 [0.48, 0.52] from user vectors (one shuffle)');
  });

  it('is no all-clear where no leak is shown', () => {
    const { verdict, found } = modelAnswer(sampleModelRecords(0));
    expect(verdict).toBe(
      'No leak of gender shown. That is no proof of safety: more people or a better attacker may find more.',
    );
    expect(found).toContain('None of this was shown to beat guessing (0.5).');
    expect(found).toContain('we would have found an AUC of 0.53 four times out of five');
  });

  it('does not take an attacker who is wrong beyond chance for a good sign, before a defence or after it', () => {
    const wrong = (of: ModelAuditRecords, defence?: string) =>
      withBounds(of, defence, ({ exposure }) => ({ low: 0.1, high: exposure === 'userVectors' ? 0.4 : 0.45 }));
    const { found } = modelAnswer(wrong(sampleModelRecords(0)));
    expect(found).toMatch(/But .* from user vectors is wrong more often than chance/);
    expect(found).not.toContain('not shown to beat guessing');
    const defended = sampleModelRecords(1, true);
    const after = { ...defended.afterDefence!, verdict: { leak: false, possible: false, tests: [] } };
    const { behind } = modelAnswer({ ...wrong(defended, 'withhold'), afterDefence: after });
    expect(behind).toMatch(
      /No leak is shown after it\. That is no proof of safety\. But .* is wrong more often than chance/,
    );
  });

  it('says so where the control itself finds something', () => {
    const moved = (wanted: string) =>
      withFindings(records, (one) => {
        const is = one.attacker === wanted && one.variant === 'shuffled' && !one.exposure.startsWith('lists of');
        return is ? { ...one, auc: { value: 0.55, low: 0.52, high: 0.58 }, shuffles: 5 } : one;
      });
    const strongest = modelAnswer(moved('stack')).behind;
    expect(strongest).toContain(
      'reaches 0.55 [0.52, 0.58] from user vectors (mean of 5 shuffles). That itself is above',
    );
    // That of a weaker attacker counts, too.
    const weaker = modelAnswer(moved('logistic')).behind;
    expect(weaker).toContain('Logistic regression reaches 0.55 [0.52, 0.58] there. That itself is above guessing');
  });
});

describe('after a defence', () => {
  const defended = sampleModelRecords(1, true);

  it('says what is left, with the paired difference, and draws it beside what was there', () => {
    const { behind } = modelAnswer(defended);
    expect(behind).toContain(
      'After the defence (Withholding, strength 0.4) the strongest attacker, trained on people who use it, reaches an AUC of 0.800 [0.774, 0.826] from user vectors (difference −0.060 [−0.075, −0.045], p = 0.010)',
    );
    expect(behind).toContain('A strong leak of gender is left.');
    const { charts, page } = reportOf(defended);
    expect(charts[0]!.description).toContain('user vectors: 0.86 [0.83, 0.89]; user vectors, defended: 0.80');
    const text = page([]);
    expect(text).toContain('Before and after Withholding, strength 0.4');
    expect(text).toContain('−0.060 [−0.075, −0.045]');
    expect(text).toContain('everything was measured again');
    expect(findingsWith(defended.findings, 'aucDifference')[0]).toMatchObject({
      exposure: 'userVectors',
      defence: 'withhold',
      strength: 0.4,
      aucDifference: { value: -0.06 },
    });
    expect(reportOf(records).page([])).not.toContain('Before and after');
  });

  it('gives no all-clear where no leak is shown any more', () => {
    const verdict = { leak: false, possible: false, tests: [] };
    const none = { ...defended, afterDefence: { ...defended.afterDefence!, verdict } };
    expect(modelAnswer(none).behind).toMatch(
      /No leak is shown after it\. That is no proof of safety\. With this many people, we would have found .* 0\.53 four times out of five\. A smaller/,
    );
  });

  it.each([
    [0.52, true, /A slight leak of gender is left\./],
    [0.58, true, /A weak leak of gender is left\./],
    // Shown by the test alone.
    [0.49, true, /A slight leak of gender is left\./],
    [0.52, false, /After it: A possible leak of gender, not shown\./],
  ])('a leak that is left with a lower end of %d (shown: %s) is named', (low, leak, words) => {
    const bounds = { low, high: low + 0.05 };
    const left = withBounds(defended, 'withhold', () => bounds);
    const verdict = { leak, possible: !leak, tests: [] };
    const { behind } = modelAnswer({ ...left, afterDefence: { ...defended.afterDefence!, verdict } });
    expect(behind).toMatch(words);
    expect(behind).not.toContain('No leak is shown after it');
  });

  it('the largest leak that is left decides, not the smallest', () => {
    const left = withBounds(defended, 'withhold', ({ exposure, auc }) =>
      exposure === 'userVectors' ? { low: 0.86, high: 0.9 } : auc!.bounds!,
    );
    expect(modelAnswer(left).behind).toContain('A very strong leak of gender is left.');
  });
});

it('calls recommenders of plug-ins by their labels, and those of old records by the names that ship', () => {
  const [first] = records.anchors;
  expect(reportOf(without({ anchors: [{ ...first!, label: 'Mine' }] })).page([])).toContain('lists of Mine');
  expect(modelAnswer(records).behind).toContain('lists of popularity');
});

describe('the report', () => {
  const { charts, page, next } = reportOf(records);

  it('draws surfaces, lists by length, and leak against use', () => {
    expect(charts.map(({ id }) => id)).toEqual(['surfaces', 'lists-by-length', 'leak-against-use']);
    const [, byLength, use] = charts;
    const text = JSON.stringify(byLength!.spec(layouts.page));
    expect(text).toContain('"type":"log","domain":[1,100]');
    expect(text).toContain('Shuffled (control)');
    // No ratings were set aside: the audited recommender is a line.
    expect(use!.reading).toContain('how good its lists are is not known');
    const [ease] = findingsWith(records.findings, 'ndcg', { exposure: 'lists of ease' });
    const placed = { ...records, findings: [...records.findings, { ...ease!, exposure: 'lists' }] };
    expect(reportOf(placed).charts[2]!.description).toContain('audited recommender: AUC');
  });

  it('leaves out what there is nothing to show of', () => {
    const vectors = withFindings(records, (one) => (one.exposure === 'userVectors' ? one : undefined));
    const bare = { ...vectors, anchors: [] };
    expect(reportOf(bare).charts.map(({ id }) => id)).toEqual(['surfaces']);
    expect(reportOf(bare).page([])).not.toContain('Beside other recommenders');
  });

  it('has every figure in its tables and rows, and no word of questions', () => {
    const text = page([]);
    expect(text).toContain('What does the recommender tell about gender?');
    expect(text).toContain('0.860 [0.834, 0.886]');
    expect(text).toContain('“X” (12 people)');
    expect(text).toContain('with the labels shuffled within each fold; the first (Logistic regression) 5 times');
    expect(text).toContain('The same attackers on shuffled labels');
    const { findings } = records;
    expect(findings.filter(({ variant }) => variant === 'shuffled')).toHaveLength(8 * 4 + 4 * 4);
    expect(findings.filter(({ judged }) => judged)).toHaveLength(8 * 4);
    expect(next.steps.map(({ text: own }) => own)[0]).toContain('Show fewer items');
  });
});
