/** The same lower end gets the same words in every report. */
import { describe, expect, it } from 'vitest';
import { sampleDefenceRecords } from '../../../test/support/sampleDefenceRecords.ts';
import { sampleLeakRecords } from '../../../test/support/sampleLeakRecords.ts';
import { sampleNumericRecords } from '../../../test/support/sampleNumericRecords.ts';
import { sampleQuestionnaireStudy } from '../../../test/support/sampleQuestionnaireStudy.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { answerText } from '../audit/answer.ts';
import { answerText as defenceAnswer } from '../defence/defences/prose.ts';
import { verdictTexts } from '../defence/questionnaire/questionnaireProse.ts';
import { leakAnswerTexts } from '../joint/leakProse.ts';
import { numericAnswer, pairsTold } from '../numeric/numericAnswer.ts';
import { controlCaution, leakOf, leakSize } from './leakWords.ts';

const study = await sampleQuestionnaireStudy();

/** The figure itself would be called larger. */
const bounded = (low: number) => ({ value: low + 0.12, low, high: low + 0.24 });

const shown = (low: number) => ({ ...sampleRecords().verdict, leak: low > 0.5, possible: false });

/** What each report says first, where the lower end of the strongest attacker is `low`. */
const firstWords: Readonly<Record<string, (low: number) => string>> = {
  audit: (low) => {
    const records = sampleRecords();
    const headlines = records.headlines.map((headline) => ({
      ...headline,
      attackers: headline.attackers.map((one) => ({ ...one, auc: bounded(low), bounds: bounded(low) })),
    }));
    return answerText({ ...records, headlines, verdict: shown(low) });
  },
  defence: (low) => {
    const records = sampleDefenceRecords();
    const attacks = records.undefended.attacks.map((attack) => ({
      ...attack,
      auc: bounded(low),
      bounds: bounded(low),
    }));
    return defenceAnswer({ ...records, undefended: { ...records.undefended, attacks, verdict: shown(low) } });
  },
  questionnaire: (low) => {
    const measured = study.subject.measured!;
    const attacks = measured.attacks.map((attack) => ({ ...attack, auc: bounded(low), bounds: bounded(low) }));
    return verdictTexts({
      ...study,
      subject: { ...study.subject, measured: { ...measured, attacks, verdict: shown(low) } },
    })[0]!;
  },
  'leak matrix': (low) => {
    const records = sampleLeakRecords();
    const leaks = records.headline!.leaks.map((leak) => ({ ...leak, auc: bounded(low), bounds: bounded(low) }));
    return leakAnswerTexts({ ...records, headline: { ...records.headline!, leaks, verdict: shown(low) } })[0]!;
  },
  number: (low) => {
    const records = sampleNumericRecords();
    // The share explained whose pairs are told with this probability.
    const r2 = low > 0.5 ? Math.sin(Math.PI * (low - 0.5)) ** 2 : -0.01;
    const curves = records.curves.map((curve) =>
      curve.variant === 'shuffled'
        ? curve
        : {
            ...curve,
            points: curve.points.map((point) => ({
              ...point,
              r2: { ...point.r2, value: r2 + 0.2, low: r2, high: r2 + 0.4 },
            })),
          },
    );
    const verdict = { ...records.verdict, leak: low > 0.5 };
    const statistics = records.test!.statistics.filter(({ measure }) => measure !== 'band');
    return numericAnswer({ ...records, curves, fullHistory: [], verdict, test: { ...records.test!, statistics } });
  },
};

describe.each(Object.entries(firstWords))('%s', (_, wordsAt) => {
  it.each([
    [0.48, /^No leak of \w+ shown/],
    [0.52, /^A slight leak of \w+/],
    [0.58, /^A weak leak of \w+/],
    [0.7, /^A clear leak of \w+/],
    [0.8, /^A strong leak of \w+/],
    [0.9, /^A very strong leak of \w+/],
  ])('a lower end of %d', (low, words) => {
    expect(wordsAt(low)).toMatch(words);
  });
});

it('no leak is called none because its control lies near', () => {
  const measured = study.subject.measured!;
  const attacks = measured.attacks.map((attack) => ({
    ...attack,
    auc: bounded(0.53),
    bounds: bounded(0.53),
    control: { value: 0.5, low: 0.45, high: 0.55, shuffles: 1 },
  }));
  const [text] = verdictTexts({ ...study, subject: { ...study.subject, measured: { ...measured, attacks } } });
  expect(text).toMatch(/^A slight leak of type\..* The control reaches 0\.500 \[0\.450, 0\.550\]\.$/);
});

it('a control that finds something is a caution, never an all-clear', () => {
  expect(controlCaution({ low: 0.51, high: 0.6 })).toContain('may be an artefact');
  expect(controlCaution({ low: 0.4, high: 0.49 })).toContain('may be too low');
  expect(controlCaution({ low: 0.45, high: 0.55 })).toBe('');
  expect(controlCaution({ low: -0.2, high: -0.1 }, 0)).toBe('');
});

it('of two people, a correlation of 1/√2 tells three pairs in four', () => {
  expect(pairsTold(0.5)).toBeCloseTo(0.75, 12);
  expect([pairsTold(-1), pairsTold(0), pairsTold(1)]).toEqual([0.5, 0.5, 1]);
  expect(leakOf(leakSize(pairsTold(0.5)), 'age')).toBe('a strong leak of age');
});
