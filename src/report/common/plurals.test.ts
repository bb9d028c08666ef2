/** One of a thing is never called several, in any report or summary. */

import { expect, it } from 'vitest';
import { headlineIn, insteadOf } from '../../../test/support/findings.ts';
import { sampleDefenceRecords } from '../../../test/support/sampleDefenceRecords.ts';
import { sampleLeakRecords } from '../../../test/support/sampleLeakRecords.ts';
import { sampleNumericRecords } from '../../../test/support/sampleNumericRecords.ts';
import { sampleQuestionnaireStudy } from '../../../test/support/sampleQuestionnaireStudy.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import { reportOf } from '../kinds/reportOf.ts';
import { stepLines } from '../steps/nextSteps.ts';
import type { AnyRecords } from './anyRecords.ts';

/** Counts that are followed by the name of what is counted. */
const COUNTS = ['users', 'items', 'ratings', 'leftOut', 'people', 'heldOut', 'folds', 'controls', 'questions'];

/** The same records with one of everything. */
function ones<Value>(value: Value, name = ''): Value {
  if (typeof value === 'number') return (COUNTS.includes(name) ? 1 : value) as Value;
  if (Array.isArray(value)) return value.map((part) => ones(part)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, ones(part, key)])) as Value;
}

const WRONG =
  /(?<![\d.,–-])1 (people|users|items|ratings|questions|folds|groups|columns|interviews|shuffles|attackers|ways|models|answers|categories)\b/g;

const textOf = (html: string) =>
  html
    .replaceAll(/<(style|script|svg)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const audit = ones(sampleRecords({ maxQuestions: 1 }));
const study = await sampleQuestionnaireStudy();
const kinds: readonly (readonly [string, AnyRecords])[] = [
  // One attacker of each kind.
  [
    'audit',
    (['questions', 'histories'] as const).reduce(
      (one, exposure) => insteadOf(one, exposure, headlineIn(one, exposure).slice(0, 1)),
      audit,
    ),
  ],
  ['number', ones(sampleNumericRecords())],
  ['leak matrix', { ...ones(sampleLeakRecords()), spec: { ...sampleLeakRecords().spec, folds: 1 } }],
  ['defence', ones(sampleDefenceRecords())],
  [
    'questionnaire',
    {
      ...study,
      data: ones(study.data!),
      measurement: ones(study.measurement!),
      models: ones(study.models),
      spec: { ...study.spec, folds: 1 },
    },
  ],
];

it.each(kinds)('%s', (_, records) => {
  const report = reportOf(records);
  const drawn = report.charts.map((chart) => ({ chart, wide: '', narrow: '' }));
  const texts = [textOf(report.page(drawn)), ...report.charts.map(({ description }) => description)];
  expect(texts.flatMap((text) => [...text.matchAll(WRONG)].map(([found]) => found))).toEqual([]);
  expect(stepLines(report.next).join('\n').match(WRONG)).toBeNull();
});
