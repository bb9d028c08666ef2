import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundedAround } from '../../../../test/support/findings.ts';
import type { With } from '../../../audit/index.ts';
import { questionNames } from '../../detector/path/questionList.ts';
import { aboveLimit, largestLeak, leakOfStudy, strongestOf, withoutTheAsked } from './checkQuestionnaire.ts';
import { designedListTable, designOrigin } from './designedList.ts';
import { type DesignPoint, type ListFigures, listExposure } from './records.ts';
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
  /** The strongest attack on a list, and one below it of which less is known. */
  const attacksAt = (auc: number, id = 'given'): With<'auc'>[] => {
    const attack = (attacker: string, value: number, reach: number): With<'auc'> => {
      const place = { target: 'club', exposure: listExposure(id), attacker, variant: 'real', people: 100 } as const;
      return { ...place, auc: boundedAround(value, reach, reach) };
    };
    return [attack('boosted', auc - 0.01, 0.05), attack('logistic', auc, 0.02)];
  };
  const verdict = { leak: true, possible: false, tests: [] };
  const subject = { id: 'given', leaks: [], verdict } as unknown as ListFigures;
  const point = (maxAuc: number | null) => ({ ...subject, id: `design:${maxAuc}`, maxAuc }) as DesignPoint;
  const alone = (auc: number) => ({ subject, curve: [], findings: attacksAt(auc) });

  it('of attacks that find the same, the first is named', () => {
    const attacks = attacksAt(0.6);
    const equal = attacks.map((attack) => ({ ...attack, auc: { ...attack.auc, value: 0.6 } }));
    expect(strongestOf(equal)).toBe(equal[0]);
    expect(strongestOf(attacks)).toBe(attacks[1]);
  });

  const base = { task: 'check', list: ['a'], attributes: ['club'], budgets: [0.55] } as const;

  it('designs for the same budget without those who are asked, and the gate counts the stronger attack', () => {
    const spec = studySpec({ ...base, designedFor: 0.6 });
    expect(spec.budgets).toEqual([0.55, 0.6]);
    const curve = [point(0.55), point(0.6), point(null)];
    const aucs = [0.53, 0.64, 0.8];
    const designed = curve.flatMap(({ id }, at) => attacksAt(aucs[at]!, id));
    const study = (auc: number) => ({ spec, curve, subject, findings: [...attacksAt(auc), ...designed] });
    expect(withoutTheAsked({ spec, curve })).toBe(curve[1]);
    expect(leakOfStudy(study(0.58)).auc).toBe(0.64);
    expect(leakOfStudy(study(0.7)).auc).toBe(0.7);
    expect(withoutTheAsked({ spec: studySpec({ ...base, designedFor: null }), curve })).toBe(curve[2]);
    const gate = (maxAuc: number) => aboveLimit({ ...study(0.58), spec: { ...spec, maxAuc } });
    // 0.64 - 0.01 + 0.05.
    expect([gate(0.6799), gate(0.6801)]).toEqual([true, false]);
  });

  it('an attack that is wrong beyond chance counts as its guesses turned round, and passes no gate for being low', () => {
    // Boosted: 0.29 with bounds from 0.24 to 0.34.
    expect(largestLeak(alone(0.3), subject)).toMatchObject({ attacker: 'boosted', auc: expect.closeTo(0.71, 10) });
    const check = (maxAuc: number) => aboveLimit({ ...alone(0.3), spec: studySpec({ ...base, maxAuc }) });
    expect([check(0.6), check(0.7599), check(0.7601)]).toEqual([true, true, false]);
    // Bounds that hold 0.5 show nothing, and are left as they are.
    expect(largestLeak(alone(0.49), subject).auc).toBe(0.49);
  });

  it('a check counts how far the bounds of any attacker reach, a design what the strongest attacks', () => {
    expect(largestLeak(alone(0.58), subject)).toEqual({
      attribute: 'club',
      group: undefined,
      attacker: 'logistic',
      auc: 0.58,
      bounds: { low: 0.58 - 0.02, high: 0.58 + 0.02 },
      upTo: expect.closeTo(0.62, 10),
      basis: 'measured',
    });
    const check = (maxAuc: number | null) => aboveLimit({ ...alone(0.58), spec: studySpec({ ...base, maxAuc }) });
    expect([check(0.6199), check(0.6201), check(null)]).toEqual([true, false, false]);
    const designed = (maxAuc: number, excess = 0) => {
      const spec = studySpec({ task: 'design', attributes: ['club'], maxAuc });
      return aboveLimit({ ...alone(0.58), spec, subject: { ...subject, maxAuc, excess } as DesignPoint });
    };
    expect([designed(0.5799), designed(0.5801), designed(0.5801, 0.1)]).toEqual([true, false, true]);
  });

  it('of models alone the gate counts what they imply', () => {
    const leaks = [{ attribute: 'club', kind: 'ratings', auc: 0.61, squaredDistance: 0.16 }];
    const implied = { id: 'given', leaks } as unknown as ListFigures;
    const models = { curve: [], subject: implied, findings: [] };
    expect(largestLeak(models, implied)).toMatchObject({ auc: 0.61, upTo: 0.61, basis: 'implied' });
    const gate = (maxAuc: number) => aboveLimit({ ...models, spec: studySpec({ ...base, maxAuc }) });
    expect([gate(0.6), gate(0.62)]).toEqual([true, false]);
  });

  it('other lists are taken at their word', () => {
    const spec = studySpec(base);
    const curve = [point(0.55)];
    const findings = [...attacksAt(0.58), ...attacksAt(0.9, curve[0]!.id)];
    expect(withoutTheAsked({ spec, curve })).toBeUndefined();
    expect(leakOfStudy({ spec, curve, subject, findings }).auc).toBe(0.58);
  });
});
