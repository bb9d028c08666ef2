import { describe, expect, it } from 'vitest';
import { controlIn, headlineIn } from '../../../test/support/findings.ts';
import {
  attackFindings,
  attacksTask,
  type Bounds,
  type Finding,
  type FoundAttack,
  type MeasuredPlace,
  type With,
} from '../../audit/index.ts';
import { derive } from '../../maths/index.ts';
import { attacksFrom, type EvaluatedPeople } from './attackedSettings.ts';
import type { AttackerName } from './attackerNames.ts';
import type { AttackSituation, DefenceVerdict } from './records.ts';
import { verdictOf } from './verdict.ts';

const around = (value: number, by: number) => ({ value, low: value - by, high: value + by });

/** An attack with bounds so far around it; its own interval is narrow. */
function attack(situation: AttackSituation, auc: number, attacker: AttackerName = 'factor', by = 0.02): With<'auc'> {
  const { low, high } = around(auc, by);
  const place = { target: 'type', exposure: 'histories', attacker, situation, variant: 'real', people: 100 } as const;
  return { ...place, auc: { ...around(auc, 0.001), bounds: { low, high } } };
}

describe('the verdict on a defence', () => {
  const undefended = [attack('oblivious', 0.8)];
  const verdict = (oblivious: number, retrained: number) =>
    verdictOf(undefended, [attack('oblivious', oblivious), attack('retrained', retrained)], ['factor']);

  it.each([
    [0.5, 0.51, 'hides'],
    [0.55, 0.65, 'reduces'],
    [0.5, 0.78, 'foolsOblivious'],
    // The oblivious ranking is merely reversed: who notices it knows as much as before.
    [0.2, 0.5, 'foolsOblivious'],
    [0.2, 0.95, 'betrays'],
    [0.79, 0.79, 'useless'],
    [0.79, 0.9, 'betrays'],
    // Below, but not clearly: the bounds overlap, though the attacks' own intervals do not.
    [0.77, 0.77, 'useless'],
  ])('oblivious %f, retrained %f: %s', (oblivious, retrained, expected) => {
    expect(verdict(oblivious, retrained)).toBe(expected);
  });

  it('calls nothing hidden where an attacker could not be computed', () => {
    const defended = [attack('oblivious', 0.5), attack('retrained', 0.51)];
    expect(verdictOf(undefended, defended, ['factor'])).toBe('hides');
    expect(verdictOf(undefended, defended, ['factor', 'stack'])).toBe('reduces');
  });

  it('goes by the strongest of the attackers', () => {
    const before = [...undefended, attack('oblivious', 0.85, 'logistic')];
    const after = [
      attack('oblivious', 0.5),
      attack('retrained', 0.5),
      attack('oblivious', 0.84, 'logistic'),
      attack('retrained', 0.85, 'logistic'),
    ];
    expect(verdictOf(before, after, ['factor'])).toBe('hides');
    expect(verdictOf(before, after, ['logistic'])).toBe('useless');
    expect(verdictOf(before, after, ['factor', 'logistic'])).toBe('useless');
  });

  it('nothing is hidden from an attacker whose small figure is sure, nor reduced for one whose figure is not', () => {
    const spread = (attacker: AttackerName, value: number, by: number) => [
      attack('oblivious', value, attacker, by),
      attack('retrained', value, attacker, by),
    ];
    const both: AttackerName[] = ['factor', 'boosted'];
    // 0.56 [0.48, 0.64] alone would be called hidden; 0.54 [0.52, 0.56] beside it shows that it is not.
    expect(verdictOf(undefended, spread('factor', 0.56, 0.08), ['factor'])).toBe('hides');
    expect(verdictOf(undefended, [...spread('factor', 0.56, 0.08), ...spread('boosted', 0.54, 0.02)], both)).toBe(
      'reduces',
    );
    // With few people the bounds hold 0.5 and a clear leak: too little is known to call it hidden.
    expect(verdictOf(undefended, spread('factor', 0.56, 0.1), ['factor'])).toBe('reduces');
    // 0.66 [0.46, 0.86] may be as much as without a defence, whatever the larger 0.7 [0.69, 0.71] says.
    expect(verdictOf(undefended, [...spread('factor', 0.7, 0.01), ...spread('boosted', 0.66, 0.2)], both)).toBe(
      'useless',
    );
  });

  it('counts what is below 0.5 by ever so little as much as what is above it by as much', () => {
    // 0.42 [0.3, 0.54] is 0.58 [0.46, 0.7] to whoever reads it the other way: a clear leak may be left.
    const below = [attack('oblivious', 0.42, 'factor', 0.12), attack('retrained', 0.42, 'factor', 0.12)];
    expect(verdictOf(undefended, below, ['factor'])).toBe('reduces');
  });
});

describe('more than two groups', () => {
  /** The mean of the groups, and the bounds of each; nobody is oblivious. */
  const told = (...aucs: readonly number[]): With<'auc'>[] => {
    const mean = aucs.reduce((sum, auc) => sum + auc, 0) / aucs.length;
    return [attack('retrained', mean), ...aucs.map((auc, at) => ({ ...attack('retrained', auc), group: 'abc'[at]! }))];
  };
  const verdict = (before: With<'auc'>[], after: With<'auc'>[]) => verdictOf(before, after, ['factor']);

  it('a defence that leaves one of them as it was does not help, whatever the mean', () => {
    expect(verdict(told(0.9, 0.7, 0.7), told(0.6, 0.6, 0.6))).toBe('reduces');
    expect(verdict(told(0.9, 0.7, 0.7), told(0.9, 0.52, 0.52))).toBe('useless');
    expect(verdict(told(0.9, 0.7, 0.7), told(0.51, 0.5, 0.5))).toBe('hides');
    expect(verdict(told(0.9, 0.7, 0.7), told(0.58, 0.47, 0.47))).toBe('reduces');
  });

  it('one of them that is told better than before is betrayed, though the others gain', () => {
    expect(verdict(told(0.9, 0.6, 0.6), told(0.7, 0.7, 0.6))).toBe('betrays');
  });

  it('a group whose ranking is reversed is told, though the mean is at guessing', () => {
    expect(verdict(told(0.8, 0.8, 0.8), told(0.1, 0.9, 0.5))).toBe('betrays');
    expect(verdict(told(0.99, 0.8, 0.8), told(0.1, 0.7, 0.7))).toBe('reduces');
    expect(verdict(told(0.99, 0.8, 0.8), told(0.1, 0.7, 0.7))).not.toBe('hides');
  });
});

const NONE = 'undefended';

describe('bounds of all attacks', () => {
  const PEOPLE = 90;
  const types = Uint8Array.from({ length: PEOPLE }, (_, person) => person % 2);

  /** Scores with some of the truth in them, of two attackers; with shuffled ones, a control. */
  const found = async (seen: number, seed: number, groups = 2, control = false): Promise<FoundAttack[]> => {
    const truth = types.map((_, person) => person % groups);
    const stream = derive(seed, 'attack');
    const logits = () =>
      Float64Array.from({ length: PEOPLE * groups }, (_, at) => {
        const own = truth[Math.floor(at / groups)] === at % groups;
        return stream.normal() + (own ? seen : 0);
      });
    const own = { ...place, types: truth, labels: ['a', 'b', 'c'].slice(0, groups) };
    const attacks = await attacksTask.run({
      place: own,
      attacks: ['factor', 'logistic'].map((attacker) => {
        const real = { logits: logits(), types: truth };
        return { attacker, real, shuffled: control ? [{ logits: real.logits, types: truth.toReversed() }] : [] };
      }),
      folds: new Uint16Array(PEOPLE),
      clusters: undefined,
      resamples: 100,
      level: 0.95,
      seed: 1,
    });
    return attacks.map((attack) => ({ ...attack, place: own }));
  };
  const place: MeasuredPlace = {
    exposure: 'x',
    as: { target: 'type', exposure: 'histories', situation: 'retrained' },
    labels: ['a', 'b'],
    types,
    people: Uint32Array.from(types.keys()),
  };
  const people = { types, labels: ['a', 'b'], clusters: undefined, level: 0.95 } as unknown as EvaluatedPeople;
  /** Everybody's, by name; the first is without a defence. */
  const bounded = (named: Readonly<Record<string, readonly FoundAttack[]>>) => {
    const attacks = Object.entries(named).map(([defence, own]) =>
      own.map((one) => ({
        ...one,
        place: { ...one.place, as: { ...place.as, ...(defence === NONE ? {} : { defence }) } },
      })),
    );
    const { findings, leak } = attacksFrom(attacks, people);
    const at = (name: string) => headlineIn({ findings }, 'histories', { defence: name === NONE ? undefined : name });
    return { leak, at, controlOf: (attack: Finding | undefined) => controlIn({ findings }, attack!) };
  };
  const widthOf = ({ low, high }: Bounds) => high - low;

  it('widen with every defence that is looked at, and stand beside the control of the same attacker', async () => {
    const none = await found(1, 1, 2, true);
    const cells = await Promise.all(Array.from({ length: 10 }, (_, n) => found(1, 10 + n)));
    const few = bounded({ undefended: none });
    const many = bounded({ undefended: none, ...Object.fromEntries(cells.map((cell, n) => [`cell ${n}`, cell])) });
    const [alone, among] = [few, many].map(({ at }) => at(NONE)[0]!);
    const { bounds: own, ...interval } = alone!.auc;
    expect(among!.auc).toEqual({ ...interval, bounds: expect.anything() });
    expect(widthOf(among!.auc.bounds!)).toBeGreaterThan(1.1 * widthOf(own!));
    expect(among!.detectable).toBeGreaterThan(alone!.detectable!);
    expect(few.controlOf(alone)).toMatchObject(none[0]!.control!);
    expect(few.controlOf(alone)!.shuffles).toBe(1);
    expect(few.controlOf(few.at(NONE)[1])).toMatchObject(none[1]!.control!);
    expect(many.controlOf(many.at('cell 0')[0])).toBeUndefined();
    // A gate judges what is left behind a defence.
    expect([among!.judged, many.at('cell 0')[0]!.judged]).toEqual([undefined, true]);
  });

  it('are those of each of three groups, too', async () => {
    const { findings, family } = attackFindings(await found(1, 1, 3), 0.95, undefined, () => false);
    const told = findings.filter(({ auc }) => auc !== undefined);
    expect(told.map(({ group }) => group)).toEqual([undefined, 'a', 'b', 'c', undefined, 'a', 'b', 'c']);
    expect(family.bounds).toHaveLength(8);
  });

  it('a leak without a defence is judged by those who attack there, not by what a defence betrays', async () => {
    const [quiet, loud] = [await found(0, 3), await found(3, 4)];
    expect(bounded({ undefended: quiet, decoys: loud }).leak.leak).toBe(false);
    expect(bounded({ undefended: loud, decoys: quiet }).leak.leak).toBe(true);
  });

  /** Three defences that do nothing, in many worlds: how often one of them is praised or blamed. */
  async function changed(seen: number, worlds: number): Promise<number> {
    let wrong = 0;
    for (let world = 0; world < worlds; world++) {
      const [none, ...cells] = await Promise.all([0, 1, 2, 3].map((n) => found(seen, 1000 * world + n)));
      const { at } = bounded({ undefended: none!, ...Object.fromEntries(cells.map((cell, n) => [`${n + 1}!`, cell])) });
      const said = ['1', '2', '3'].map((n): DefenceVerdict => {
        return verdictOf(at(NONE), at(`${n}!`), ['factor', 'logistic']);
      });
      if (said.some((one) => one !== 'useless')) wrong++;
    }
    return wrong;
  }

  it('no defence that does nothing is praised or blamed, with a leak or without one', async () => {
    expect(await changed(0, 60)).toBeLessThanOrEqual(3);
    expect(await changed(1, 60)).toBeLessThanOrEqual(3);
  });
});
