/**
 * What a training elsewhere must know to arrive at the same model: the settings, which users train and of which group
 * they are, which ratings are held out, and where the items start. The ratings themselves are not in it.
 *
 * ALS begins with the users, whose profiles follow exactly from the items': the start of the items decides everything.
 * Item profiles start at random, biases at 0, the same numbers as in `solveByAls`. Models of channels start from the random
 * block of `fitChannels`.
 */
import { UlteriorError } from '../../errors/index.ts';
import { BLOCK_WIDTH, derive, startingBlock } from '../../maths/index.ts';
import { type Dataset, fingerprint, type RatingScale } from '../../ratings/index.ts';
import { VERSION } from '../../version/index.ts';
import { DIRECTIONS } from '../channels/fitChannels.ts';
import { type ChannelParameters, checkedChannelParameters } from '../model/channelParameters.ts';
import { checkedParameters, type TrainingParameters } from '../model/parameters.ts';
import { encodeSealed } from '../model/sealedFile.ts';
import { fillRandomly, inOrder } from '../training/solver.ts';
import { prepareTraining, type TrainingData } from '../training/trainingData.ts';

/** Another program refuses a plan of another version. */
const PLAN_FORMAT = { format: 'ulterior-plan', formatVersion: 1 } as const;
const START_FORMAT = { format: 'ulterior-plan-start', version: '1' } as const;

/** The settings, as plan.json holds them. */
interface PlanSettings {
  readonly format: string;
  readonly formatVersion: number;
  /** Version of the package that wrote the plan. */
  readonly version: string;
  readonly attribute: string;
  readonly typeLabels: readonly string[];
  readonly parameters: TrainingParameters | ChannelParameters;
  readonly scale: RatingScale;
  readonly dataFingerprint: string;
  /** What the data are after the filter, so that other data are noticed. */
  readonly counts: {
    readonly users: number;
    readonly items: number;
    readonly ratings: number;
  };
  /** `listed`: the plan lists what is held out. `hashed`: a hash of user and item decides (spark/plan.py). */
  readonly heldOut: 'listed' | 'hashed';
}

/** A plan: its settings, and the parts that become files of their own. */
interface TrainingPlan {
  readonly settings: PlanSettings;
  /** The group of each user of the dataset; -1 where it is not known. */
  readonly userTypes: ArrayLike<number>;
  /** Users and items (indexes of the dataset) of the ratings held out. */
  readonly heldOut: { readonly users: Uint32Array; readonly items: Uint32Array };
  /** Where training starts, as the bytes of a safetensors file. */
  readonly start: Uint8Array<ArrayBuffer>;
}

/** Models of ratings by ALS and models of channels can be planned; SGD depends on the order of the single ratings. */
export function trainingPlan(
  dataset: Dataset,
  attribute: string,
  parameters: TrainingParameters | ChannelParameters,
): TrainingPlan {
  const items = dataset.items.size;
  if (parameters.solver === 'svd') {
    const checked = checkedChannelParameters(parameters);
    const data = prepareTraining(dataset, attribute, { centring: 'item', noiseHoldOut: 0, seed: checked.seed });
    const rows = items * checked.channels.length;
    const directions = startingBlock(rows, derive(checked.seed, DIRECTIONS));
    return planOf(data, checked, { directions: { shape: [rows, BLOCK_WIDTH], values: directions } });
  }
  const checked = checkedParameters(parameters);
  if (checked.solver !== 'als') {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      `a plan for training elsewhere needs the solver als, not ${checked.solver}`,
      'leave out --preset, or set it to als',
      { parameter: 'solver', value: checked.solver },
    );
  }
  const data = prepareTraining(dataset, attribute, checked);
  const itemProfiles = new Float32Array(items * checked.dimension);
  fillRandomly(itemProfiles, 'initial-items', checked, checked.dimension, inOrder(items));
  return planOf(data, checked, {
    itemProfiles: { shape: [items, checked.dimension], values: itemProfiles },
    typeBiases: { shape: [items, data.types], values: new Float32Array(items * data.types) },
  });
}

function planOf(
  data: TrainingData,
  parameters: TrainingParameters | ChannelParameters,
  start: Parameters<typeof encodeSealed>[2],
): TrainingPlan {
  const { dataset } = data;
  const { starts, indices } = dataset.ratings.byUser;
  let user = 0;
  const heldOutUsers = data.heldOut.map((at) => {
    while (starts[user + 1]! <= at) user++;
    return user;
  });
  return {
    settings: {
      ...PLAN_FORMAT,
      version: VERSION,
      attribute: data.attribute.name,
      typeLabels: data.attribute.labels,
      parameters,
      scale: dataset.scale,
      dataFingerprint: fingerprint(dataset, data.attribute.name),
      counts: {
        users: dataset.users.size,
        items: dataset.items.size,
        ratings: dataset.ratings.count,
      },
      heldOut: 'listed',
    },
    userTypes: data.attribute.values,
    heldOut: { users: heldOutUsers, items: data.heldOut.map((at) => indices[at]!) },
    start: encodeSealed(START_FORMAT, {}, start),
  };
}
