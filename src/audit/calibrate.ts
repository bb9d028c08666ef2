/**
 * Calibration of contenders: how far their confidence is to be trusted, learned from training users alone. Models are
 * trained on four fifths of them, the rest are interviewed by the same contenders, and what these believed after each
 * question is compared with what the people are.
 */
import { type Calibration, fitCalibration } from '../inference/index.ts';
import { attributeOf, type Dataset, subsetUsers } from '../ratings/index.ts';
import type { Contender } from './contender.ts';
import { dealIntoFolds } from './dealIntoFolds.ts';
import { interviewAll, type WorkTools } from './interviewAll.ts';
import type { Outcomes } from './outcomes.ts';
import type { AuditSpec } from './spec.ts';
import { equip, trainModels } from './trainAttackers.ts';

const PARTS = 5;
/** Fewer people than this say too little about a number of questions. */
const FEWEST = 50;

/** By contender id. */
export async function calibrate(
  contenders: readonly Contender[],
  trainers: Dataset,
  spec: AuditSpec,
  tools: WorkTools,
): Promise<ReadonlyMap<string, Calibration>> {
  const wanted = contenders.filter(({ calibrated }) => calibrated);
  if (wanted.length === 0) return new Map();
  const { dataset, folds } = dealIntoFolds(trainers, spec.attribute, PARTS, spec.seed, 'audit-calibration');
  const users = Uint32Array.from(folds.keys());
  const inner = subsetUsers(
    dataset,
    users.filter((user) => folds[user] !== 0),
  );
  const models = await trainModels(inner, spec, wanted, tools);
  const equipment = await equip(wanted, models, new Map(), new Map(), inner, spec, tools);
  const people = users.filter((user) => folds[user] === 0);
  const nothing = { ...dataset.ratings.byUser, starts: new Uint32Array(users.length + 1) };
  const asked = { people, histories: dataset.ratings.byUser, heldOut: nothing };
  const { values, labels } = attributeOf(dataset, spec.attribute);
  const types = Uint8Array.from(people, (person) => values[person]!);
  const found = new Map<string, Calibration>();
  for (const [n, contender] of wanted.entries()) {
    const outcomes = await interviewAll(contender, equipment[n]!, undefined, asked, labels.length, spec, tools);
    const prior = spec.prior === 'uniform' ? labels.map(() => 1 / labels.length) : models.get('ratings')!.typePriors;
    found.set(contender.id, fitCalibration(samplesFrom(outcomes, types, labels.length, spec), prior));
  }
  return found;
}

/** What was believed of whom, after each number of answers that enough people gave. */
function samplesFrom({ logits, lengths }: Outcomes, types: Uint8Array, typeCount: number, { maxQuestions }: AuditSpec) {
  const samples = [];
  for (let questions = 1; questions <= maxQuestions; questions++) {
    const people = Uint32Array.from(types.keys()).filter((person) => lengths[person]! >= questions);
    if (people.length < FEWEST) break;
    const logWeights = new Float64Array(people.length * typeCount);
    for (const [n, person] of people.entries()) {
      const at = (person * (maxQuestions + 1) + questions) * typeCount;
      // log p from log(p / (1 - p)).
      for (let t = 0; t < typeCount; t++) {
        const logit = logits[at + t]!;
        logWeights[n * typeCount + t] = Math.min(0, logit) - Math.log1p(Math.exp(-Math.abs(logit)));
      }
    }
    samples.push({ questions, logWeights, types: Uint8Array.from(people, (person) => types[person]!) });
  }
  return samples;
}
