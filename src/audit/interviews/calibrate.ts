/**
 * Calibration of contenders: how far their confidence is to be trusted, learned from training users alone. Models are
 * trained on four fifths of them, the rest are interviewed by the same contenders, and what these believed after each
 * number of answers is compared with what the people are.
 */
import { UlteriorError } from '../../errors/index.ts';
import { type Calibration, type CalibrationSample, fitCalibration } from '../../inference/index.ts';
import { attributeOf, type Dataset } from '../../ratings/index.ts';
import { ridgeOf } from '../attackers/interviewerData.ts';
import { equip, type GivenItemVectors, trainModels } from '../attackers/trainAttackers.ts';
import type { WorkTools } from '../folds/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import type { Contender } from '../spec/contender.ts';
import { interviewsBy } from './groupInterviews.ts';
import { interviewAll } from './interviewAll.ts';
import type { Outcomes } from './outcomes.ts';
import { PARTS, splitTrainers } from './splitTrainers.ts';

/** Fewer people than this say too little about a number of questions. */
const FEWEST = 50;

/** By contender id. */
export async function calibrate(
  contenders: readonly Contender[],
  trainers: Dataset,
  spec: AuditSpec,
  tools: WorkTools,
  given?: GivenItemVectors,
): Promise<ReadonlyMap<string, Calibration>> {
  const wanted = contenders.filter(({ calibrated }) => calibrated);
  if (wanted.length === 0) return new Map();
  const { dataset, learnedFrom: inner, unseen: people } = splitTrainers(trainers, spec, 'audit-calibration');
  const models = await trainModels(inner, spec, wanted, tools, given);
  const interviewerData = await equip(wanted, models, new Map(), new Map(), inner, spec, tools);
  const asked = { people, histories: dataset.ratings.byUser };
  const { values, labels } = attributeOf(dataset, spec.attribute);
  const types = Uint8Array.from(people, (person) => values[person]!);
  const found = new Map<string, Calibration>();
  for (const [n, contender] of wanted.entries()) {
    const outcomes = await interviewAll(interviewsBy(contender, interviewerData[n]!, spec), asked, tools);
    const prior = spec.prior === 'uniform' ? labels.map(() => 1 / labels.length) : models.get('ratings')!.typePriors;
    const samples = samplesFrom(outcomes, types, labels.length, spec);
    if (samples.length === 0) throw tooFew(people.length);
    const { strategy } = contender;
    const fittedFor = {
      strategy,
      ridge: ridgeOf(contender, spec) ?? ('model' as const),
      protocol: spec.protocol,
      people: people.length,
    };
    found.set(contender.id, { ...fitCalibration(samples, prior), fittedFor });
  }
  return found;
}

function tooFew(people: number): UlteriorError {
  return new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `a calibration needs ${FEWEST} people who answer; only ${people} could be interviewed, one in ${PARTS}`,
    `calibrate with ${FEWEST * PARTS} people or more, or leave the calibration out`,
    { parameter: 'calibrated', people },
  );
}

/** What was believed of whom, after each number of answers that enough people gave. */
export function samplesFrom(
  { logits, heard, lengths }: Pick<Outcomes, 'logits' | 'heard' | 'lengths'>,
  types: Uint8Array,
  typeCount: number,
  { maxQuestions }: Pick<AuditSpec, 'maxQuestions'>,
): CalibrationSample[] {
  const found = new Map<number, { logWeights: number[]; types: number[] }>();
  for (const [person, type] of types.entries()) {
    let before = 0;
    for (let question = 0; question <= lengths[person]!; question++) {
      const at = person * (maxQuestions + 1) + question;
      const answers = heard[at]!;
      // A skip that told nothing leaves the belief as it was, and calibrations begin with the first whole answer.
      if (answers === before || answers < 1) continue;
      before = answers;
      const sample = found.get(answers) ?? { logWeights: [], types: [] };
      found.set(answers, sample);
      for (const logit of logits.subarray(at * typeCount, (at + 1) * typeCount))
        sample.logWeights.push(logShare(logit));
      sample.types.push(type);
    }
  }
  return [...found]
    .filter(([, sample]) => sample.types.length >= FEWEST)
    .map(([questions, sample]) => ({ questions, ...sample }))
    .sort((a, b) => a.questions - b.questions);
}

/** log p from log(p / (1 - p)). */
function logShare(logit: number): number {
  return Math.min(0, logit) - Math.log1p(Math.exp(-Math.abs(logit)));
}
