/** What `ulterior train --spec` reads: settings that are rarely needed. */
import { type TrainingParameters, trainingSchema } from '../../factorization/index.ts';
import { type Schema, schema } from '../../schema/index.ts';
import { readSettings, settingsFrom } from '../spec/specFile.ts';
import { type ItemVectorFlags, itemVectorKeys } from './importedTrain.ts';
import type { CalibrationSpec } from './trainCalibration.ts';

/** Of a model of chances alone. */
export interface ChancesSpec {
  readonly directions?: number;
  readonly passes?: number;
  readonly guard?: number;
  readonly neighbours?: number;
}

type TrainSpec = CalibrationSpec &
  ChancesSpec &
  Partial<Pick<TrainingParameters, 'profileRidge' | 'biasRidge'>> &
  Omit<ItemVectorFlags, 'itemVectors'> & {
    /** Of Spark: the cluster. */
    readonly sparkMaster?: string;
    readonly shrinkGaps?: boolean;
  };

const { about, flag, oneOf, positive, text, whole } = schema;
const { profileRidge, biasRidge } = trainingSchema.fields as Record<'profileRidge' | 'biasRidge', Schema>;
const { itemIds, itemArray } = itemVectorKeys.fields as Record<'itemIds' | 'itemArray', Schema>;

export const trainKeys = schema.fieldsOf<TrainSpec>({
  profileRidge,
  biasRidge,
  itemIds,
  itemArray,
  sparkMaster: about('Of --spark: the cluster (default: what spark-submit is set up for).', text),
  strategy: about('Of --calibrate: the strategy it holds for (default: exact, as in `ulterior ask`).', text),
  ridge: about('Of --calibrate: ridge of the classifier (default: from the model).', positive),
  protocol: about('Of --calibrate: open (people may skip) or rated (default: open).', oneOf(['open', 'rated'])),
  questions: about('Of --calibrate: most questions to ask (default: 20).', whole(1, 1000)),
  shrinkGaps: about('Of --model ratings: pull gaps between groups towards zero where few ratings support them.', flag),
  directions: about('Of --model chances: directions of taste (default: 10).', whole(1, 200)),
  passes: about('Of --model chances: passes, each fitted to what the one before sends (default: 1).', whole(1, 10)),
  guard: about(
    'Of --model chances: best recommendations kept free of what was withheld (default: 25).',
    whole(0, 10_000),
  ),
  neighbours: about('Of --model chances: entries of the guard per item (default: 200).', whole(1, 100_000)),
});

export async function readTrainSpec(path: string | undefined, set?: readonly string[]): Promise<TrainSpec> {
  return settingsFrom(trainKeys, await readSettings(path), set);
}
