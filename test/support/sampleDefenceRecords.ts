/**
 * Records of an evaluation of defences, invented by formulas: for tests and for looking at the page without running
 * anything. Nothing in them was measured. Every verdict occurs.
 */
import {
  type AttackFigures,
  type DefenceRecords,
  defenceNamed,
  defenceSpec,
  defenceVerdict,
} from '../../src/defence/index.ts';
import { sampleRecords } from './sampleRecords.ts';

/** At full strength: AUC of both attackers, oblivious and retrained, and how much the error grows. */
const EFFECTS: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  leastChange: [0.5, 0.67, 0.835, 0.84, 0.07],
  blinding: [0.56, 0.57, 0.7, 0.71, 0.01],
  blindingRounded: [0.8, 0.81, 0.84, 0.84, 0],
  withhold: [0.5, 0.505, 0.5, 0.51, 0.05],
  withholdRandom: [0.8, 0.8, 0.835, 0.835, 0.04],
  decoysRandom: [0.6, 0.8, 0.75, 0.84, 0.01],
  decoysSampled: [0.4, 0.79, 0.7, 0.85, 0.01],
  decoysGreedy: [0.18, 0.79, 0.66, 0.99, 0.01],
  randomisedResponse: [0.65, 0.62, 0.72, 0.7, 0.2],
  equalChances: [0.6, 0.63, 0.52, 0.62, 0.01],
  equalChancesThin: [0.58, 0.6, 0.51, 0.59, 0.03],
};
/** At full strength, on shuffled labels: oblivious and retrained. */
const CONTROLS: Readonly<Record<string, readonly [number, number]>> = {
  leastChange: [0.498, 0.505],
  decoysGreedy: [0.31, 0.94],
};
const START = { factor: 0.81, logistic: 0.845 };

const around = (value: number, half = 0.012) => ({ value, low: value - half, high: value + half });

function attack(id: string, situation: AttackFigures['situation'], auc: number, control?: number): AttackFigures {
  return {
    id,
    label: id,
    situation,
    auc: around(auc, 0.009),
    aucByFold: auc,
    bounds: { low: auc - 0.012, high: Math.min(1, auc + 0.012) },
    accuracy: around(0.5 + 0.8 * (auc - 0.5)),
    balancedAccuracy: around(0.5 + 0.7 * (auc - 0.5)),
    ...(control === undefined ? {} : { control: { ...around(control), shuffles: 1 } }),
  };
}

function utility(recommender: 'undefended' | 'retrained', loss: number) {
  const figures = { rmse: around(0.9 + loss, 0.007), ndcg: around(0.95 - loss / 10, 0.001) };
  return { recommender, ...figures, byGroup: [figures, figures] };
}

export function sampleDefenceRecords(source = 'invented sample (nothing was run)'): DefenceRecords {
  const audit = sampleRecords({ maxQuestions: 1 });
  const spec = defenceSpec({
    attribute: 'gender',
    attackers: ['factor', 'logistic'],
    shuffled: ['leastChange', 'decoysGreedy'],
  });
  const undefended = [
    attack('factor', 'oblivious', START.factor, 0.503),
    attack('logistic', 'oblivious', START.logistic, 0.503),
  ];
  const evaluations = spec.defences.flatMap(({ name, strengths }) => {
    const [factor, factorAgain, logistic, logisticAgain, loss] = EFFECTS[name]!;
    const { epsilon, strength: range } = defenceNamed(name);
    return strengths.map((strength) => {
      const share = strength / strengths.at(-1)!;
      const along = (from: number, to: number) => from + share * (to - from);
      const [fooled, trained] = (share === 1 && CONTROLS[name]) || [];
      const attacks = [
        attack('factor', 'oblivious', along(START.factor, factor), fooled),
        attack('logistic', 'oblivious', along(START.logistic, logistic), fooled),
        attack('factor', 'retrained', along(START.factor, factorAgain), trained),
        attack('logistic', 'retrained', along(START.logistic, logisticAgain), trained),
      ];
      return {
        defence: name,
        strength,
        ...(epsilon === undefined ? {} : { epsilon: epsilon(strength, { min: 1, max: 5, step: 1 }) }),
        attacks,
        utilities: [utility('undefended', share * loss), utility('retrained', 1.2 * share * loss)],
        changes: {
          ratings: 155,
          medianRatings: 86,
          changed: name.startsWith('decoys') || name.startsWith('withhold') ? 0 : 40 * share * range.max,
          medianChanged: name.startsWith('decoys') || name.startsWith('withhold') ? 0 : Math.round(20 * share),
          stepsPerChange: name.startsWith('decoys') || name.startsWith('withhold') ? 0 : 1.4,
          added: name.startsWith('decoys') ? 155 * strength : 0,
          withheld: name.startsWith('withhold') ? 155 * strength : 0,
        },
        verdict: defenceVerdict(undefended, attacks, spec.attackers),
        verdicts: spec.attackers.map((attacker) => ({
          attacker,
          verdict: defenceVerdict(undefended, attacks, [attacker]),
        })),
      };
    });
  });
  const tests = [{ name: 'attackers' as const, pValue: 0.002, level: 0.05 }];
  return {
    format: 'ulterior-defence',
    version: 1,
    spec,
    data: { ...audit.data, source },
    undefended: {
      verdict: { leak: true, possible: false, tests },
      attacks: undefended,
      utilities: [utility('undefended', 0)],
    },
    evaluations,
    detectable: 0.53,
    provenance: { version: '0.1.0', finished: '2026-01-05T12:00:00.000Z' },
  };
}
