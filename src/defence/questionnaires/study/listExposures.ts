/**
 * Lists of questions as exposures: in each fold models are trained on the others, lists are made from those models, and
 * the people of the fold are asked every list. With a control, the attackers are trained again on shuffled labels; the
 * lists stay as they are.
 *
 *   factor    the factor model of ratings; a skip tells it nothing
 *   channels  the factor model of what was seen and how it was rated; a skip is an observation
 *   logistic  regression on both, its ridge chosen inside the training users
 *   boosted   trees on both, which also find answers that tell only together
 *
 * The last two are fitted to the answers of the training users to this very list: whoever knows the list can do that,
 * and a list chosen to look harmless to the models above has nothing to hide behind.
 */
import {
  type Dealing,
  type Exposure,
  memoizeAsync,
  modelAbout,
  readSparse,
  sendModel,
  type Variant,
  type WorkTools,
} from '../../../audit/index.ts';
import { type FactorModel, train, trainChannels, trained } from '../../../factorization/index.ts';
import { derive } from '../../../maths/index.ts';
import {
  attributeOf,
  type CompressedRows,
  createVocabulary,
  type Dataset,
  type ItemIndex,
  shuffledLabels,
  subsetUsers,
} from '../../../ratings/index.ts';
import type { NamedList } from '../design/comparisonLists.ts';
import { ridgesOf, type StudySpec } from '../design/spec.ts';
import { answerRows, squaredErrors, targetsOf } from './askList.ts';
import { everyList, studyLists } from './studyLists.ts';

export const ATTACKERS = ['factor', 'channels', 'logistic', 'boosted'];

/** The exposure of somebody who is asked nothing. */
export const NOTHING = 'nothing';

interface AskedPeople {
  readonly dataset: Dataset;
  readonly heldOut: CompressedRows;
  /** The list to check, if there is one. */
  readonly given: readonly ItemIndex[];
}

/** The real labels first. Tasks are trained models; the attacks on the lists come between them. */
export function askedDealings({ dataset, heldOut, given }: AskedPeople, spec: StudySpec): Dealing[] {
  const kept = memoizeAsync<Uint32Array, AttributeModels[]>();
  const histories = dataset.ratings.byUser;
  const everybody = Uint32Array.from({ length: dataset.users.size }, (_, user) => user);
  const dealing = (variant: Variant, labelled: Dataset): Dealing => {
    const targets = new Map(
      spec.attributes.map((attribute) => {
        const { values, labels } = attributeOf(labelled, attribute);
        return [attribute, { types: Uint8Array.from(values), typeCount: labels.length }];
      }),
    );
    return {
      key: `asked-${variant}`,
      variant,
      targets,
      tasks: () => KINDS.length * spec.attributes.length,
      scoring: 'uncounted',
      exposures: async ({ people, trainers }, { onTaskDone, ...tools }) => {
        const models = await kept(people, () => trainAll(dataset, trainers, spec, tools));
        const attacking = variant === 'real' ? models : await trainAll(labelled, trainers, spec, tools);
        for (let task = 0; task < KINDS.length * attacking.length; task++) onTaskDone?.();
        const all = models.flatMap((own) => KINDS.map((kind) => own[kind]));
        const lists = everyList(studyLists(all, spec, given));
        const seenBy = ({ items }: NamedList): Exposure['seen'] => {
          const asked = createVocabulary<ItemIndex>(items.map((item) => dataset.items.id(item)));
          return async () => ({
            ...readSparse(answerRows(items, histories, everybody), spec.seed),
            model: async (kind, groups) => {
              const own = attacking.find(({ attribute }) => targets.get(attribute) === groups)!;
              return sendModel(modelAbout(asked, own[kind]));
            },
          });
        };
        const exposures = lists.map((list) => ({ id: list.id, attackers: ATTACKERS, seen: seenBy(list) }));
        if (variant === 'shuffled') return exposures;
        const predicted = targetsOf(heldOut, people, new Set(lists.flatMap(({ items }) => [...items])));
        const worth = (items: readonly ItemIndex[]) => async () => {
          const answers = answerRows(items, histories, people);
          const { predictionRidge } = ridgesOf(spec);
          return {
            errors: squaredErrors(models[0]!.ratings, items, answers, predicted, predictionRidge),
            answered: Float64Array.from(people, (_, n) => answers.starts[n + 1]! - answers.starts[n]!),
            targets: Float64Array.from(predicted.items, (own) => own.length),
          };
        };
        return [
          ...exposures.map((exposure, at) => ({ ...exposure, worth: worth(lists[at]!.items) })),
          { id: NOTHING, attackers: [], seen: seenBy(lists[0]!), worth: worth([]) },
        ];
      },
    };
  };
  return [dealing('real', dataset), ...(spec.control ? [dealing('shuffled', shuffledAll(dataset, spec))] : [])];
}

const KINDS = ['ratings', 'channels'] as const;

/** The models of one attribute. */
type AttributeModels = Readonly<Record<(typeof KINDS)[number], FactorModel>> & { readonly attribute: string };

async function trainAll(
  dataset: Dataset,
  trainers: Uint32Array,
  spec: StudySpec,
  tools: WorkTools,
): Promise<AttributeModels[]> {
  const data = subsetUsers(dataset, trainers);
  const models: AttributeModels[] = [];
  for (const attribute of spec.attributes) {
    const ratings = await trainOne('ratings', data, attribute, spec, tools);
    models.push({ attribute, ratings, channels: await trainOne('channels', data, attribute, spec, tools) });
  }
  return models;
}

export async function trainOne(
  kind: (typeof KINDS)[number],
  data: Dataset,
  attribute: string,
  spec: StudySpec,
  { onTaskDone, ...tools }: WorkTools,
): Promise<FactorModel> {
  const model =
    kind === 'ratings'
      ? await train(data, attribute, spec.training, tools)
      : await trainChannels(data, attribute, spec.channels, tools);
  onTaskDone?.();
  return trained(model);
}

/** Every attribute dealt out anew among the people. */
function shuffledAll(dataset: Dataset, { attributes, seed }: StudySpec): Dataset {
  return attributes.reduce(
    (data, attribute, at) => shuffledLabels(data, attribute, derive(seed, 'questionnaire-shuffle', at)),
    dataset,
  );
}
