/** `ulterior train` where the attribute is a number: a model of slopes. */
import { type NumericParameters, numericParameters, trained, trainNumeric } from '../../factorization/index.ts';
import { saveModel } from '../../runtime/index.ts';
import { filledIn } from '../../schema/index.ts';
import type { OpenedData } from '../shared/dataOptions.ts';
import { refuseFlags } from '../shared/options.ts';
import { count, print, trainingProgress } from '../shared/output.ts';
import type { TrainingFlags } from '../spec/trainingOptions.ts';

/** Flags of other models are refused: they would be read in vain. */
function numericTrainingFrom(flags: TrainingFlags): NumericParameters {
  const { preset, dimension, iterations, profileRidge, seed } = flags;
  refuseFlags({ ...flags, preset: preset === 'als' ? undefined : preset }, ['preset', 'step', 'biasRidge'], 'a number');
  return numericParameters(filledIn<Partial<NumericParameters>>({ seed }, { dimension, iterations, profileRidge }));
}

export async function trainNumber(
  { dataset, attribute }: OpenedData,
  flags: TrainingFlags & { readonly output: string; readonly quiet?: boolean },
): Promise<void> {
  const onProgress = flags.quiet ? undefined : trainingProgress('training');
  const model = trained(await trainNumeric(dataset, attribute, numericTrainingFrom(flags), { onProgress }));
  await saveModel(flags.output, model);
  if (flags.quiet) return;
  const { users, ratings, trainingErrors, slopeVariance } = model.provenance;
  const { mean, variance } = model.attribute;
  print(
    `${flags.output}: ${attribute} as a number (mean ${mean.toFixed(1)}, standard deviation ${Math.sqrt(variance).toFixed(1)}), ${count(model.items.size)} items, profiles of length ${model.dimension}`,
    `trained on ${count(ratings)} ratings by ${count(users)} users; training error ${trainingErrors.at(-1)!.toFixed(4)}, noise variance ${model.noiseVariance.toFixed(4)}`,
    ...(slopeVariance === undefined
      ? []
      : [
          `slopes differ by ${Math.sqrt(slopeVariance).toFixed(3)} rating points for a standard deviation of ${attribute}`,
        ]),
  );
}
