/** Refuses specs that could not be run or shown, before anything is run. */
import type { AuditSpec, Sought } from '../../audit/index.ts';
import { defenceBefore } from '../../defence/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import { recommenders } from '../../factorization/index.ts';
import { misfit, type Problem, problemsOf, schema } from '../../schema/index.ts';
import type { Exhibit, Kind } from './exhibit.ts';
import { type Experiment, isAudit, settings } from './experiment.ts';

type Schema = Parameters<typeof problemsOf>[0];
type Fields = Readonly<Record<string, Schema>>;

const { either, listOf, mapOf, oneOf, text, whole } = schema;
const number: Schema = { kind: 'number' };
const fields = (all: Fields, ...optional: readonly string[]): Schema => ({
  kind: 'fields',
  fields: all,
  required: Object.keys(all).filter((name) => !optional.includes(name)),
});
const same = (value: number) => whole(value, value);

/** `file` as it is named in errors. */
function refuse(file: string, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const said = (word: 'message' | 'advice') => problems.map((problem) => problem[word]).join('; ');
  throw new UlteriorError('FILE_MALFORMED', `${file}: ${said('message')}`, said('advice'), { file });
}

/** An empty text counts as none. */
function requireFields(file: string, wanted: Schema, spec: object | undefined): void {
  const given = Object.entries(spec ?? {}).filter(([, value]) => value !== '');
  refuse(file, problemsOf(wanted, Object.fromEntries(given)));
}

const surface = either(
  fields({
    kind: oneOf(['userVectors', 'lists', 'scores']),
    recommender: oneOf(() => recommenders.map(({ name }) => name)),
  }),
  fields({ kind: oneOf(['ratings']) }),
);
/** Fields of some kinds alone. */
const OF_RUNS: Readonly<Record<string, Fields>> = {
  detector: { model: oneOf(['ratings', 'channels']) },
  recommender: { surfaces: listOf(surface, 1), afterDefence: fields({ name: text, strength: number }, 'strength') },
};

export function checkExperiment(experiment: Experiment): void {
  const file = `runs/${experiment.id}.json`;
  const { source, spec, kind = 'audit', ...rest } = experiment;
  requireFields(file, fields({ kind: oneOf(Object.keys(settings)) }), { kind });
  const common = { id: text, title: text, about: text, standsInFor: text, needs: text };
  const wanted = fields({ ...common, ...OF_RUNS[kind] }, 'standsInFor', 'needs', 'model', 'afterDefence');
  requireFields(file, wanted, rest);
  requireFields(`${file}, source`, fields({ kind: text }), { kind: source?.['kind'] });
  // Any names do for the attributes: the data decide them.
  settings[kind](spec ?? {}, ['attribute', 'other']);
  if (experiment.afterDefence !== undefined) defenceBefore({ ...experiment.afterDefence, attribute: 'attribute' });
}

/** Checked on its own, with the settings of its run. */
const anyFinding = mapOf(either(text, number, listOf(text)));
const METRICS = ['auc', 'accuracy', 'rmse', 'confidence', 'reliability', 'types'];
/** Fields of each kind of exhibit; any contender of any run is known, because an exhibit may be cut to some of its runs. */
const kindsOf = (contenders: readonly string[]): Readonly<Record<Kind, Fields>> => ({
  statistics: {},
  distribution: { of: oneOf(['ratingsPerUser', 'gaps', 'topGaps']) },
  curves: { metric: oneOf(METRICS), contenders: listOf(oneOf(contenders), 1) },
  fullHistory: {},
  report: { charts: listOf(text, 1) },
  timing: {
    answers: listOf(number, 1),
    speedups: listOf(fields({ what: text, value: number, printed: text, of: text, over: text }, 'value', 'printed')),
  },
});

export function checkExhibit(exhibit: Exhibit, experiments: readonly Experiment[]): void {
  const file = `${exhibit.id}.json`;
  const audits = experiments.filter(isAudit);
  const known = [...new Set(audits.flatMap((one) => contendersOf(settingsOf(one))))];
  const kinds = kindsOf(known);
  requireFields(file, fields({ kind: oneOf(Object.keys(kinds)) }), { kind: exhibit.kind });
  // Reports are of experiments that have one of their own kind; everything else shows audits.
  const suitable = exhibit.kind === 'report' ? experiments.filter((one) => !isAudit(one)) : audits;
  const paper = fields({ label: text, caption: text, says: text, hidden: schema.flag }, 'hidden');
  const runs = listOf(oneOf(suitable.map(({ id }) => id)), 1);
  const figure = { run: text, what: text, where: text, value: number, printed: text, finding: anyFinding };
  const published = listOf(fields(figure, 'where', 'value', 'printed'));
  const common = { id: text, order: number, title: text, shows: text, kind: text, paper, runs, published };
  requireFields(file, fields({ ...common, differences: text, ...kinds[exhibit.kind] }, 'paper'), exhibit);
  if (exhibit.kind === 'curves') {
    for (const run of audits.filter(({ id }) => exhibit.runs.includes(id))) {
      const own = contendersOf(settingsOf(run));
      if (own.some((id) => exhibit.contenders.includes(id))) continue;
      const wanted = `some that ${run.id} runs: ${own.join(', ')}`;
      refuse(file, [misfit('contenders', exhibit.contenders.join(', '), wanted)]);
    }
  }
  for (const [at, { run, value, printed, finding }] of exhibit.published.entries()) {
    const place = `${file}, published ${at + 1}`;
    requireFields(place, fields({ run: oneOf(exhibit.runs) }), { run });
    if (printed === undefined) requireFields(place, fields({ value: number }), { value });
    checkFinding(`${place}, finding`, finding, settingsOf(audits.find(({ id }) => id === run)!));
  }
}

const settingsOf = ({ spec }: Experiment) => settings.audit(spec, ['attribute']);
const contendersOf = ({ contenders }: AuditSpec) => contenders.map(({ id }) => id);

/** Refuses a published figure that the records of its experiment cannot hold. */
function checkFinding(file: string, finding: Sought, spec: AuditSpec): void {
  const contenders = contendersOf(spec);
  const classifier = oneOf(spec.fullHistory);
  const kinds: { readonly [K in Sought['kind']]: Fields } = {
    auc: { classifier },
    accuracy: { classifier },
    aucAt: { contender: oneOf(contenders), questions: number },
    aucLead: { over: oneOf(contenders.slice(1)), questions: either(...spec.compareAt.map(same)) },
    items: {},
    users: { label: text },
    ratings: { label: text },
    userRatio: { labels: listOf(text, 2) },
    ratingRatio: { labels: listOf(text, 2) },
    usersBelow: { ratings: number },
  };
  requireFields(file, fields({ kind: oneOf(Object.keys(kinds)) }), { kind: finding.kind });
  requireFields(file, fields({ kind: text, ...kinds[finding.kind] }, 'label'), finding);
}
