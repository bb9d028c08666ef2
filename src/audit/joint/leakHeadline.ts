/**
 * What is told about every attribute by every way of asking, after the most questions that are compared. All pairs are one
 * family (family.ts): whoever looks at a whole matrix and names its largest entry flatters it.
 */
import { groupDefaults } from '../../ratings/index.ts';
import { bestToldOf, detectableAuc, familyOf } from '../figures/family.ts';
import { measured } from '../figures/measured.ts';
import { verdictFrom } from '../figures/verdict.ts';
import { logitsAt, logitsOf, type Outcomes } from '../interviews/outcomes.ts';
import type { Finding } from '../records/finding.ts';
import type { AttackerDescription, Verdict } from '../records/records.ts';
import { groupRisks, riskFigures, riskOf } from '../risk/risk.ts';
import type { LeakMatrixSpec } from '../spec/leakMatrixSpec.ts';
import { unitsByType } from '../statistics/aucStatistic.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { enoughPeople } from '../statistics/enoughPeople.ts';

/** Of one attribute: its groups, and which of them each person is in. */
interface AttributeTruth {
  readonly labels: readonly string[];
  readonly types: Uint8Array;
}

/** A way of asking watches all attributes, or those that its model knows. */
export const watchedBy = ({ watches }: AttackerDescription, { attributes }: Pick<LeakMatrixSpec, 'attributes'>) =>
  watches ?? attributes;

/** Nothing where too few people could be asked that much in every way. */
export function leakHeadline(
  rows: readonly AttackerDescription[],
  outcomes: (row: string) => Outcomes,
  truthOf: (attribute: string) => AttributeTruth,
  spec: LeakMatrixSpec,
  folds: Uint16Array,
  clusters: Uint32Array | undefined,
): { readonly findings: readonly Finding[]; readonly verdict: Verdict } {
  const { attributes, compareAt, maxQuestions: asked, resamples: count, level, seed } = spec;
  const questions = Math.max(...compareAt.filter((number) => number <= asked));
  const everyone = truthOf(attributes[0]!).types.length;
  const lengths = rows.map(({ id }) => outcomes(id).lengths);
  const people = Uint32Array.from({ length: everyone }, (_, person) => person).filter((person) =>
    lengths.every((own) => own[person]! >= questions),
  );
  const enough = attributes.map(truthOf).every(({ labels, types }) => {
    return enoughPeople(people, types, labels.length, groupDefaults.minGroup);
  });
  if (!enough) return { findings: [], verdict: { leak: false, possible: false, tests: [] } };
  const resamples = resamplesOf(everyone, seed, count, clusters);
  const pairs = rows.flatMap((row) =>
    watchedBy(row, spec).map((attribute, place) => ({ id: row.id, attribute, place })),
  );
  const found = pairs.map(({ id, attribute, place }) => {
    const { labels, types } = truthOf(attribute);
    const logitOf = logitsAt({ logits: logitsOf(outcomes(id), place) }, questions, asked, labels.length);
    const setting = { labels, people, resamples, level, clusters };
    return { ...measured([{ types, logitOf }], setting), risk: riskOf([{ types, logitOf }], { ...setting, folds }) };
  });
  const family = familyOf(found, level);
  const findings = pairs.flatMap(({ id, attribute: target }, at): Finding[] => {
    const { labels, types } = truthOf(target);
    const member = family.members[at]!;
    const detectable = detectableAuc(family.reachLow, unitsByType(people, types, labels.length, clusters));
    const place = { target, exposure: 'questions', length: questions, attacker: id, variant: 'real' } as const;
    const one = { ...place, people: people.length, detectable, judged: true } as const;
    const { bestTold } = bestToldOf(member);
    return [
      {
        ...one,
        auc: { ...found[at]!.auc, bounds: member.bounds },
        ...riskFigures(found[at]!.risk.all, level, pairs.length),
      },
      ...groupRisks({ ...place, people: people.length }, found[at]!.risk, level),
      ...(bestTold ? [{ ...one, group: bestTold.label, auc: { ...bestTold.auc, bounds: bestTold.bounds } }] : []),
    ];
  });
  return { findings, verdict: verdictFrom(family, undefined, level) };
}
