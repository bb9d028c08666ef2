import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionNames } from '../detector/questionList.ts';
import { leakOfStudy, withoutTheAsked } from './checkQuestionnaire.ts';
import { designedListTable, designOrigin } from './designedList.ts';
import type { DesignPoint, ListFigures } from './records.ts';
import { studySpec } from './spec.ts';

describe('the table of a designed list', () => {
  it('is a list of questions that tells its origin', () => {
    const text = fc
      .string({ unit: fc.constantFrom(...'aB1,"; é'), minLength: 1, maxLength: 6 })
      .map((part) => `x${part}x`);
    const question = fc.record({ item: text, title: text });
    const origin = fc.record({
      maxAuc: fc.constantFrom(null, 0.5, 0.6, 1),
      data: fc.array(fc.constantFrom('ab12', 'cd34', 'ef56'), { minLength: 1, maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 5 }), origin, (questions, made) => {
        const table = designedListTable(questions, made);
        expect(designOrigin(table)).toEqual(made);
        expect(questionNames(table, 'list')).toEqual(questions.map(({ item }) => item));
      }),
    );
  });

  it('no other list tells one', () => {
    for (const text of ['', 'a\nb\n', 'id,title\n1,A\n', '["a"]', 'id,designed_on\n1,ab\n']) {
      expect(designOrigin(text)).toBeUndefined();
    }
  });
});

describe('a check on the people of the design', () => {
  const list = (auc: number) => {
    const measured = { attacks: [{ attribute: 'club', attacker: 'logistic', auc: { value: auc } }] };
    return { leaks: [], measured } as unknown as ListFigures;
  };
  const point = (maxAuc: number | null, auc: number) => ({ ...list(auc), maxAuc }) as DesignPoint;
  const base = { task: 'check', list: ['a'], attributes: ['club'], budgets: [0.55] } as const;

  it('designs for the same budget without those who are asked, and the gate counts the stronger attack', () => {
    const spec = studySpec({ ...base, designedFor: 0.6 });
    expect(spec.budgets).toEqual([0.55, 0.6]);
    const curve = [point(0.55, 0.53), point(0.6, 0.64), point(null, 0.8)];
    expect(withoutTheAsked({ spec, curve })).toBe(curve[1]);
    expect(leakOfStudy({ spec, curve, subject: list(0.58) }).auc).toBe(0.64);
    expect(leakOfStudy({ spec, curve, subject: list(0.7) }).auc).toBe(0.7);
    expect(withoutTheAsked({ spec: studySpec({ ...base, designedFor: null }), curve })).toBe(curve[2]);
  });

  it('other lists are taken at their word', () => {
    const spec = studySpec(base);
    const curve = [point(0.55, 0.9)];
    expect(withoutTheAsked({ spec, curve })).toBeUndefined();
    expect(leakOfStudy({ spec, curve, subject: list(0.58) }).auc).toBe(0.58);
  });
});
