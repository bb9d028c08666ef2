/** The same lower end gets the same words in every report. */

import { describe, expect, it } from 'vitest';
import { withFindings } from '../../../test/support/findings.ts';
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
import type { Finding } from './input.ts';
import { controlCaution, leakOf, leakSize } from './leakWords.ts';

const study = await sampleQuestionnaireStudy();

/** The figure itself would be called larger. */
const around = (low: number) => ({ value: low + 0.12, low, high: low + 0.24 });
/** Every figure with bounds at the same place. */
const bounded = <Records extends { readonly findings: readonly Finding[] }>(records: Records, low: number): Records =>
  withFindings(records, (one) => {
    return one.auc?.bounds === undefined ? one : { ...one, auc: { ...around(low), bounds: around(low) } };
  });

const shown = (low: number) => ({ ...sampleRecords().verdict, leak: low > 0.5, possible: false });

/** What each report says first, where the lower end of the strongest attacker is `low`. */
const firstWords: Readonly<Record<string, (low: number) => string>> = {
  audit: (low) => {
    return answerText({ ...bounded(sampleRecords(), low), verdict: shown(low) });
  },
  defence: (low) => defenceAnswer({ ...bounded(sampleDefenceRecords(), low), verdict: shown(low) }),
  questionnaire: (low) => {
    const { subject } = study;
    return verdictTexts({ ...bounded(study, low), subject: { ...subject, verdict: shown(low) } })[0]!;
  },
  'leak matrix': (low) => leakAnswerTexts({ ...bounded(sampleLeakRecords(), low), verdict: shown(low) })[0]!,
  number: (low) => {
    const records = sampleNumericRecords();
    // The share explained whose pairs are told with this probability.
    const r2 = low > 0.5 ? Math.sin(Math.PI * (low - 0.5)) ** 2 : -0.01;
    const raised = withFindings(records, (one) => {
      if (one.exposure !== 'questions') return undefined;
      if (one.variant === 'shuffled') return one;
      return { ...one, r2: { ...one.r2, value: r2 + 0.2, low: r2, high: r2 + 0.4 } };
    });
    const verdict = { ...records.verdict, leak: low > 0.5 };
    const statistics = records.test!.statistics.filter(({ measure }) => measure !== 'band');
    return numericAnswer({ ...raised, verdict, test: { ...records.test!, statistics } });
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
  const near = withFindings(bounded(study, 0.53), (one) => {
    return one.variant === 'real' ? one : { ...one, auc: { value: 0.5, low: 0.45, high: 0.55 } };
  });
  const [text] = verdictTexts(near);
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
