/** What `ulterior train --spec` reads: settings that are rarely needed, of a calibration and of a model of chances. */
import { requireFit, schema } from '../../schema/index.ts';
import { readSpecObject } from '../shared/specFile.ts';
import type { CalibrationSpec } from './trainCalibration.ts';

/** Of a model of chances alone. */
export interface ChancesSpec {
  readonly directions?: number;
  readonly passes?: number;
  readonly guard?: number;
  readonly neighbours?: number;
}

type TrainSpec = CalibrationSpec & ChancesSpec;

const { about, oneOf, positive, text, whole } = schema;
const trainSchema = schema.fieldsOf<TrainSpec>({
  strategy: about('Of --calibrate: the strategy it holds for (default: exact, as in `ulterior ask`).', text),
  ridge: about('Of --calibrate: ridge of the classifier (default: from the model).', positive),
  protocol: about('Of --calibrate: open (people may skip) or rated (default: open).', oneOf(['open', 'rated'])),
  questions: about('Of --calibrate: most questions to ask (default: 20).', whole(1, 1000)),
  directions: about('Of --model chances: directions of taste (default: 10).', whole(1, 1000)),
  passes: about('Of --model chances: passes, each fitted to what the one before sends (default: 1).', whole(1, 100)),
  guard: about(
    'Of --model chances: best recommendations kept free of what was withheld (default: 25).',
    whole(0, 10_000),
  ),
  neighbours: about('Of --model chances: entries of the guard per item (default: 200).', whole(1, 100_000)),
});

export const TRAIN_SPEC_HELP = `
The file that --spec names is a JSON object; all keys may be left out:
${Object.entries(trainSchema.fields)
  .map(([name, { about: words }]) => `  ${name.padEnd(12)}${words}`)
  .join('\n')}`;

export async function readTrainSpec(path: string | undefined): Promise<TrainSpec> {
  if (path === undefined) return {};
  const read = await readSpecObject(path);
  requireFit(trainSchema, read, 'spec');
  return read as TrainSpec;
}
