/** A study of a list of questions, from data or from models: `ulterior audit --list` checks one, `ulterior design` proposes one. */
import { join } from 'node:path';
import type { Command } from 'commander';
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
import { refuseIdle } from '../shared/options.ts';
import { openSeveral, type SeveralAttributes } from '../shared/severalAttributes.ts';
import { addSpecFlags, type FlagsOf, specFrom } from '../shared/specFlags.ts';
import { channelsOver, OF_TRAINING, type TrainingFlags, trainingOver } from '../shared/trainingOptions.ts';

/** What is studied is in the data, or in models. */
export interface SourceFlags extends DataFlags, TrainingFlags, SeveralAttributes {
  readonly model?: string[];
}

const FLAGS = {
  budgets: 'budgets',
  ridge: 'ridge',
  predictionRidge: 'predictionRidge',
  folds: 'folds',
  resamples: 'resamples',
  agendaSamples: 'agendaSamples',
} as const;

export interface StudyFlags extends SourceFlags, Omit<MeasureFlags, 'output'>, FlagsOf<StudySpec, typeof FLAGS> {
  readonly control: boolean;
  readonly output?: string;
}

export const READ_BY_STUDIES = [...Object.values(FLAGS), ...OF_TRAINING, 'model', 'control'];

export function addStudyOptions(command: Command): Command {
  return addSpecFlags(command, studySchema, studyDefaults, FLAGS).option(
    '--model <files...>',
    'in place of data: models from `ulterior train`, of ratings, of channels and of chances',
  );
}

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
  readonly isGiven: (flag: string) => boolean;
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
    const asking = { ...flags, noControl: flags.control ? undefined : true };
    refuseIdle(asking, ['folds', 'noControl', 'resamples', 'threads'], 'models are given: nobody is asked');
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

function fromFlags({ flags, inSpec, isGiven }: StudyRequest): Partial<StudySpec> {
  const { maxAuc, seed } = flags;
  return {
    ...specFrom(FLAGS, flags),
    maxAuc,
    training: trainingOver(inSpec.training, flags, isGiven),
    channels: channelsOver(inSpec.channels, flags, isGiven),
    control: flags.control ? inSpec.control : false,
    seed,
  };
}

export async function loadModels(paths: readonly string[]): Promise<FactorModel[]> {
  const models: FactorModel[] = [];
  for (const path of paths) models.push(await loadAnswerModel(path));
  return models;
}

type Source =
  | { readonly kind: 'models'; readonly paths: readonly string[] }
  | { readonly kind: 'data'; readonly data: string };

export function requireOneSource({
  data,
  flags,
  isGiven,
}: Omit<StudyRequest, 'inSpec' | 'flags'> & { readonly flags: SourceFlags }): Source {
  const { model } = flags;
  if (model !== undefined && data === undefined) {
    refuseIdle(flags, [...OF_DATA, ...OF_TRAINING].filter(isGiven), 'models are given: nothing is read or trained');
    return { kind: 'models', paths: model };
  }
  if (model === undefined && data !== undefined) return { kind: 'data', data };
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    model === undefined ? 'neither models nor data are named' : 'both models and data are named',
    'name data with --attribute, or pass --model with files that `ulterior train` wrote',
    { parameter: '--model' },
  );
}
