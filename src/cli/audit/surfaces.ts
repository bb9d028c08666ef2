/** `ulterior audit` of a finished recommender: what it gives away, surface by surface, and a report of it. */
import { join } from 'node:path';
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
  type OperatorBefore,
  peopleWithRatings,
  planModelAudit,
  type Surface,
} from '../../audit/index.ts';
import { changesLists, defenceBefore, erases, erasureBefore, listsBefore } from '../../defence/index.ts';
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import type { Dataset, UserIndex } from '../../ratings/index.ts';
import { filledIn } from '../../schema/index.ts';
import {
  askingKeys,
  checkRecommenderFlags,
  listsFromRecommender,
  RECOMMENDER,
  type RecommenderFlags,
  usualAsking,
} from '../recommenders/recommenderOptions.ts';
import { type DataFlags, OF_DATA, openData, peopleFrom } from '../shared/dataOptions.ts';
import { measure } from '../shared/measure.ts';
import { namedData } from '../shared/namedData.ts';
import { asKey, refuseIdle } from '../shared/options.ts';
import { warn } from '../shared/output.ts';
import { shownPath } from '../shared/shownPath.ts';
import { requireFolder } from '../shared/writableOutputs.ts';
import { type FlagsOf, specFrom } from '../spec/specFlags.ts';
import { itemVectorKeys } from '../train/importedTrain.ts';
import type { NamedDefence } from './defences.ts';
import { type Measurement, READ_BY_PLANS, type Request, withOutput } from './measurement.ts';
import { addSurfaceOptions, listsFrom, readSurfaces, type SurfaceFlags, surfaceKeys } from './surfaceFiles.ts';
import { SURFACES } from './whichMeasurement.ts';

const FLAGS = { attackers: 'attackers' } as const;

interface RecommenderAuditFlags extends SurfaceFlags, RecommenderFlags, FlagsOf<ModelAuditSpec, typeof FLAGS> {
  readonly defence?: NamedDefence[];
}

type AuditModelFlags = RecommenderAuditFlags & DataFlags & { readonly output: string; readonly seed: number };

export const surfaces: Measurement<RecommenderAuditFlags> = {
  where: 'what a recommender exposes is measured',
  addOptions: (command) => {
    addSurfaceOptions(command).option(...RECOMMENDER);
  },
  reads: [...Object.values(FLAGS), ...SURFACES, 'defence', ...READ_BY_PLANS],
  settings: { keys: modelAuditSchema, defaults: modelAuditDefaults },
  besides: {
    keys: {
      kind: 'fields',
      fields: { ...surfaceKeys.fields, ...itemVectorKeys.fields, ...askingKeys.fields },
      required: [],
    },
    defaults: usualAsking,
  },
  run,
};

async function run({ data, flags: given, inSpec, command }: Request<RecommenderAuditFlags>): Promise<void> {
  const flags = withOutput(given, command);
  const { people, source } = await openPeople(data, flags, inSpec);
  const live = await liveSurface(people, flags, inSpec);
  if (live === 'stopped') return;
  const surfaces = await readSurfaces(flags, live);
  const setAside = flags.setAside === undefined ? undefined : await listsFrom(flags.setAside);
  const input = { people, surfaces, setAside, afterDefence: defenceFrom(people, flags) };
  const attribute = people.attribute.name;
  const spec = modelAuditSpec({ ...filledIn<Partial<ModelAuditSpec>>(inSpec, fromFlags(flags, inSpec)), attribute });
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
async function liveSurface(
  people: AuditedPeople,
  flags: AuditModelFlags,
  { tops, headlineTop }: Partial<ModelAuditSpec>,
): Promise<Surface | 'stopped' | undefined> {
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
  await requireFolder(journal);
  const top = tops === undefined ? headlineTop : Math.max(...tops);
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

/** One defence at one strength: everything is measured again after it. */
function defenceFrom(
  people: AuditedPeople,
  { defence, seed }: AuditModelFlags,
): DefenceBefore | OperatorBefore | undefined {
  if (defence === undefined) return undefined;
  const [{ name, strengths = [] }, ...others] = defence as [NamedDefence, ...NamedDefence[]];
  if (others.length > 0 || strengths.length > 1 || name === 'default') {
    throw outOfRange(
      '--defence',
      defence.map((one) => [one.name, ...(one.strengths ?? [])].join(':')).join(', '),
      'one defence with one strength, such as leastChange:0.5, where what a recommender exposes is measured',
    );
  }
  if (erases(name)) return erasureBefore(name);
  if (changesLists(name)) return listsBefore(name, strengths[0]);
  return defenceBefore({ name, strength: strengths[0], attribute: people.attribute.name, seed });
}

async function openPeople(
  data: string | undefined,
  flags: AuditModelFlags,
  inSpec: object,
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
    'accept',
  ];
  refuseIdle(
    flags,
    OF_DATA.filter((name) => !used.includes(name)),
    'there are no ratings',
  );
  const operators = flags.defence?.every(({ name }) => erases(name) || changesLists(name)) ?? false;
  refuseIdle(flags, ['exposures', 'itemVectors', ...(operators ? [] : ['defence' as const])], 'there are no ratings');
  refuseIdle(inSpec, ['anchors'], 'there are no ratings', '', asKey);
  const people = await peopleFrom(usersTable, attribute, flags);
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

function fromFlags(flags: AuditModelFlags, { tops, headlineTop }: Partial<ModelAuditSpec>): Partial<ModelAuditSpec> {
  return {
    ...specFrom<ModelAuditSpec, typeof FLAGS>(FLAGS, flags),
    headlineTop: headlineTop ?? (tops && headlineAmong(tops)),
    seed: flags.seed,
  };
}

/** The usual length if it is among them, or else the longest that is shorter. */
function headlineAmong(tops: readonly number[]): number {
  const shorter = tops.filter((top) => top <= 10);
  return shorter.length > 0 ? Math.max(...shorter) : Math.min(...tops);
}
