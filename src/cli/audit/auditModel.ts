/** `ulterior audit-model`: what a finished recommender gives away, surface by surface, and a report of it. */
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type AskAgain,
  type AuditedPeople,
  type DefenceBefore,
  fingerprintOfModel,
  type ModelAuditRecords,
  type ModelAuditSpec,
  modelAuditDefaults,
  modelAuditSchema,
  modelAuditSpec,
  peopleWithRatings,
  planModelAudit,
  type Surface,
} from '../../audit/index.ts';
import { readPeople } from '../../datasets/index.ts';
import { type DefenceChoice, defenceBefore } from '../../defence/index.ts';
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import type { Dataset, UserIndex } from '../../ratings/index.ts';
import {
  addRecommenderOptions,
  checkRecommenderFlags,
  listsFromRecommender,
  RECOMMENDER_HELP,
  type RecommenderFlags,
} from '../recommenders/recommenderOptions.ts';
import { addDataOptions, type DataFlags, OF_DATA, openData, SOURCE_HELP } from '../shared/dataOptions.ts';
import { addGateOptions, GATE_HELP } from '../shared/gateOptions.ts';
import { addRunOptions, type MeasureFlags, measure, OUTPUT } from '../shared/measure.ts';
import { namedData } from '../shared/namedData.ts';
import { positiveNumber, refuseIdle, wholeNumber } from '../shared/options.ts';
import { warn } from '../shared/output.ts';
import { addPartOptions, PARTS_HELP } from '../shared/parts.ts';
import { shownPath } from '../shared/shownPath.ts';
import { addSpecFlags, type FlagsOf, specFrom } from '../shared/specFlags.ts';
import { addSurfaceOptions, listsFrom, readSurfaces, type SurfaceFlags } from './surfaceFiles.ts';

/** A defence by name, with a strength of its own or not. */
type NamedDefence = Pick<DefenceChoice, 'name' | 'strength'>;

const FLAGS = {
  anchors: 'anchors',
  attackers: 'attackers',
  tops: 'top',
  headlineTop: 'headline',
  minGroup: 'minGroup',
  controls: 'controls',
  folds: 'folds',
  resamples: 'resamples',
} as const;

interface AuditModelFlags
  extends DataFlags,
    SurfaceFlags,
    RecommenderFlags,
    MeasureFlags,
    FlagsOf<ModelAuditSpec, typeof FLAGS> {
  readonly afterDefence?: NamedDefence;
  readonly seed: number;
}

const EXAMPLES = `
Without data, --users-table says who the people are: a table with their ids and the attribute.
${GATE_HELP} With --after-defence it is judged after the defence.
--after-defence: in each fold the defence learns from the training people, everybody sends ratings in that way, and attackers
learn anew. It needs surfaces that can be made again: --own, --ratings, --item-vectors, --recommender (which is then asked again,
once per person and fold).

Examples:
  ulterior audit-model ml-1m:data --attribute gender --lists top100.csv --output lists
  ulterior audit-model --users-table users.csv --attribute gender --user-vectors vectors.npz --output vectors
  ulterior audit-model ratings.csv --attribute "age>=35" --item-vectors spark-model --anchors popularity,ease --output model
  ulterior audit-model ml-1m:data --attribute gender --own implicitFactors:userVectors,ease:lists --after-defence withhold --output after
  ulterior audit-model ratings.csv --attribute gender --recommender https://shop.example/recommend --output live
  ulterior audit-model ml-1m:data --attribute gender --lists top10.csv --top 10 --max-auc 0.6 --output gate`;

export function addAuditModel(program: Command): void {
  const command = addSurfaceOptions(addDataOptions(program.command('audit-model').argument('[data]')))
    .description('measure what a finished recommender gives away (vectors, lists, scores), and write a report')
    .requiredOption(...OUTPUT)
    .option(
      '--after-defence <name>',
      'measure everything again after people defended their ratings: blinding, leastChange:0.5 (see `ulterior defend --help`)',
      defenceWord,
    )
    .option('--seed <number>', 'seed of everything random', wholeNumber, 1);
  addSpecFlags(command, modelAuditSchema, modelAuditDefaults, FLAGS);
  addGateOptions(addPartOptions(addRecommenderOptions(addRunOptions(command))))
    .addHelpText('after', `${SOURCE_HELP}\n${RECOMMENDER_HELP}\n${PARTS_HELP}\n${EXAMPLES}`)
    .action(auditModel);
}

async function auditModel(data: string | undefined, flags: AuditModelFlags): Promise<void> {
  const { people, source } = await openPeople(data, flags);
  const live = await liveSurface(people, flags);
  if (live === 'stopped') return;
  const surfaces = await readSurfaces(flags, people.dataset !== undefined, live);
  const setAside = flags.setAside === undefined ? undefined : await listsFrom(flags.setAside);
  const input = { people, surfaces, setAside, afterDefence: defenceFrom(people, flags) };
  const spec = modelAuditSpec({ ...fromFlags(flags), attribute: people.attribute.name });
  // What cannot be audited is refused before anything is written.
  const plan = planModelAudit(input, spec);
  const found = await measure(
    {
      doing: 'auditing',
      source,
      identity: { data: fingerprintOfModel(input), spec },
      plan,
      named: data === undefined ? undefined : namedData(data, flags, [flags.attribute ?? spec.attribute]),
    },
    flags,
  );
  if (found !== undefined) for (const warning of leftOutWarnings(found)) warn(warning);
}

/** The lists of a recommender at an address, for everybody whose group is known. */
async function liveSurface(people: AuditedPeople, flags: AuditModelFlags): Promise<Surface | 'stopped' | undefined> {
  checkRecommenderFlags(flags);
  const { recommender } = flags;
  if (recommender === undefined) return undefined;
  const { dataset, attribute } = people;
  if (dataset === undefined) {
    throw outOfRange('--recommender', recommender, 'given with data: a recommender is sent what people rated');
  }
  const everybody = Array.from({ length: dataset.users.size }, (_, user) => user as UserIndex);
  const known = everybody.filter((user) => attribute.values[user]! >= 0);
  const journal = flags.journal ?? join(flags.output, 'answers');
  const top = flags.top === undefined ? flags.headline : Math.max(...flags.top);
  // Of all requests of this command together.
  let left = flags.requests;
  const ask = async (ratings: Dataset, folder: string, signal?: AbortSignal) => {
    const allowed = { ...flags, recommender, journal: folder, requests: left };
    const found = await listsFromRecommender(ratings, allowed, { journal: folder, top, people: known, signal });
    if (left !== undefined) left -= found?.requests ?? 0;
    return found?.lists;
  };
  const lists = await ask(dataset, journal);
  if (lists === undefined) return 'stopped';
  // One after another: it is a running system, and its pace is kept for each asking.
  let last: Promise<unknown> = Promise.resolve();
  const again: AskAgain = (sent, word, signal) => {
    const asked = last.then(() => ask(sent, `${journal}-after-${word}`, signal)).then((found) => found ?? stopped());
    last = asked.catch(() => {});
    return asked;
  };
  return { kind: 'lists', file: shownPath(recommender), lists, again };
}

function stopped(): never {
  throw new UlteriorError('RECOMMENDER_INTERRUPTED', 'stopped', 'run it again');
}

function defenceFrom(people: AuditedPeople, { afterDefence, seed }: AuditModelFlags): DefenceBefore | undefined {
  return afterDefence && defenceBefore({ ...afterDefence, attribute: people.attribute.name, seed });
}

/** "leastChange" or "leastChange:0.5", as `defend` takes them. */
function defenceWord(text: string): NamedDefence {
  const [name, strength, ...more] = text.split(':').map((part) => part.trim());
  if (more.length > 0) throw new InvalidArgumentError('Give one strength.');
  return { name: name!, strength: strength === undefined ? undefined : positiveNumber(strength) };
}

async function openPeople(
  data: string | undefined,
  flags: AuditModelFlags,
): Promise<{ readonly people: AuditedPeople; readonly source: string }> {
  if (data !== undefined) {
    const { dataset, attribute, summary } = await openData(data, flags);
    return { people: peopleWithRatings(dataset, attribute), source: summary.source };
  }
  const { usersTable, attribute } = flags;
  if (usersTable === undefined || attribute === undefined) {
    throw new UlteriorError(
      'ATTRIBUTE_UNKNOWN',
      'neither data nor a table of people says what is to be inferred',
      'name data with ratings, or --users-table and --attribute',
    );
  }
  const used = [
    'attribute',
    'usersTable',
    'usersIdColumn',
    'usersDelimiter',
    'usersHeader',
    'missing',
    'lenientNumbers',
    'groupColumn',
  ];
  refuseIdle(
    flags,
    OF_DATA.filter((name) => !used.includes(name)),
    'there are no ratings',
  );
  refuseIdle(flags, ['ratings', 'exposures', 'itemVectors', 'own', 'anchors', 'afterDefence'], 'there are no ratings');
  const people = await readPeople(usersTable, {
    attribute,
    idColumn: flags.usersIdColumn,
    missing: flags.missing,
    lenientNumbers: flags.lenientNumbers,
    groupColumn: flags.groupColumn,
    delimiter: flags.usersDelimiter,
    header: flags.usersHeader,
  });
  return { people, source: usersTable };
}

/** Who is not in the figures, by surface. */
function leftOutWarnings({ surfaces, data }: ModelAuditRecords): string[] {
  return surfaces.flatMap(({ missing, unknown, file }) => {
    if (file === undefined) return [];
    const people = (number: number) => (number === 1 ? '1 person' : `${number} people`);
    return [
      ...(missing === 0
        ? []
        : [
            `${people(missing)} of known ${data.attribute} ${missing === 1 ? 'is' : 'are'} not in ${shownPath(file)} and left out`,
          ]),
      ...(unknown === 0
        ? []
        : [
            `${people(unknown)} in ${shownPath(file)} ${unknown === 1 ? 'is' : 'are'} left out: the data do not have them, or not their ${data.attribute}`,
          ]),
    ];
  });
}

function fromFlags(flags: AuditModelFlags): Partial<ModelAuditSpec> {
  const { anchors, top, headline, seed } = flags;
  return {
    ...specFrom(FLAGS, flags),
    anchors: anchors?.filter((name) => name !== 'none'),
    headlineTop: headline ?? (top && headlineAmong(top)),
    seed,
  };
}

/** The usual length if it is among them, or else the longest that is shorter. */
function headlineAmong(tops: readonly number[]): number {
  const shorter = tops.filter((top) => top <= 10);
  return shorter.length > 0 ? Math.max(...shorter) : Math.min(...tops);
}
