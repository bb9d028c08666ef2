/** From what was asked for to what `runAudit` needs: where the data are, and the spec. */
import { createHash } from 'node:crypto';
import {
  type AuditSpec,
  attributeName,
  auditSpec,
  contenderNamed,
  type DataFile,
  type DatasetSource,
  dataFileNameOf,
  defaultContenders,
  isColumnRange,
  parametersFrom,
  parseAttribute,
  requireSameTable,
  sourceFromText,
  tableSource,
  UlteriorError,
  type WorldSource,
  worldDefaults,
  worldPresets,
  worldSpecOf,
} from 'ulterior/service-parts';
import { given } from '../common/given.ts';
import type { Limits } from '../common/limits.ts';
import type { DataDescription } from '../data/inspectData.ts';
import type { AuditRequest } from './auditSchemas.ts';

const WORLD = 'world:';

/** Invented worlds that are small enough as they are; settings make others so. */
export function worldNames(limits: Limits): string[] {
  const names = Object.keys(worldPresets) as WorldSource['name'][];
  return names.filter((name) => fits({ kind: 'world', name }, limits)).map((name) => `${WORLD}${name}`);
}

/** An uploaded file once it lies on the disk. */
export interface PlacedFile {
  readonly path: string;
  readonly format: DataDescription['format'];
}

/** The tables of an audit that were uploaded, by what they tell of. */
interface PlacedFiles {
  readonly upload: PlacedFile;
  readonly users?: PlacedFile;
  readonly items?: PlacedFile;
}
export const TABLES = ['upload', 'users', 'items'] as const satisfies readonly (keyof PlacedFiles)[];

/** A plug-in is code: what runs here the operator decides, with `serve --plugin`, and never a request. */
export function refusePlugins(body: unknown): void {
  const parts = [body, (body as { settings?: unknown } | null | undefined)?.settings];
  if (!parts.some((part) => typeof part === 'object' && part !== null && 'plugins' in part)) return;
  throw new UlteriorError(
    'PLUGIN_REFUSED',
    'the request names plug-ins; only the operator of the service can load them',
    'leave plugins out; ask the operator for `serve --plugin`',
  );
}

/** Refuses at once what a worker would only find out later. */
export function checkRequest(
  request: AuditRequest,
  dataSources: ReadonlyMap<string, DatasetSource>,
  limits: Limits,
): void {
  const { data } = request;
  const attribute = attributeOf(request);
  if ('upload' in data) {
    if (attribute === undefined) {
      throw new UlteriorError('ATTRIBUTE_UNKNOWN', 'no attribute is named to infer', 'name an attribute');
    }
    checkDescribed(request);
    if (request.itemColumns !== undefined) refuseIdleParts(request);
  } else {
    namedSource(data.name, dataSources, limits);
    const ofUploads = (['columns', 'itemColumns', 'delimiter', 'encoding'] as const).find(
      (part) => request[part] !== undefined,
    );
    if (ofUploads !== undefined) {
      throw new UlteriorError(
        'REQUEST_CONTRADICTORY',
        `${ofUploads} is for uploaded files; the named data have their own`,
        `leave ${ofUploads} out`,
      );
    }
  }
  if (attribute !== undefined && parseAttribute(attribute).rule.kind === 'number') {
    throw new UlteriorError(
      'ATTRIBUTE_KIND',
      'the service audits groups, not numbers',
      'use bins of the number, for example age:18,25,35, or the command line',
    );
  }
  if (!('upload' in data)) {
    const source = namedSource(data.name, dataSources, limits);
    if (source.kind === 'world') refuseOfWorld(source, request);
    else describedAttribute(source.attributes ?? [], attribute);
  }
  specFor(request, attribute ?? 'attribute', 2);
}

/** What is inferred: what the request says, which may be the name of what its data file describes. */
function attributeOf({ data, attribute }: AuditRequest): string | undefined {
  return describedAttribute('upload' in data ? [data.described?.attribute ?? []].flat() : [], attribute);
}

function describedAttribute(described: readonly string[], asked: string | undefined): string | undefined {
  if (asked === undefined && described.length > 1) {
    throw new UlteriorError(
      'ATTRIBUTE_UNKNOWN',
      `the data have ${described.length} attributes that could be inferred`,
      'say in attribute which is meant',
    );
  }
  const meant = described.find((expression) => attributeName(parseAttribute(expression)) === asked);
  return asked === undefined ? described[0] : (meant ?? asked);
}

/** What a data file says, the request does not say again. */
const DESCRIBED = [
  ...['columns', 'itemColumns', 'delimiter', 'missing', 'accept', 'groupColumn', 'encoding', 'duplicates'],
  ...['minPerUser', 'minPerItem'],
] as readonly (keyof AuditRequest)[];
/** More than one sign for "any number" may take a pattern very long to see that it does not fit. */
const QUICK_PATTERN = /^[^()[\]{}*+?]*[*+?]?[^()[\]{}*+?]*$/;

function checkDescribed(request: AuditRequest): void {
  const { data } = request;
  if (!('upload' in data) || data.described === undefined) return;
  const { data: table, itemColumns, usersTable, itemsTable } = data.described;
  const contradiction = (what: string, advice: string) => new UlteriorError('REQUEST_CONTRADICTORY', what, advice);
  const said = DESCRIBED.find((part) => request[part] !== undefined);
  if (said !== undefined) throw contradiction(`${said} is for data without a data file`, `leave ${said} out`);
  if (table === undefined) throw contradiction('the data file names no table of answers', 'set its key data');
  if (itemColumns !== undefined && !isColumnRange(itemColumns) && !QUICK_PATTERN.test(itemColumns)) {
    throw contradiction('itemColumns is a pattern that may take very long', 'write a range of columns: 4-43, q1..q40');
  }
  const beside = [
    ['usersTable', usersTable, 'users', data.users],
    ['itemsTable', itemsTable, 'items', data.items],
  ] as const;
  for (const [key, named, part, id] of beside) {
    if ((named === undefined) === (id === undefined)) continue;
    throw named === undefined
      ? contradiction(`${part} has no effect: the data file has no ${key}`, `leave ${part} out`)
      : contradiction(`the data file names a table (${key}) that is not there`, `upload it, and name it in ${part}`);
  }
}

/** The tables as a data file says how to read them. */
function describedSource(
  { data, ...request }: AuditRequest,
  described: DataFile,
  { upload, users, items }: PlacedFiles,
): DatasetSource {
  const attribute = attributeOf({ data, ...request });
  const reading = { ...described, attribute, usersTable: users?.path, itemsTable: items?.path };
  const source = tableSource(upload.path, reading);
  const ofKind = <File>(table: File | undefined, file: PlacedFile | undefined) => table && { ...table, ...file };
  if (source.kind === 'wide') {
    return { ...source, ...upload, users: ofKind(source.users, users), titles: ofKind(source.titles, items) };
  }
  const ratings = { ...source.ratings, ...upload };
  return { ...source, ratings, users: ofKind(source.users, users), items: ofKind(source.items, items) };
}

/** The bytes of each table must be those that the data file describes. */
export function requireDescribed(described: DataFile, table: (typeof TABLES)[number], bytes: Uint8Array): void {
  const { data, usersTable, itemsTable, tables = {} } = described;
  const name = { upload: data, users: usersTable, items: itemsTable }[table];
  const mark = name === undefined ? undefined : tables[name];
  if (mark === undefined) return;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  requireSameTable(dataFileNameOf(data ?? name!), name!, mark, { bytes: bytes.length, sha256 });
}

/** Of a table with one row per person, what would be read in vain. */
function refuseIdleParts({ columns }: AuditRequest): void {
  const idle = columns?.item ? 'columns.item' : columns?.rating && 'columns.rating';
  if (idle === undefined) return;
  throw new UlteriorError(
    'REQUEST_CONTRADICTORY',
    `${idle} has no effect on a table with one row per person`,
    `leave ${idle} out`,
  );
}

/** A world has an attribute of its own, and nobody in it rates twice. */
function refuseOfWorld(source: WorldSource, { attribute, duplicates }: AuditRequest): void {
  const { attribute: own = worldDefaults.attribute } = worldSpecOf(source);
  const idle = duplicates !== undefined ? 'duplicates' : attribute !== undefined && attribute !== own && 'attribute';
  if (!idle) return;
  throw new UlteriorError('REQUEST_CONTRADICTORY', `${idle} has no effect on an invented world`, `leave ${idle} out`);
}

export function specFor({ settings = {} }: AuditRequest, attribute: string, types: number): AuditSpec {
  const { strategies, classifiers, training = {}, seed = 1, protocol, ...plain } = settings;
  const { preset = 'als', ...changes } = training;
  const usual = defaultContenders(protocol ?? 'rated', types);
  const { contenders, openLists } =
    strategies === undefined ? usual : { contenders: strategies.map(contenderNamed), openLists: [] };
  return auditSpec({
    ...plain,
    ...given({ protocol, fullHistory: classifiers }),
    contenders,
    openLists,
    shuffled: [contenders[0]!.id],
    training: parametersFrom(preset, { seed, ...changes }),
    seed,
    attribute,
  });
}

/** The source of the data; `files` are where uploads were put. */
export function sourceFor(
  request: AuditRequest,
  files: PlacedFiles | undefined,
  dataSources: ReadonlyMap<string, DatasetSource>,
  limits: Limits,
): DatasetSource {
  const { data, attribute, missing, accept, groupColumn, minPerUser, minPerItem, duplicates } = request;
  const filters = given({ minPerUser, minPerItem });
  const attributes = given({
    attributes: attribute === undefined ? undefined : [attribute],
    missing,
    accept,
    groupColumn,
  });
  const repeated = given({ duplicates });
  if (!('upload' in data)) {
    const source = namedSource(data.name, dataSources, limits);
    if (source.kind === 'world') return { ...source, ...filters };
    // What the operator's data file describes is found by its name.
    const meant = describedAttribute(source.attributes ?? [], attribute);
    return {
      ...source,
      ...attributes,
      ...given({ attributes: meant === undefined ? undefined : [meant] }),
      ...filters,
      ...repeated,
    };
  }
  if (data.described !== undefined) return describedSource(request, data.described, files!);
  const { columns = {}, itemColumns } = request;
  const written = given({ delimiter: request.delimiter, encoding: request.encoding });
  const placed = (file: PlacedFile | undefined) => file && { ...file, ...written };
  const { upload } = files!;
  const [users, items] = [placed(files!.users), placed(files!.items)];
  if (itemColumns !== undefined) {
    const beside = given({ user: columns.user, users, titles: items });
    return {
      kind: 'wide',
      ...upload,
      ...written,
      items: itemColumns,
      ...beside,
      ...attributes,
      ...filters,
      ...repeated,
    };
  }
  const ratings = { ...upload, ...written, columns };
  return { kind: 'long', ratings, ...given({ users, items }), ...attributes, ...filters, ...repeated };
}

/** What the operator allows, or an invented world of bounded size. A name is never a path. */
function namedSource(name: string, dataSources: ReadonlyMap<string, DatasetSource>, limits: Limits): DatasetSource {
  const allowed = dataSources.get(name);
  if (allowed !== undefined) return allowed;
  if (!name.startsWith(WORLD)) {
    throw new UlteriorError('SOURCE_UNKNOWN', 'no data have that name here', 'GET /v1/data/sources lists the names');
  }
  const source = sourceFromText(name) as WorldSource;
  if (fits(source, limits)) return source;
  throw new UlteriorError(
    'UPLOAD_TOO_COSTLY',
    `the world would have too many ratings; at most ${limits.worldRatings} are allowed here`,
    'set users and ratingsPerUser lower: world:demo,users=500',
  );
}

function fits(source: WorldSource, { worldRatings }: Limits): boolean {
  const { users = 0, items = 0, ratingsPerUser = 0 } = worldSpecOf(source);
  return users * ratingsPerUser <= worldRatings && 2 * items <= worldRatings && 2 * users <= worldRatings;
}
