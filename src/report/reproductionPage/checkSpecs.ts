/** Refuses specs that could not be run or shown, before anything is run. */
import { type AuditSpec, auditSpec, leakMatrixSpec, modelAuditSpec, numericAuditSpec } from '../../audit/index.ts';
import { defenceBefore, defenceSpec, detectorSpec, studySpec } from '../../defence/index.ts';
import { recommenderNamed } from '../../factorization/index.ts';
import { checkFinding } from './checkFinding.ts';
import type { Distribution, Exhibit, ExhibitOf, Kind, KindFields, Metric } from './exhibit.ts';
import { type AuditExperiment, type Experiment, isAudit, otherKinds } from './experiment.ts';
import { SpecFields } from './specFields.ts';

const RUN = ['id', 'title', 'about', 'standsInFor', 'source', 'needs', 'kind', 'spec'];
/** Fields of some kinds alone. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  detector: ['model'],
  recommender: ['surfaces', 'afterDefence'],
};
const EXHIBIT = ['id', 'order', 'title', 'shows', 'paper', 'kind', 'runs', 'published', 'differences'];
const OF_KIND: { readonly [K in Kind]: readonly (keyof KindFields[K])[] } = {
  statistics: [],
  distribution: ['of'],
  curves: ['metric', 'contenders'],
  fullHistory: [],
  report: ['charts'],
  timing: ['answers', 'speedups'],
};
const DISTRIBUTIONS: readonly Distribution[] = ['ratingsPerUser', 'gaps', 'topGaps'];
const METRICS: readonly Metric[] = ['auc', 'accuracy', 'rmse', 'confidence', 'reliability', 'types'];

export function checkExperiment(experiment: Experiment): void {
  const file = `runs/${experiment.id}.json`;
  const fields = new SpecFields(file, experiment);
  fields.only([...RUN, ...(MORE[experiment.kind ?? 'audit'] ?? [])]);
  fields.text('title', 'about');
  new SpecFields(`${file}, source`, experiment.source).text('kind');
  checkSettings(experiment, fields);
}

export function checkExhibit(exhibit: Exhibit, experiments: readonly Experiment[]): void {
  const file = `${exhibit.id}.json`;
  const fields = new SpecFields(file, exhibit);
  fields.oneOf('kind', Object.keys(OF_KIND));
  fields.only([...EXHIBIT, ...OF_KIND[exhibit.kind]]);
  fields.text('title', 'shows', 'differences');
  fields.number('order');
  if (exhibit.paper !== undefined) new SpecFields(`${file}, paper`, exhibit.paper).text('label', 'caption', 'says');
  fields.list('runs', 1);
  // Reports are of experiments that have one of their own kind; everything else shows audits.
  const audits = experiments.filter(isAudit);
  const suitable = exhibit.kind === 'report' ? experiments.filter((one) => !isAudit(one)) : audits;
  for (const run of exhibit.runs)
    fields.oneOf(
      'a run',
      suitable.map(({ id }) => id),
      run,
    );
  if (exhibit.kind === 'distribution') fields.oneOf('of', DISTRIBUTIONS);
  if (exhibit.kind === 'curves') checkCurves(exhibit, fields, audits);
  if (exhibit.kind === 'report') fields.list('charts', 1);
  if (exhibit.kind === 'timing') {
    fields.list('answers', 1);
    fields.list('speedups', 0);
  }
  fields.list('published', 0);
  for (const [at, { run, finding, ...figure }] of exhibit.published.entries()) {
    const place = `${file}, published ${at + 1}`;
    const entry = new SpecFields(place, { run, ...figure });
    entry.only(['run', 'what', 'where', 'value', 'printed']);
    entry.oneOf('run', exhibit.runs);
    entry.text('what');
    if (figure.printed === undefined || figure.value !== undefined) entry.number('value');
    checkFinding(place, finding, settingsOf(audits.find(({ id }) => id === run)!));
  }
}

function checkCurves(exhibit: ExhibitOf<'curves'>, fields: SpecFields, experiments: readonly AuditExperiment[]): void {
  fields.oneOf('metric', METRICS);
  fields.list('contenders', 1);
  // Known to any experiment: an exhibit may be cut to some of its runs.
  const contendersOf = (experiment: AuditExperiment) => settingsOf(experiment).contenders.map(({ id }) => id);
  const known = [...new Set(experiments.flatMap(contendersOf))];
  for (const contender of exhibit.contenders) fields.oneOf('a contender', known, contender);
  for (const run of experiments.filter(({ id }) => exhibit.runs.includes(id))) {
    const own = contendersOf(run);
    if (own.some((id) => exhibit.contenders.includes(id))) continue;
    throw fields.refusal('contenders', exhibit.contenders, `some that ${run.id} runs: ${own.join(', ')}`);
  }
}

/** Any name does for the attribute: the data decide it. */
function settingsOf({ spec }: AuditExperiment): AuditSpec {
  return auditSpec({ ...spec, attribute: 'attribute' });
}

function checkSettings(experiment: Experiment, fields: SpecFields): void {
  const attribute = 'attribute';
  switch (experiment.kind) {
    case 'number':
      numericAuditSpec({ ...experiment.spec, attribute });
      return;
    case 'leakMatrix':
      leakMatrixSpec({ ...experiment.spec, attributes: ['one', 'other'] });
      return;
    case 'defence':
      defenceSpec({ ...experiment.spec, attribute });
      return;
    case 'detector':
      if (experiment.model !== undefined) fields.oneOf('model', ['ratings', 'channels']);
      detectorSpec(experiment.spec);
      return;
    case 'questionnaire':
      studySpec({ task: 'design', ...experiment.spec, attributes: [attribute] });
      return;
    case 'recommender':
      fields.list('surfaces', 1);
      for (const surface of experiment.surfaces!) checkSurface(surface, fields);
      modelAuditSpec({ ...experiment.spec, attribute });
      if (experiment.afterDefence !== undefined) defenceBefore({ ...experiment.afterDefence, attribute });
      return;
    default:
      if (experiment.kind !== undefined) fields.oneOf('kind', ['audit', ...otherKinds]);
      settingsOf(experiment);
  }
}

function checkSurface(
  { kind, recommender }: { readonly kind: string; readonly recommender?: string },
  fields: SpecFields,
): void {
  fields.oneOf('kind of a surface', recommender === undefined ? ['ratings'] : ['userVectors', 'lists', 'scores'], kind);
  if (recommender !== undefined) recommenderNamed(recommender);
}
