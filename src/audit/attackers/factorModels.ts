/** The factor models that attackers on whole histories read, trained on some of the people. */
import { type FactorModel, train, trainChannels, trained, withOwnNoise } from '../../factorization/index.ts';
import { attributeFromCodes, type Dataset, subsetUsers } from '../../ratings/index.ts';
import type { WorkTools } from '../folds/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import type { FactorModelKind, Groups, Seen } from './seen.ts';
import { sendModel } from './sentModel.ts';
import { trainOnRated } from './trainOnRated.ts';

export type FactorSettings = Pick<AuditSpec, 'training' | 'channels' | 'channelHistory'>;

/** `dataset` has a user for each row of what is seen, in the same order; its own attributes are not read. */
export function factorModels(dataset: Dataset, settings: FactorSettings): NonNullable<Seen['model']> {
  return async (kind, groups, { trainers }, tools) => {
    const labelled = withGroups(subsetUsers(dataset, trainers), groups, trainers);
    return sendModel(await trainHistoryModel(kind, labelled, GROUP, settings, tools));
  };
}

const GROUP = 'group';

function withGroups(trainers: Dataset, { types, typeCount }: Groups, people: Uint32Array): Dataset {
  const labels = Array.from({ length: typeCount }, (_, type) => `${type}`);
  const codes = Int16Array.from(people, (person) => types[person]!);
  return { ...trainers, attributes: new Map([[GROUP, attributeFromCodes(GROUP, labels, codes)]]) };
}

/** Whole histories have much to say: a model of channels gets more factors for them than for a few questions. */
export function trainHistoryModel(
  kind: FactorModelKind,
  trainers: Dataset,
  attribute: string,
  { training, channels, channelHistory }: FactorSettings,
  { onTaskDone: _, ...tools }: WorkTools,
): Promise<FactorModel> {
  return trainOnRated(trainers, async (rated) =>
    kind === 'ratings'
      ? withOwnNoise(trained(await train(rated, attribute, training, tools)), rated, attribute)
      : trained(await trainChannels(rated, attribute, { ...channels, dimension: channelHistory.dimension }, tools)),
  );
}
