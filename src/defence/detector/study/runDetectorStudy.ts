/**
 * How good the detector is: how often it cries wolf at interviews that aim at nobody, how soon it notices those that aim,
 * and what an attacker gains who hides among popular questions. Everything is simulated from one model; the same spec and
 * model give the same records, whatever the executor.
 */
import { resampleWeights } from '../../../audit/index.ts';
import { requireWithin } from '../../../errors/index.ts';
import { attributesOf, encodeModel, type FactorModel } from '../../../factorization/index.ts';
import { startBelief } from '../../../inference/index.ts';
import { holm, inlineExecutor } from '../../../maths/index.ts';
import { VERSION } from '../../../version/index.ts';
import { aimRowsOf } from '../path/aimRows.ts';
import { benignPathsTask } from '../path/benignPathsTask.ts';
import { type BenignPolicy, benignPolicies, checkedWeights } from '../path/benignPolicies.ts';
import { type Detector, type DetectorTools, prepareDetector } from '../path/detector.ts';
import { askerFigures, joinOutcomes } from './askerFigures.ts';
import { type AskerOutcomes, askerTask } from './askerTask.ts';
import type { AskerDescription, Bound, DetectorRecords, FalseAlarms } from './records.ts';
import { type DetectorSpec, detectorSpec } from './spec.ts';

/** What `runDetectorStudy` works with. */
interface DetectorStudyTools extends DetectorTools {
  readonly policies?: readonly BenignPolicy[] | undefined;
  /** Where the model came from, and the time at the end; for the records. */
  readonly source?: string | undefined;
  readonly finished?: (() => string) | undefined;
}

/** Interviews to a task. */
const BENIGN_BATCH = 1_000;
const ASKER_BATCH = 50;

/**
 * Measures a detector: how often it alarms at benign questions, how soon it notices attackers, and how much
 * questions that pass may give away.
 */
export async function runDetectorStudy(
  model: FactorModel,
  partial: Partial<DetectorSpec> = {},
  tools: DetectorStudyTools = {},
): Promise<DetectorRecords> {
  const spec = detectorSpec(partial);
  requireWithin('questions', spec.questions, { min: 1, max: model.items.size, whole: true });
  const { policies = benignPolicies, executor = inlineExecutor, signal, onProgress } = tools;
  const { ridge } = startBelief(model, { ridge: spec.ridge === 'model' ? undefined : spec.ridge }).parameters;
  const { attributes } = attributesOf(model);
  const askers = askersOf(
    attributes.map(({ name }) => name),
    spec,
  );

  const benign = benignUnits(model, policies, spec, ridge);
  const units = askerUnits(model, askers, spec, ridge);
  let done = 0;
  const onDone = () => onProgress?.({ done: ++done, total: benign.length + units.length });
  const { questions: horizon, samples, seed } = spec;
  const detector = await prepareDetector(
    model,
    { horizon, samples, seed, policies, beliefOptions: { ridge } },
    { executor, signal },
  );
  const paths = await executor.run(benignPathsTask, benign, { signal, onDone });
  const falseAlarms = policies.flatMap(({ name }, policy) => {
    const count = Math.ceil(spec.interviews / BENIGN_BATCH);
    const own = paths.slice(policy * count, (policy + 1) * count);
    const joined = attributes.map((_, at) => Float64Array.from(own.flatMap((part) => Array.from(part[at]!))));
    return falseAlarmsOf(detector, name, joined, spec);
  });
  const parts = await executor.run(askerTask, units, { signal, onDone });
  const perAsker = Math.ceil(spec.attacks / ASKER_BATCH);
  const outcomes = askers.map((_, at) => joinOutcomes(parts.slice(at * perAsker, (at + 1) * perAsker)));
  const resamples = Array.from({ length: spec.resamples }, (_, b) => resampleWeights(spec.attacks, seed, b));
  const found = askers.flatMap((asker, at) =>
    attributes.flatMap(({ name }, attribute) =>
      asker.target !== undefined && asker.target !== name
        ? []
        : [askerFigures(detector, model, asker.id, attribute, outcomes[at]!, spec, resamples)],
    ),
  );
  return {
    format: 'ulterior-detector',
    version: 1,
    spec,
    model: {
      source: tools.source ?? 'a model',
      attributes,
      channels: model.rows.channels,
      items: model.items.size,
      dimension: model.dimension,
      ridge,
      users: model.provenance.users,
      ratings: model.provenance.ratings,
      dataFingerprint: model.provenance.dataFingerprint,
    },
    policies: policies.map(({ name, summary }) => ({ name, summary })),
    falseAlarms,
    bounds: boundsOf(detector, askers, outcomes, spec),
    askers,
    findings: found.flatMap(({ findings }) => findings),
    figures: found.map(({ figures }) => figures),
    provenance: { version: VERSION, finished: tools.finished?.() ?? '' },
  };
}

/** Who aims at each attribute, openly and by stealth, and the lists that aim at none. */
function askersOf(attributes: readonly string[], { shares, lists }: DetectorSpec): AskerDescription[] {
  const aimed = attributes.flatMap((target): AskerDescription[] => [
    { id: `aimed:${target}`, kind: 'aimed', strategy: 'targeted', target, share: 0 },
    ...shares.map((share) => ({
      id: `stealth:${target}:${share}`,
      kind: 'stealth' as const,
      strategy: 'targeted',
      target,
      share,
    })),
  ]);
  return [...aimed, ...lists.map((name) => ({ id: `list:${name}`, kind: 'list' as const, strategy: name, share: 0 }))];
}

function benignUnits(model: FactorModel, policies: readonly BenignPolicy[], spec: DetectorSpec, ridge: number) {
  const rows = aimRowsOf(model, { ridge });
  return policies.flatMap((policy) => {
    const weights = checkedWeights(policy, model, spec.questions);
    return batches(spec.interviews, BENIGN_BATCH).map((batch) => ({
      rows,
      weights,
      questions: spec.questions,
      seed: spec.seed,
      // Other questionnaires than those that the detector compares with.
      purpose: `study-${policy.name}`,
      ...batch,
    }));
  });
}

function askerUnits(model: FactorModel, askers: readonly AskerDescription[], spec: DetectorSpec, ridge: number) {
  const encoded = encodeModel(model);
  const { questions, seed } = spec;
  return askers.flatMap((asker) =>
    batches(spec.attacks, ASKER_BATCH).map((batch) => ({ model: encoded, asker, questions, ridge, seed, ...batch })),
  );
}

function batches(total: number, size: number): { readonly first: number; readonly count: number }[] {
  return Array.from({ length: Math.ceil(total / size) }, (_, batch) => ({
    first: batch * size,
    count: Math.min(size, total - batch * size),
  }));
}

/** `paths`: for each attribute, interviews x questions. */
function falseAlarmsOf(
  detector: Detector,
  policy: string,
  paths: readonly Float64Array[],
  { questions, compareAt, level }: DetectorSpec,
): FalseAlarms[] {
  const interviews = paths[0]!.length / questions;
  const lengths: readonly (number | undefined)[] = [...compareAt, undefined];
  const names: readonly (string | undefined)[] = [
    ...detector.attributes,
    ...(detector.attributes.length > 1 ? [undefined] : []),
  ];
  const alarms = names.map(() => new Uint32Array(lengths.length));
  for (let n = 0; n < interviews; n++) {
    const judged = paths.map((values, at) => detector.judge(at, values.subarray(n * questions, (n + 1) * questions)));
    for (const [place, length] of lengths.entries()) {
      const pValues = judged.map(({ pValues: fixed, sequentialPValues }) =>
        length === undefined ? sequentialPValues.at(-1)! : fixed[length - 1]!,
      );
      const all = names.length > pValues.length ? [...pValues, Math.min(...holm(pValues))] : pValues;
      for (const [at, pValue] of all.entries()) if (pValue <= level) alarms[at]![place]!++;
    }
  }
  return names.flatMap((attribute, at) =>
    lengths.map((length, place) => ({
      policy,
      attribute,
      questions: length,
      alarms: alarms[at]![place]!,
      interviews,
    })),
  );
}

function boundsOf(
  detector: Detector,
  askers: readonly AskerDescription[],
  outcomes: readonly AskerOutcomes[],
  { questions, level }: DetectorSpec,
): Bound[] {
  return detector.attributes.flatMap((attribute, at) => {
    const aimed = askers.findIndex(({ kind, target }) => kind === 'aimed' && target === attribute);
    const squared = outcomes[aimed]!.squared[at]!;
    const interviews = squared.length / questions;
    return Array.from({ length: questions }, (_, question) => {
      let sum = 0;
      for (let n = 0; n < interviews; n++) sum += Math.sqrt(squared[n * questions + question]!);
      return {
        attribute,
        questions: question + 1,
        benign: detector.medians(at, question + 1).map(Math.sqrt),
        unnoticed: Math.sqrt(detector.unnoticed(at, question + 1, level)),
        aimed: sum / interviews,
      };
    });
  });
}
