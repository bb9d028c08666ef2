/** What can be set in the training of a channel model. */
import { outOfRange, requireWithin } from '../../errors/index.ts';
import { BLOCK_WIDTH } from '../../maths/index.ts';
import { filledIn, requireFit, schema } from '../../schema/index.ts';

/** What a row of a channel model observes: whether the item was seen, and how it was rated. */
export type OpenChannel = 'presence' | 'centredRating';
export const OPEN_CHANNELS: readonly OpenChannel[] = ['presence', 'centredRating'];

/** How a model of two channels (seen or not, and how it was rated) is trained. */
export interface ChannelParameters {
  /** Singular value decomposition of the standardised residuals. */
  readonly solver: 'svd';
  /** What is observed of an item; one or both, in the order of OPEN_CHANNELS. */
  readonly channels: readonly OpenChannel[];
  /** Length d of the profiles. */
  readonly dimension: number;
  /** The least share of a row's variance that counts as noise, however much of it the profiles explain. */
  readonly noiseFloor: number;
  /** Most steps of the decomposition; it stops where it has converged. */
  readonly iterations: number;
  /** Of the random start, which a decomposition that has converged does not remember. */
  readonly seed: number;
}

export const channelDefaults: ChannelParameters = Object.freeze({
  solver: 'svd',
  channels: OPEN_CHANNELS,
  dimension: 20,
  noiseFloor: 0.15,
  iterations: 100,
  seed: 1,
});

const { oneOf, listOf, whole, between } = schema;
export const channelSchema = schema.about(
  'Training of models that also read what was not rated; see src/factorization/model/channelParameters.ts.',
  schema.fieldsOf<ChannelParameters>({
    solver: oneOf(['svd']),
    channels: listOf(oneOf(OPEN_CHANNELS), 1),
    dimension: schema.about('Length of the profiles.', whole(1, 512)),
    noiseFloor: between(0.001, 1),
    iterations: whole(1, 10_000),
    seed: schema.seed,
  }),
);

/** The defaults with some values replaced, frozen, if every value is within its range. */
export function checkedChannelParameters(changes: Partial<ChannelParameters> = {}): ChannelParameters {
  requireFit(channelSchema, changes);
  const parameters = filledIn(channelDefaults, changes);
  const { channels, dimension, iterations } = parameters;
  const inOrder = OPEN_CHANNELS.filter((channel) => channels.includes(channel));
  if (channels.join() !== inOrder.join()) {
    throw outOfRange('channels', channels.join(', '), `${OPEN_CHANNELS.join(', ')}, or one of the two`);
  }
  // Every step adds BLOCK_WIDTH vectors, and fewer vectors than directions cannot span them.
  requireWithin('iterations', iterations, { min: Math.ceil(dimension / BLOCK_WIDTH), max: 10_000, whole: true });
  return Object.freeze({ ...parameters, channels: Object.freeze([...channels]) });
}
