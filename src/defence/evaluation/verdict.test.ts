import { describe, expect, it } from 'vitest';
import type { Bounds } from '../../audit/index.ts';
import { derive } from '../../maths/index.ts';
import type { AttackerName } from './attackerNames.ts';
import { boundedAttacks, leakWithout } from './boundedAttacks.ts';
import { type FiguresOutcome, type FiguresUnit, figuresTask } from './figuresTask.ts';
import type { AttackFigures, AttackSituation, DefenceVerdict } from './records.ts';
import { verdictOf } from './verdict.ts';

const around = (value: number, by: number) => ({ value, low: value - by, high: value + by });

/** An attack with bounds so far around it; its own interval is narrow. */
function attack(situation: AttackSituation, auc: number, attacker: AttackerName = 'factor', by = 0.02): AttackFigures {
  const { low, high } = around(auc, by);
  const narrow = around(auc, 0.001);
  return { attacker, situation, auc: narrow, bounds: { low, high }, accuracy: narrow, balancedAccuracy: narrow };
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
    expect(verdictOf(undefended, spread('factor', 0.56, 0.08), both)).toBe('hides');
    expect(verdictOf(undefended, [...spread('factor', 0.56, 0.08), ...spread('boosted', 0.54, 0.02)], both)).toBe(
      'reduces',
    );
    // With few people the bounds hold 0.5 and a clear leak: too little is known to call it hidden.
    expect(verdictOf(undefended, spread('factor', 0.56, 0.1), both)).toBe('reduces');
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
  const told = (...aucs: readonly number[]): AttackFigures => {
    const mean = aucs.reduce((sum, auc) => sum + auc, 0) / aucs.length;
    const groups = aucs.map((auc, at) => {
      const { low, high } = around(auc, 0.02);
      return { label: 'abc'[at]!, auc: around(auc, 0.001), bounds: { low, high } };
    });
    return { ...attack('retrained', mean), groups };
  };
  const verdict = (before: AttackFigures, after: AttackFigures) => verdictOf([before], [after], ['factor']);

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

describe('bounds of all attacks', () => {
  const PEOPLE = 90;
  const types = Uint8Array.from({ length: PEOPLE }, (_, person) => person % 2);

  /** Scores with some of the truth in them. */
  const outcome = async (seen: number, seed: number, groups = 2): Promise<FiguresOutcome> => {
    const truth = types.map((_, person) => person % groups);
    const stream = derive(seed, 'attack');
    const logits = () =>
      Float64Array.from({ length: PEOPLE * groups }, (_, at) => {
        const own = truth[Math.floor(at / groups)] === at % groups;
        return stream.normal() + (own ? seen : 0);
      });
    const attackers: AttackerName[] = ['factor', 'logistic'];
    const unit: FiguresUnit = {
      types: truth,
      labels: ['a', 'b', 'c'].slice(0, groups),
      people: Uint32Array.from(types.keys()),
      attacks: attackers.map((attacker) => ({ attacker, situation: 'retrained', logits: logits() })),
      heldOut: new Float64Array(PEOPLE).fill(1),
      utilities: [],
      spec: { resamples: 100, level: 0.95, seed: 1 },
    };
    return figuresTask.run(unit);
  };
  const widthOf = ({ low, high }: Bounds) => high - low;

  it('widen with every defence that is looked at, and stand beside the control of the same attacker', async () => {
    const [none, control] = [await outcome(1, 1), await outcome(0, 2)];
    const few = boundedAttacks(new Map([['none', none]]), new Map([['none', control]]), 0.95);
    const cells = await Promise.all(Array.from({ length: 10 }, (_, n) => outcome(1, 10 + n)));
    const many = boundedAttacks(
      new Map([['none', none], ...cells.map((cell, n) => [`cell ${n}`, cell] as const)]),
      new Map(),
      0.95,
    );
    const [alone, among] = [few, many].map(({ attacks }) => attacks.get('none')![0]!);
    expect(alone!.auc).toEqual(among!.auc);
    expect(widthOf(among!.bounds)).toBeGreaterThan(1.1 * widthOf(alone!.bounds));
    expect(many.family.bounds).toHaveLength(22);
    expect(alone!.groups).toBeUndefined();
    expect(alone!.control).toEqual(control.attacks[0]!.found.auc);
    expect(few.attacks.get('none')![1]!.control).toEqual(control.attacks[1]!.found.auc);
    expect(among!.control).toBeUndefined();
  });

  it('are those of each of three groups, too', async () => {
    const { attacks, family } = boundedAttacks(new Map([['none', await outcome(1, 1, 3)]]), new Map(), 0.95);
    expect(attacks.get('none')![0]!.groups!.map(({ label }) => label)).toEqual(['a', 'b', 'c']);
    expect(family.bounds).toHaveLength(8);
  });

  it('a leak without a defence is judged by those who attack there, not by what a defence betrays', async () => {
    const [quiet, loud] = [await outcome(0, 3), await outcome(3, 4)];
    const { attacks } = boundedAttacks(
      new Map([
        ['none', quiet],
        ['decoys', loud],
      ]),
      new Map(),
      0.95,
    );
    expect(leakWithout(quiet.attacks, attacks.get('none')!, 0.95).leak).toBe(false);
    expect(leakWithout(loud.attacks, attacks.get('decoys')!, 0.95).leak).toBe(true);
  });

  /** Three defences that do nothing, in many worlds: how often one of them is praised or blamed. */
  async function changed(seen: number, worlds: number): Promise<number> {
    let wrong = 0;
    for (let world = 0; world < worlds; world++) {
      const cells = await Promise.all([0, 1, 2, 3].map((n) => outcome(seen, 1000 * world + n)));
      const { attacks } = boundedAttacks(new Map(cells.map((cell, n) => [String(n), cell])), new Map(), 0.95);
      const said = ['1', '2', '3'].map((n): DefenceVerdict => {
        return verdictOf(attacks.get('0')!, attacks.get(n)!, ['factor', 'logistic']);
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
