/** A study of a list of questions, from data or from models: `ulterior audit --list` checks one, `ulterior design` proposes one. */
import { join } from 'node:path';
import {
  type DesignOrigin,
  type QuestionnaireStudy,
  type StudySpec,
  studyDefaults,
  studyModels,
  studyQuestionnaire,
  studySchema,
  studySpec,
} from '../../defence/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import { fingerprint } from '../../ratings/index.ts';
import { loadAnswerModel, openCheckpoints } from '../../runtime/index.ts';
import { filledIn } from '../../schema/index.ts';
import { type DataFlags, OF_DATA } from '../shared/dataOptions.ts';
import { longRun } from '../shared/longRun.ts';
import type { MeasureFlags } from '../shared/measure.ts';
import { namedData, withNamedData } from '../shared/namedData.ts';
import { asKey, refuseIdle } from '../shared/options.ts';
import { openSeveral, type SeveralAttributes } from '../shared/severalAttributes.ts';
import type { UsualSettings } from '../spec/settings.ts';
import { channelsIn, trainingIn, trainingKeys, usualTraining } from '../spec/trainingOptions.ts';

/** What is studied is in the data, or in models. */
interface SourceFlags extends DataFlags, SeveralAttributes {
  readonly model?: readonly string[];
}

export interface StudyFlags extends SourceFlags, Omit<MeasureFlags, 'output'> {
  readonly seed: number;
  readonly output?: string;
}

export const studySettings: UsualSettings = {
  keys: { ...studySchema, fields: { ...studySchema.fields, training: trainingKeys } },
  defaults: { ...studyDefaults, training: usualTraining },
};

interface Studied {
  /** Nothing where the study was stopped. */
  readonly study: QuestionnaireStudy | undefined;
  /** Fingerprints of the data it rests on. */
  readonly data: readonly string[];
}

interface StudyRequest {
  readonly data: string | undefined;
  readonly flags: StudyFlags;
  readonly inSpec: Partial<StudySpec>;
}

/** `origin` of a list that was designed: on the data of its design it is checked in another way. */
export async function studied(
  task: Pick<StudySpec, 'task'> & Partial<StudySpec>,
  request: StudyRequest,
  origin?: DesignOrigin,
): Promise<Studied> {
  const { flags } = request;
  const finished = () => new Date().toISOString();
  const partial = { ...filledIn<Partial<StudySpec>>(request.inSpec, fromFlags(request)), ...task };
  const source = requireOneSource(request);
  if (source.kind === 'models') {
    const where = 'models are given, so no one is asked';
    refuseIdle(flags, ['threads'], where);
    refuseIdle(request.inSpec, ['folds', 'control', 'resamples'], where, '', asKey);
    const models = await loadModels(source.paths);
    const data = [...new Set(models.map(({ provenance }) => provenance.dataFingerprint))];
    return { study: await studyModels(models, partial, { finished }), data };
  }
  const { dataset, summary } = await openSeveral(source.data, flags);
  const attributes = [...dataset.attributes.keys()];
  const data = attributes.map((attribute) => fingerprint(dataset, attribute));
  const designedHere = origin?.data.some((own) => data.includes(own));
  const spec = studySpec({ ...partial, attributes, designedFor: designedHere ? origin!.maxAuc : undefined });
  const identity = { data, spec };
  const folder = flags.output === undefined ? undefined : join(flags.output, 'checkpoints');
  const checkpoints = folder === undefined ? undefined : await openCheckpoints(folder, identity);
  const found = await longRun({ doing: 'training', source: summary.source, checkpoints: folder }, flags, (tools) =>
    studyQuestionnaire(dataset, spec, { ...tools, checkpoints }),
  );
  const named = namedData(source.data, flags, flags.attributes.length === 0 ? attributes : flags.attributes);
  return { study: found && withNamedData(found, named), data };
}

function fromFlags({ flags, inSpec }: StudyRequest): Partial<StudySpec> {
  const { maxAuc, seed } = flags;
  const [training, channels] = [trainingIn(inSpec.training, seed), channelsIn(inSpec.channels, seed)];
  return { maxAuc, training, channels, seed };
}

export async function loadModels(paths: readonly string[]): Promise<FactorModel[]> {
  const models: FactorModel[] = [];
  for (const path of paths) models.push(await loadAnswerModel(path));
  return models;
}

type Source =
  | { readonly kind: 'models'; readonly paths: readonly string[] }
  | { readonly kind: 'data'; readonly data: string };

export function requireOneSource({ data, flags, inSpec }: StudyRequest & { readonly flags: SourceFlags }): Source {
  const { model } = flags;
  if (model !== undefined && data === undefined) {
    const where = 'models are given: nothing is read or trained';
    refuseIdle(flags, OF_DATA, where);
    refuseIdle(inSpec, ['training', 'channels'], where, '', asKey);
    return { kind: 'models', paths: model };
  }
  if (model === undefined && data !== undefined) return { kind: 'data', data };
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    model === undefined ? 'neither models nor data are named' : 'both models and data are named',
    'name data with --attribute, or models that `ulterior train` wrote',
    { parameter: 'model' },
  );
}
