/**
 * The whole study of a questionnaire: what models say of it and of lists to hold it against, and, where data are given,
 * what happens when real people are asked. Same data, spec and seed give the same records, whatever the threads, and
 * whether it was stopped in between.
 */

import { type AuditTools, dealIntoFolds } from '../../audit/index.ts';
import { type FactorModel, VERSION } from '../../factorization/index.ts';
import { pluginsPart } from '../../plugins/index.ts';
import {
  attributeOf,
  countsByLabel,
  type Dataset,
  fingerprint,
  groupDefaults,
  holdOutRatings,
  type ItemIndex,
  keepUsersWith,
  usableGroups,
} from '../../ratings/index.ts';
import { decodeNumbers, encodeNumbers, scatterNumbers } from '../personNumbers.ts';
import { agendaOf } from './agenda.ts';
import { askFold, trainAll } from './askFold.ts';
import type { NamedList } from './comparisonLists.ts';
import { findItems } from './findItems.ts';
import { type LeakOptions, leakKind, ownRidge } from './impliedLeak.ts';
import { listFigures } from './listFigures.ts';
import type {
  DesignPoint,
  ListFigures,
  MeasuredList,
  ModelDescription,
  QuestionnaireStudy,
  StudyData,
} from './records.ts';
import { ridgesOf, type StudySpec, studySpec } from './spec.ts';
import { type StudyFigures, studyFigures } from './studyFigures.ts';
import { everyList, type StudyLists, studyLists } from './studyLists.ts';

/** What `studyQuestionnaire` works with. */
export type StudyTools = Omit<AuditTools, 'planted'>;

/** From models alone: what they imply of the list; nobody is asked. */
export async function studyModels(
  models: readonly FactorModel[],
  partial: Omit<Parameters<typeof studySpec>[0], 'attributes'>,
  tools: Pick<StudyTools, 'finished' | 'signal'>,
): Promise<QuestionnaireStudy> {
  const spec = studySpec({ ...partial, attributes: [...new Set(models.map(({ attribute }) => attribute))] });
  const lists = studyLists(models, spec, givenItems(spec, models));
  return recordsOf(models, lists, spec, tools);
}

/** From data: trains by itself, and asks the people of each fold lists made without them. */
export async function studyQuestionnaire(
  data: Dataset,
  partial: Parameters<typeof studySpec>[0],
  tools: StudyTools,
): Promise<QuestionnaireStudy> {
  const spec = studySpec(partial);
  const known = spec.attributes.reduce((dataset, attribute) => {
    const usable = usableGroups(dataset, attribute, groupDefaults).dataset;
    return keepUsersWith(usable, attribute).dataset;
  }, data);
  const { dataset, folds } = dealIntoFolds(known, spec.attributes[0]!, spec.folds, spec.seed, 'audit-folds');
  const progress = countProgress(spec, tools);
  const { kernels, executor, signal } = tools;
  const training = { kernels, executor, signal, onModelTrained: () => progress(1) };
  const models = (await trainAll(dataset, undefined, spec, training)).flatMap(({ ratings, channels }) => [
    ratings,
    channels,
  ]);
  const lists = studyLists(models, spec, givenItems(spec, models));
  const heldOut = holdOutRatings(dataset, { most: spec.heldOut, share: spec.heldOutShare }, spec.seed).heldOut.byUser;
  const numbers = new Map<string, Float64Array>();
  for (let fold = 0; fold < spec.folds; fold++) {
    const inFold = (wanted: boolean) =>
      Uint32Array.from(folds.keys()).filter((user) => (folds[user] === fold) === wanted);
    const [people, trainers] = [inFold(true), inFold(false)];
    const saved = await tools.checkpoints?.read(`fold-${fold}`);
    let found = saved && decodeNumbers(saved);
    if (found === undefined) {
      const given = givenItems(spec, models);
      found = await askFold({ dataset, heldOut, trainers, people, given }, spec, training);
      await tools.checkpoints?.write(`fold-${fold}`, encodeNumbers(found));
    } else {
      progress(modelsPerFold(spec));
    }
    scatterNumbers(numbers, found, people, dataset.users.size);
  }
  const ids = everyList(lists).map(({ id }) => id);
  const figures = studyFigures(numbers, ids, dataset, spec);
  const described = describe(dataset, data.users.size - dataset.users.size, spec, tools.source);
  return recordsOf(models, lists, spec, tools, { data: described, figures });
}

/** The items of the list to check; none in a design. */
function givenItems({ list }: StudySpec, models: readonly FactorModel[]): ItemIndex[] {
  return findItems(list, models[0]!.items);
}

async function recordsOf(
  models: readonly FactorModel[],
  lists: StudyLists,
  spec: StudySpec,
  { finished, signal }: Pick<StudyTools, 'finished' | 'signal'>,
  asked?: { readonly data: StudyData; readonly figures: StudyFigures },
): Promise<QuestionnaireStudy> {
  const ridges = ridgesOf(spec);
  const measured = (id: string): { measured?: MeasuredList } => {
    const figures = asked?.figures.lists.get(id);
    return figures === undefined ? {} : { measured: figures };
  };
  const figuresOf = ({ id, label, items }: NamedList): ListFigures => ({
    ...listFigures(models, items, { id, label }, ridges),
    ...measured(id),
  });
  const pointOf = (point: StudyLists['curve'][number]): DesignPoint => ({
    ...figuresOf(point),
    maxAuc: point.maxAuc,
    excess: point.excess,
  });
  const { subject, compared, curve } = lists;
  return {
    format: 'ulterior-questionnaire-study',
    version: 2,
    spec,
    models: models.map((model) => describeModel(model, ridges)),
    subject: 'maxAuc' in subject ? pointOf(subject) : figuresOf(subject),
    agenda: spec.agendaSamples === 0 ? [] : await agendaOf(models, subject.items, spec, signal),
    compared: compared.map(figuresOf),
    curve: curve.map(pointOf),
    ...(asked === undefined ? {} : { data: asked.data, measurement: asked.figures.measurement }),
    provenance: { version: VERSION, finished: finished(), ...pluginsPart() },
  };
}

function describeModel(model: FactorModel, ridges: LeakOptions): ModelDescription {
  const { attribute, typeLabels, provenance, dimension } = model;
  return {
    attribute,
    kind: leakKind(model),
    labels: typeLabels,
    users: provenance.users,
    ratings: provenance.ratings,
    dimension,
    ridge: ownRidge(model, ridges).ridge ?? model.noiseVariance / model.profileVariance,
  };
}

function describe(dataset: Dataset, leftOut: number, { attributes }: StudySpec, source: string): StudyData {
  return {
    source,
    users: dataset.users.size,
    items: dataset.items.size,
    ratings: dataset.ratings.count,
    leftOut,
    attributes: attributes.map((name) => {
      const attribute = attributeOf(dataset, name);
      const users = countsByLabel(attribute);
      return { name, labels: attribute.labels.map((label, code) => ({ label, users: users[code]! })) };
    }),
    fingerprint: fingerprint(dataset, attributes[0]!),
  };
}

const modelsPerFold = ({ attributes, control }: StudySpec) => 2 * attributes.length * (control ? 2 : 1);

/** Counts trained models; the attacks on the lists come between them. */
function countProgress(spec: StudySpec, tools: StudyTools): (models: number) => void {
  const total = 2 * spec.attributes.length + spec.folds * modelsPerFold(spec);
  let done = 0;
  return (models) => {
    done += models;
    tools.onProgress?.({ done, total });
  };
}
