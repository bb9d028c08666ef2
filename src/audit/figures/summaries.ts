/** What needs no resampling: how sure contenders are, whether they are right, and how far they ask the same. */
import { EARLY, type Outcomes } from '../interviews/outcomes.ts';
import type { ConfidenceCurve, Overlap, Reliability } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { wilsonInterval } from '../statistics/shareInterval.ts';
import { binsOfEqualMass, judge, probability } from './judge.ts';

export function confidenceCurves(
  attacker: string,
  outcomes: Outcomes,
  types: Uint8Array,
  typeCount: number,
  spec: AuditSpec,
): ConfidenceCurve[] {
  return spec.confidences.map((confidence) => {
    const reached = new Float64Array(spec.maxQuestions + 1);
    let right = 0;
    let crossed = 0;
    for (let person = 0; person < types.length; person++) {
      for (let question = 1; question <= outcomes.lengths[person]!; question++) {
        const at = (person * (spec.maxQuestions + 1) + question) * typeCount;
        let best = 0;
        for (let t = 1; t < typeCount; t++) if (outcomes.logits[at + t]! > outcomes.logits[at + best]!) best = t;
        if (probability(outcomes.logits[at + best]!) <= confidence) continue;
        reached[question]!++;
        crossed++;
        if (best === types[person]) right++;
        break;
      }
    }
    let sum = 0;
    const cumulative = Array.from(reached, (count) => {
      sum += count;
      return sum / types.length;
    });
    return { attacker, confidence, reached: cumulative, right: crossed === 0 ? Number.NaN : right / crossed };
  });
}

export function reliabilityAt(
  attacker: string,
  length: number,
  outcomes: Outcomes,
  types: Uint8Array,
  typeCount: number,
  spec: AuditSpec,
): Reliability | undefined {
  const people = Uint32Array.from(types.keys()).filter((person) => outcomes.lengths[person]! >= length);
  if (people.length < 100) return undefined;
  const logitsOf = (person: number) => {
    const at = (person * (spec.maxQuestions + 1) + length) * typeCount;
    return Float64Array.from(outcomes.logits.subarray(at, at + typeCount));
  };
  const { confidences, right } = judge(people, logitsOf, types);
  const bins = binsOfEqualMass(confidences, 10).map((bin) => {
    const count = bin.length;
    const stated = bin.reduce((sum, n) => sum + confidences[n]!, 0) / count;
    const share = bin.reduce((sum, n) => sum + right[n]!, 0) / count;
    return { stated, right: { value: share, ...wilsonInterval(share, count, spec.level) }, people: count };
  });
  return { attacker, length, bins };
}

/** Of the first contender's early questions to a person, the share that the other asked early too; mean over people. */
export function overlapsOf(outcomes: ReadonlyMap<string, Outcomes>): Overlap[] {
  const [lead, ...others] = [...outcomes];
  if (lead === undefined) return [];
  const [first, { early }] = lead;
  return others.map(([second, other]) => {
    let [sum, people] = [0, 0];
    for (let from = 0; from < early.length; from += EARLY) {
      const asked = early.subarray(from, from + EARLY).filter((item) => item > 0);
      if (asked.length === 0) continue;
      const also = new Set(other.early.subarray(from, from + EARLY));
      sum += asked.filter((item) => also.has(item)).length / asked.length;
      people++;
    }
    return { first, second, share: people === 0 ? Number.NaN : sum / people };
  });
}
