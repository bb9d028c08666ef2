/** Jobs of the questionnaire view. Models come as bytes, because that is what can be copied between threads. */
import {
  type AgendaFinding,
  comparisonLists,
  designQuestionnaire,
  findItems,
  impliedLeak,
  prepareDetector,
  type QuestionnaireStudy,
  studyModels,
} from '../../../defence/index.ts';
import {
  channelDefaults,
  decodeModel,
  encodeModel,
  type FactorModel,
  presets,
  train,
  trainChannels,
  trained,
} from '../../../factorization/index.ts';
import { holm } from '../../../maths/index.ts';
import type { Job } from '../jobs/job.ts';
import { requireData } from '../jobs/openedData.ts';
import { startPool } from '../jobs/startPool.ts';
import { withTaste } from '../jobs/tasteView.ts';
import { messagesIn } from '../jobs/yieldingExecutor.ts';

type Models = readonly Uint8Array[];

interface ListInput {
  readonly models: Models;
  /** Ids of items. */
  readonly list: readonly string[];
}

const decoded = (models: Models) => models.map((bytes) => decodeModel(bytes));
const finished = () => new Date().toISOString();

/** A model of ratings and one of what was seen and how it was rated, from the data that are open. */
const trainOnData: Job<undefined, { readonly models: Models; readonly source: string }> = async (
  _,
  { kernels, signal, progress },
) => {
  const { dataset, attribute, summary } = requireData();
  progress({ stage: 'Training on the ratings' });
  const ratings = trained(await train(dataset, attribute, presets.als, { kernels, signal }));
  progress({ stage: 'Training on what people know' });
  await messagesIn();
  signal.throwIfAborted();
  const channels = trained(await trainChannels(dataset, attribute, channelDefaults, { signal }));
  return { models: [encodeModel(ratings), encodeModel(channels)], source: summary.source };
};

/** What a list gives away and teaches, by the models; nobody is asked. Other lists are designed by `designList`. */
const studyList: Job<ListInput & { readonly name: string }, QuestionnaireStudy> = (
  { models, list, name },
  { signal, progress },
) => {
  progress({ stage: 'Looking at the list' });
  return studyModels(
    withTaste(decoded(models)),
    { task: 'check', list, name, agendaSamples: 0, budgets: [], exchanges: 0 },
    { finished, signal },
  );
};

const designList: Job<
  { readonly models: Models; readonly questions: number; readonly maxAuc: number },
  QuestionnaireStudy
> = ({ models, questions, maxAuc }, { signal, progress }) => {
  progress({ stage: 'Designing lists' });
  const spec = { task: 'design', questions, maxAuc, agendaSamples: 0 } as const;
  return studyModels(withTaste(decoded(models)), spec, { finished, signal });
};

const SAMPLES = 2000;

/** Whether the list looks aimed at an attribute, against lists that aim at nobody. */
const agenda: Job<ListInput, { readonly samples: number; readonly findings: readonly AgendaFinding[] }> = async (
  { models, list },
  { signal, progress },
) => {
  const executor = await startPool();
  const all = decoded(models);
  const findings: Omit<AgendaFinding, 'correctedPValue'>[] = [];
  for (const [at, model] of all.entries()) {
    const items = findItems(list, model.items);
    const onProgress = ({ done, total }: { done: number; total: number }) =>
      progress({ stage: 'Drawing lists that aim at no one', share: (at + done / total) / all.length });
    const options = { horizon: items.length, samples: SAMPLES };
    const detector = await prepareDetector(model, options, { executor, signal, onProgress });
    const [aim] = detector.check(items);
    const { kind } = impliedLeak(model, items);
    findings.push({ attribute: model.attribute, kind, pValue: aim!.points.at(-1)!.pValue });
  }
  const corrected = holm(findings.map(({ pValue }) => pValue));
  return {
    samples: SAMPLES,
    findings: findings.map((finding, at) => ({ ...finding, correctedPValue: corrected[at]! })),
  };
};

export interface ExampleList {
  /** Of a comparison (`popularity`, `attacker:gender`), or `designed`. */
  readonly id: string;
  readonly titles: readonly string[];
}

/** Lists to start from: what is popular, what divides opinions, what an attacker would ask, and a designed one. */
const exampleLists: Job<{ readonly models: Models; readonly questions: number }, readonly ExampleList[]> = ({
  models: bytes,
  questions,
}) => {
  const models = withTaste(decoded(bytes));
  const titled = ({ id, items }: { id: string; items: readonly number[] }) => ({
    id,
    titles: items.map((item) => models[0]!.items.title(item as never)),
  });
  const designed = teachesTaste(models)
    ? [
        {
          id: 'designed',
          items: designQuestionnaire(models, { questions, maxAuc: 0.6 }).proposed.items,
        },
      ]
    : [];
  return [...comparisonLists(models, questions), ...designed].map(titled);
};

/** Only a model of ratings says what questions teach. */
const teachesTaste = (models: readonly FactorModel[]) => models.some(({ rows }) => rows.channels.includes('rating'));

export const questionnaireJobs = { trainOnData, studyList, designList, agenda, exampleLists };
