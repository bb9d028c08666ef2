/**
 * The whole study of a questionnaire: what models say of it and of lists to hold it against, and, where data are given,
 * what happens when real people are asked. Same data, spec and seed give the same records, whatever the threads, and
 * whether it was stopped in between.
 */
import {
  type AuditTools,
  attackersNamed,
  auditDefaults,
  cautionsOf,
  dealIntoFolds,
  type Experiment,
  experimentUnits,
  type Finding,
  joinExperiment,
  type Plan,
  provenanceOf,
  runPlan,
  type Unit,
} from '../../../audit/index.ts';
import { UlteriorError } from '../../../errors/index.ts';
import { decodeModel, encodeModel, type FactorModel } from '../../../factorization/index.ts';
import {
  attributeOf,
  countsByLabel,
  type Dataset,
  fingerprint,
  groupDefaults,
  holdOutRatings,
  keepUsersWith,
  usableGroups,
} from '../../../ratings/index.ts';
import { listedForAsked } from '../design/checkQuestionnaire.ts';
import type { NamedList } from '../design/comparisonLists.ts';
import { type LeakOptions, leakKind, ownRidge } from '../design/impliedLeak.ts';
import { listFigures } from '../design/listFigures.ts';
import {
  type DesignPoint,
  type ListFigures,
  listExposure,
  type ModelDescription,
  type QuestionnaireStudy,
  type StudyData,
} from '../design/records.ts';
import { ridgesOf, type StudySpec, studySpec } from '../design/spec.ts';
import { findItems } from '../items/findItems.ts';
import { agendaOf } from './agenda.ts';
import { ATTACKERS, askedDealings, trainOne } from './listExposures.ts';
import { type StudyFigures, studyFigures } from './studyFigures.ts';
import { everyList, type StudyLists, studyLists } from './studyLists.ts';

/** What `studyQuestionnaire` works with. */
type StudyTools = Omit<AuditTools, 'planted'>;

/** From models alone: what they imply of the list; nobody is asked. */
export async function studyModels(
  models: readonly FactorModel[],
  partial: Omit<Parameters<typeof studySpec>[0], 'attributes'>,
  tools: Pick<StudyTools, 'finished' | 'signal'>,
): Promise<QuestionnaireStudy> {
  const spec = studySpec({ ...partial, attributes: [...new Set(models.map(({ attribute }) => attribute))] });
  const lists = studyLists(models, spec, findItems(spec.list, models[0]!.items));
  return recordsOf(models, lists, spec, tools);
}

/** From data: trains by itself, and asks the people of each fold lists made without them. */
export async function studyQuestionnaire(
  data: Dataset,
  partial: Parameters<typeof studySpec>[0],
  tools: StudyTools,
): Promise<QuestionnaireStudy> {
  return runPlan(planStudy(data, partial), tools);
}

/** The same in units, which need not run here. */
export function planStudy(
  all: Dataset,
  partial: Parameters<typeof studySpec>[0],
): Plan<QuestionnaireStudy, StudyTools> {
  const spec = studySpec(partial);
  const known = spec.attributes.reduce((dataset, attribute) => {
    const usable = usableGroups(dataset, attribute, groupDefaults).dataset;
    return keepUsersWith(usable, attribute).dataset;
  }, all);
  const { dataset, folds } = dealIntoFolds(known, spec.attributes[0]!, spec.folds, spec.seed, 'audit-folds');
  const given = findItems(spec.list, dataset.items);
  const heldOut = holdOutRatings(dataset, { most: spec.heldOut, share: spec.heldOutShare }, spec.seed).heldOut.byUser;
  const trainings = modelUnits(dataset, spec);
  const { together } = dataset;
  // Models have their own ridge for answers; the one of whole histories is for many more of them.
  const set = { ...auditDefaults, ridge: spec.ridge, channelHistory: { ridge: 'model' }, seed: spec.seed } as const;
  const asked = experimentUnits(
    askedDealings({ dataset, heldOut, given }, spec),
    { folds, count: spec.folds, together },
    set,
  );
  return {
    units: [...trainings, ...asked.flatMap(({ units }) => units)],
    closingTasks: 0,
    records: async (foundIn, tools) => {
      const models = trainings.map(foundIn);
      const lists = studyLists(models, spec, given);
      const ids = everyList(lists).map(({ id }) => id);
      const experiment = joinExperiment(asked, foundIn, dataset.users.size, ATTACKERS);
      const judged = [lists.subject.id, listedForAsked(spec, lists.curve)?.id];
      const figures = await studyFigures(experiment, ids, judged, dataset, folds, spec, tools);
      const data = describe(dataset, all.users.size - dataset.users.size, spec, tools.source);
      return recordsOf(models, lists, spec, tools, {
        data,
        figures,
        attackers: experiment.attackers,
        notes: experiment.notes,
      });
    },
  };
}

async function recordsOf(
  models: readonly FactorModel[],
  lists: StudyLists,
  spec: StudySpec,
  { finished, signal }: Pick<StudyTools, 'finished' | 'signal'>,
  asked?: Pick<Experiment, 'attackers' | 'notes'> & { readonly data: StudyData; readonly figures: StudyFigures },
): Promise<QuestionnaireStudy> {
  const ridges = ridgesOf(spec);
  const figuresOf = ({ id, label, items }: NamedList): ListFigures => ({
    ...listFigures(models, items, { id, label }, ridges),
    verdict: asked?.figures.verdicts.get(id),
  });
  const pointOf = (point: StudyLists['curve'][number]): DesignPoint => ({
    ...figuresOf(point),
    maxAuc: point.maxAuc,
    excess: point.excess,
  });
  const subject = 'maxAuc' in lists.subject ? pointOf(lists.subject) : figuresOf(lists.subject);
  const compared = lists.compared.map(figuresOf);
  const curve = lists.curve.map(pointOf);
  const every = [...new Map([subject, ...compared, ...curve].map((list) => [list.id, list])).values()];
  const people = asked?.data.users ?? 0;
  return {
    format: 'ulterior-questionnaire-study',
    version: 1,
    spec,
    data: asked?.data,
    attackers: attackersNamed(asked?.attackers ?? [], 'lists'),
    models: models.map((model) => describeModel(model, ridges)),
    subject,
    agenda: spec.agendaSamples === 0 ? [] : await agendaOf(models, lists.subject.items, spec, signal),
    compared,
    curve,
    findings: [
      ...every.flatMap((list) => impliedFindings(list, people, list === subject && asked === undefined)),
      ...(asked?.figures.findings ?? []),
    ],
    measurement: asked?.figures.measurement,
    ...asked?.notes,
    provenance: provenanceOf({ finished }),
  };
}

/** What models say of a list. A gate judges it where nobody was asked. */
function impliedFindings({ id, questions, leaks, worth }: ListFigures, people: number, judged: boolean): Finding[] {
  const list = { exposure: listExposure(id), length: questions.length, variant: 'real', people } as const;
  return [
    ...leaks.map(({ attribute: target, kind, squaredDistance, auc }) => {
      const place = { target, ...list, attacker: kind };
      return { ...place, D2: squaredDistance, impliedAuc: auc, ...(judged ? { judged } : {}) };
    }),
    ...(worth === undefined ? [] : [{ target: 'taste', ...list, worth: worth.cut }]),
  ];
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
    ...cautionsOf(dataset, attributes),
  };
}

/** One unit for each model of everybody, two for each attribute. */
function modelUnits(dataset: Dataset, spec: StudySpec): Unit<FactorModel>[] {
  return spec.attributes.flatMap((attribute, at) =>
    (['ratings', 'channels'] as const).map((kind) => ({
      key: `model-${at}-${kind}`,
      tasks: 1,
      work: async (tools) => encodeModel(await trainOne(kind, dataset, attribute, spec, tools)),
      read: readModel,
    })),
  );
}

/** undefined for bytes that are no model: such a checkpoint counts as none. */
function readModel(bytes: Uint8Array): FactorModel | undefined {
  try {
    return decodeModel(bytes);
  } catch (error) {
    if (error instanceof UlteriorError) return undefined;
    throw error;
  }
}
