/**
 * Records of an evaluation of defences, invented by formulas: for tests and for looking at the page without running
 * anything. Nothing in them was measured. Every verdict occurs.
 */
import type { Finding } from '../../src/audit/index.ts';
import {
  type AttackSituation,
  type DefenceRecords,
  defenceNamed,
  defenceSpec,
  defenceVerdict,
} from '../../src/defence/index.ts';
import { boundedIn, around as within } from './findings.ts';
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

const around = (value: number, half = 0.012) => within(value, half);
const PLACE = { target: 'gender', exposure: 'histories', people: 6040, variant: 'real' } as const;

interface Setting {
  readonly defence?: string;
  readonly strength?: number;
}

function attack(attacker: string, situation: AttackSituation, setting: Setting, auc: number, control?: number) {
  const own = { ...PLACE, ...setting, attacker, situation };
  const found: Finding = {
    ...own,
    auc: { ...around(auc, 0.009), bounds: { low: auc - 0.012, high: Math.min(1, auc + 0.012) } },
    aucByFold: auc,
    accuracy: around(0.5 + 0.8 * (auc - 0.5)),
    balancedAccuracy: around(0.5 + 0.7 * (auc - 0.5)),
    detectable: 0.53,
    ...(setting.defence === undefined ? {} : { judged: true }),
  };
  if (control === undefined) return [found];
  return [found, { ...own, variant: 'shuffled', shuffles: 1, auc: around(control) } satisfies Finding];
}

function utility(situation: 'undefended' | 'retrained', setting: Setting, loss: number): Finding[] {
  const figures = { rmse: around(0.9 + loss, 0.007), ndcg: around(0.95 - loss / 10, 0.001) };
  return [undefined, 'F', 'M'].map((group) => {
    return { ...PLACE, ...setting, situation, ...(group === undefined ? {} : { group }), ...figures };
  });
}

export function sampleDefenceRecords(source = 'invented sample (nothing was run)'): DefenceRecords {
  const audit = sampleRecords({ maxQuestions: 1 });
  const spec = defenceSpec({
    attribute: 'gender',
    attackers: ['factor', 'logistic'],
    shuffled: ['leastChange', 'decoysGreedy'],
  });
  const undefended = [
    ...attack('factor', 'oblivious', {}, START.factor, 0.503),
    ...attack('logistic', 'oblivious', {}, START.logistic, 0.503),
  ];
  const findings: Finding[] = [...undefended, ...utility('undefended', {}, 0)];
  const evaluations = spec.defences.flatMap(({ name, strengths }) => {
    const [factor, factorAgain, logistic, logisticAgain, loss] = EFFECTS[name]!;
    const { epsilon, strength: range } = defenceNamed(name);
    return strengths.map((strength) => {
      const share = strength / strengths.at(-1)!;
      const along = (from: number, to: number) => from + share * (to - from);
      const [fooled, trained] = (share === 1 && CONTROLS[name]) || [];
      const setting = { defence: name, strength };
      const attacks = [
        ...attack('factor', 'oblivious', setting, along(START.factor, factor), fooled),
        ...attack('logistic', 'oblivious', setting, along(START.logistic, logistic), fooled),
        ...attack('factor', 'retrained', setting, along(START.factor, factorAgain), trained),
        ...attack('logistic', 'retrained', setting, along(START.logistic, logisticAgain), trained),
        ...attack('logistic', 'simulating', setting, along(START.logistic, logisticAgain), trained),
      ];
      findings.push(...attacks, ...utility('undefended', setting, share * loss));
      findings.push(...utility('retrained', setting, 1.2 * share * loss));
      const verdictBy = (attackers: readonly string[]) =>
        defenceVerdict(boundedIn({ findings: undefended }), boundedIn({ findings: attacks }), attackers);
      return {
        defence: name,
        strength,
        ...(epsilon === undefined ? {} : { epsilon: epsilon(strength, { min: 1, max: 5, step: 1 }) }),
        changes: {
          ratings: 155,
          medianRatings: 86,
          changed: name.startsWith('decoys') || name.startsWith('withhold') ? 0 : 40 * share * range.max,
          medianChanged: name.startsWith('decoys') || name.startsWith('withhold') ? 0 : Math.round(20 * share),
          stepsPerChange: name.startsWith('decoys') || name.startsWith('withhold') ? 0 : 1.4,
          added: name.startsWith('decoys') ? 155 * strength : 0,
          withheld: name.startsWith('withhold') ? 155 * strength : 0,
        },
        verdict: verdictBy(spec.attackers),
        verdicts: spec.attackers.map((attacker) => ({ attacker, verdict: verdictBy([attacker]) })),
      };
    });
  });
  const tests = [{ name: 'attackers' as const, pValue: 0.002, level: 0.05 }];
  return {
    format: 'ulterior-defence',
    version: 1,
    spec,
    data: { ...audit.data, source },
    attackers: spec.attackers.map((id) => ({ id, label: id, exposure: 'histories' })),
    findings,
    verdict: { leak: true, possible: false, tests },
    evaluations,
    provenance: { version: '0.1.0', finished: '2026-01-05T12:00:00.000Z' },
  };
}
