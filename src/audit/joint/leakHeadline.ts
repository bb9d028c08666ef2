/**
 * What is told about every attribute by every way of asking, after the most questions that are compared. All pairs are one
 * family (family.ts): whoever looks at a whole matrix and names its largest entry flatters it.
 */
import { groupDefaults } from '../../ratings/index.ts';
import { bestToldOf, detectableAuc, familyOf } from '../figures/family.ts';
import { measured } from '../figures/measured.ts';
import { verdictFrom } from '../figures/verdict.ts';
import { logitsAt, logitsOf, type Outcomes } from '../interviews/outcomes.ts';
import type { LeakHeadline, LeakRow } from '../records/leakMatrixRecords.ts';
import type { LeakMatrixSpec } from '../spec/leakMatrixSpec.ts';
import { unitsByType } from '../statistics/aucStatistic.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { enoughPeople } from '../statistics/enoughPeople.ts';

/** Of one attribute: its groups, and which of them each person is in. */
interface AttributeTruth {
  readonly labels: readonly string[];
  readonly types: Uint8Array;
}

/** Undefined where too few people could be asked that much in every way. */
export function leakHeadline(
  rows: readonly LeakRow[],
  outcomes: (row: string) => Outcomes,
  truthOf: (attribute: string) => AttributeTruth,
  { attributes, compareAt, maxQuestions: asked, resamples: count, level, seed }: LeakMatrixSpec,
  clusters: Uint32Array | undefined,
): LeakHeadline | undefined {
  const questions = Math.max(...compareAt.filter((number) => number <= asked));
  const everyone = truthOf(attributes[0]!).types.length;
  const lengths = rows.map(({ id }) => outcomes(id).lengths);
  const people = Uint32Array.from({ length: everyone }, (_, person) => person).filter((person) =>
    lengths.every((own) => own[person]! >= questions),
  );
  const enough = attributes.map(truthOf).every(({ labels, types }) => {
    return enoughPeople(people, types, labels.length, groupDefaults.minGroup);
  });
  if (!enough) return undefined;
  const resamples = resamplesOf(everyone, seed, count, clusters);
  const pairs = rows.flatMap(({ id, attributes: watched }) =>
    watched.map((attribute, place) => ({ id, attribute, place })),
  );
  const found = pairs.map(({ id, attribute, place }) => {
    const { labels, types } = truthOf(attribute);
    const logitOf = logitsAt({ logits: logitsOf(outcomes(id), place) }, questions, asked, labels.length);
    return measured([{ types, logitOf }], { labels, people, resamples, level, clusters });
  });
  const family = familyOf(found, level);
  const leaks = pairs.map(({ id, attribute }, at) => {
    const { labels, types } = truthOf(attribute);
    const member = family.members[at]!;
    const detectable = detectableAuc(family.reachLow, unitsByType(people, types, labels.length, clusters));
    const { auc } = found[at]!;
    return { row: id, attribute, auc, bounds: member.bounds, ...bestToldOf(member), detectable };
  });
  return { questions, users: people.length, leaks, verdict: verdictFrom(family, undefined, level) };
}
