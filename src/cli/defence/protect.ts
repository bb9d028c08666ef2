/** `ulterior protect`: what people send instead of their ratings, so that which items they rated does not tell their group. */
import type { Command } from 'commander';
import {
  chancesOf,
  erasers,
  itemDigests,
  MOST_THINNING,
  type PresenceModel,
  type ProtectedHistory,
  presenceWarnings,
  protectHistory,
  secretDraws,
} from '../../defence/index.ts';
import { outOfRange, requireWithin, UlteriorError } from '../../errors/index.ts';
import { type Dataset, hasValue, itemIndex, userIndex } from '../../ratings/index.ts';
import { loadPresenceModel, writeFileAtomically } from '../../runtime/index.ts';
import { csvCell } from '../../tables/index.ts';
import { addDataOptions, type DataFlags, readSource, SOURCE_HELP, sourceFrom } from '../shared/dataOptions.ts';
import { positiveNumber, refuseIdle, wholeNumber } from '../shared/options.ts';
import { count, percent, print, warn } from '../shared/output.ts';
import { earlierIn, type Memory, readMemory, writeMemory } from './protectMemory.ts';
import { protectVectors, type VectorFlags } from './protectVectors.ts';
import { openSecretFile } from './secretFile.ts';

interface ProtectFlags extends DataFlags {
  readonly presenceModel: string;
  readonly secretFile: string;
  readonly output: string;
  readonly group?: string;
  readonly strength: number;
  readonly guard?: number;
  readonly thinning?: number;
  readonly memory?: string;
  readonly keepRatings?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** As they come from the command line: either of ratings or of vectors. */
type GivenFlags = VectorFlags & Partial<ProtectFlags> & Pick<ProtectFlags, 'output' | 'strength'>;

/** Lines that are shown of one person; --json has all. */
const SHOWN = 12;

const EXAMPLES = `
Some ratings are withheld, so that people of all groups send each item equally often, given taste. Items that would come
straight back as a recommendation stay (--guard).
The secret decides by chance what is sent. Keep the file, and show it to no one: with the same secret the same history is
sent in the same way again, and whoever has it can tell what was decided by chance.

Examples:
  ulterior train ml-1m:data --attribute gender --model chances --output chances.safetensors
  ulterior protect mine.csv --presence-model chances.safetensors --group F --secret-file mine.secret --output sent.csv
  ulterior protect mine.csv --presence-model chances.safetensors --group F --thinning 0.3 --secret-file mine.secret --output sent.csv
  ulterior protect ratings.csv --users-table people.csv --attribute gender --presence-model chances.safetensors --secret-file all.secret --output sent.csv
  ulterior protect --vectors v.npz --users-table people.csv --attribute gender --defence erase:leace --output erased.npz`;

export function addProtect(program: Command): void {
  addDataOptions(program.command('protect').argument('[ratings]'))
    .description(
      'change which ratings are sent, or the vectors a recommender keeps, so that they tell less about the group',
    )
    .option('--presence-model <file>', 'what `ulterior train --model chances` wrote')
    .option('--secret-file <file>', 'your secret; made where there is no such file')
    .option('--vectors <file>', 'change these vectors of people instead of ratings, by --defence')
    .option('--defence <name>', `how vectors are changed: ${erasers.map(({ name }) => name).join(', ')}`)
    .requiredOption('--output <file>', 'where to write what to send (CSV: user, item, rating), or vectors (.npz)')
    .option('--group <label>', 'the group of everyone in the ratings, instead of --attribute')
    .option('--strength <share>', 'how far to go, up to 1', positiveNumber, 1)
    .option(
      '--guard <places>',
      'keep items that would be among this many best recommendations: they would come straight back; 0 for none (default: as the model was fitted, 25)',
      wholeNumber,
    )
    .option(
      '--thinning <share>',
      'also withhold this share of the rest, whatever the group: hides more, costs more',
      positiveNumber,
    )
    .option(
      '--memory <file>',
      'what was decided before; written anew. What was withheld stays withheld when there are more ratings',
    )
    .option('--keep-ratings', 'send the values of true ratings unchanged')
    .option('--json', 'print JSON instead of text')
    .option('--quiet', 'print nothing but errors')
    .addHelpText('after', `${SOURCE_HELP}\n${EXAMPLES}`)
    .action(protect);
}

async function protect(data: string | undefined, given: GivenFlags, command: Command): Promise<void> {
  if (given.vectors !== undefined) return protectVectors(data, given);
  refuseIdle(given, ['defence'], 'there is no --vectors');
  if (data === undefined) command.error("error: missing required argument 'ratings'");
  const { presenceModel, secretFile } = given;
  if (presenceModel === undefined) return missingOption(command, '--presence-model <file>');
  if (secretFile === undefined) return missingOption(command, '--secret-file <file>');
  return protectRatings(data, { ...given, presenceModel, secretFile });
}

function missingOption(command: Command, flag: string): never {
  command.error(`error: required option '${flag}' not specified`);
}

async function protectRatings(data: string, flags: ProtectFlags): Promise<void> {
  const model = await loadPresenceModel(flags.presenceModel);
  for (const warning of presenceWarnings(model)) warn(warning);
  requireWithin('--strength', flags.strength, { min: 0, max: 1 });
  requireWithin('--thinning', flags.thinning ?? 0, { min: 0, max: MOST_THINNING });
  if (flags.guard !== undefined && flags.guard > 0 && model.guard === undefined) {
    throw outOfRange('--guard', String(flags.guard), 'left out or 0: this model was fitted without a guard');
  }
  const { dataset } = await readSource(sourceFrom(data, flags));
  const groupOf = groupsOf(dataset, model, flags);
  const { secret, made } = await openSecretFile(flags.secretFile);
  const memory = flags.memory === undefined ? undefined : await readMemory(flags.memory);
  const people = protectAll(dataset, model, groupOf, { secret, memory, flags });
  await writeFileAtomically(flags.output, new TextEncoder().encode(sentTable(people, model)));
  if (flags.memory !== undefined) await writeMemory(flags.memory, memory!, people, model);
  if (flags.quiet) return;
  if (flags.json) print(JSON.stringify(people.map((person) => described(person, model))));
  else print(...summaryLines(people, model, flags, made));
}

/** CSV; the cell of an item is made once, as it is written many times. */
function sentTable(people: readonly SentPerson[], { items }: PresenceModel): string {
  const cells = Array.from({ length: items.size }, (_, item) => csvCell(items.id(itemIndex(item))));
  let text = 'user,item,rating\n';
  for (const { id, sent } of people) {
    const user = csvCell(id);
    for (let n = 0; n < sent.indices.length; n++) text += `${user},${cells[sent.indices[n]!]!},${sent.values[n]!}\n`;
  }
  return text;
}

interface SentPerson extends ProtectedHistory {
  readonly id: string;
  readonly group: number;
  readonly history: Uint32Array;
}

/** By user; -1 where it is not known. */
function groupsOf(dataset: Dataset, model: PresenceModel, flags: ProtectFlags): number[] {
  const users = dataset.users.size;
  if ((flags.group === undefined) === (flags.attribute === undefined)) {
    throw new UlteriorError(
      'ATTRIBUTE_UNKNOWN',
      flags.group === undefined
        ? 'nothing says which group the people are of'
        : 'both --group and --attribute are given',
      `give --group (${model.groups.join(', ')}) for everyone, or --attribute with a column`,
    );
  }
  if (flags.group !== undefined) return new Array<number>(users).fill(groupNamed(model, flags.group));
  // One person alone has one group, which is enough here.
  const [attribute] = dataset.attributes.values();
  if (attribute?.kind !== 'categorical') {
    throw new UlteriorError('ATTRIBUTE_KIND', `"${flags.attribute}" is not one of groups`, 'name a column of groups');
  }
  const places = attribute.labels.map((label) => groupNamed(model, label));
  return Array.from({ length: users }, (_, user) =>
    hasValue(attribute, userIndex(user)) ? places[attribute.values[user]!]! : -1,
  );
}

function groupNamed({ groups, attribute }: PresenceModel, label: string): number {
  const at = groups.indexOf(label);
  if (at >= 0) return at;
  throw outOfRange('group', `"${label}"`, `one of the groups of the model (${attribute}): ${groups.join(', ')}`);
}

interface Protecting {
  readonly secret: Uint8Array;
  readonly memory: Memory | undefined;
  readonly flags: ProtectFlags;
}

function protectAll(
  dataset: Dataset,
  model: PresenceModel,
  groupOf: readonly number[],
  { secret, memory, flags }: Protecting,
): SentPerson[] {
  const { strength, keepRatings, guard, thinning } = flags;
  const digests = itemDigests(Array.from({ length: model.items.size }, (_, item) => model.items.id(itemIndex(item))));
  const places = Array.from({ length: dataset.items.size }, (_, item) =>
    model.items.indexOf(dataset.items.id(itemIndex(item))),
  );
  const { starts, indices, values } = dataset.ratings.byUser;
  const people: SentPerson[] = [];
  let [unknown, silent] = [0, 0];
  for (let user = 0; user < dataset.users.size; user++) {
    const known: (readonly [item: number, rating: number])[] = [];
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      const place = places[indices[at]!];
      if (place === undefined) unknown++;
      else known.push([place, values[at]!]);
    }
    const group = groupOf[user]!;
    if (group < 0 || known.length === 0) {
      silent++;
      continue;
    }
    known.sort(([a], [b]) => a - b);
    const history = Uint32Array.from(known, ([item]) => item);
    const ratings = { indices: history, values: Float32Array.from(known, ([, rating]) => rating) };
    const id = dataset.users.id(userIndex(user));
    const draws = (pass: number) => secretDraws(secret, id, pass, digests);
    const options = { strength, combine: !keepRatings, places: guard, thinning };
    const before = memory && earlierIn(memory, id, model);
    people.push({ id, group, history, ...protectHistory(model, { ratings, group, before }, options, draws) });
  }
  if (unknown > 0) {
    warn(
      `${count(unknown)} ratings are of items that the model does not know. They are withheld: what they would tell is not known.`,
    );
  }
  if (silent > 0) warn(`${count(silent)} people send nothing: their group is not known, or none of their items is.`);
  if (people.length > 0) return people;
  throw new UlteriorError(
    'USER_WITHOUT_RATINGS',
    'no person is left whose group is known and who rated an item of the model',
    'check that items have the same ids as in the model, and that people have a group',
  );
}

function described({ id, group, history, sent, withheld, changed }: SentPerson, model: PresenceModel) {
  const names = (items: readonly number[]) => items.map((item) => model.items.id(itemIndex(item)));
  return {
    person: id,
    group: model.groups[group],
    ratings: history.length,
    sent: sent.indices.length,
    withheld: names(withheld),
    changed: names(changed),
  };
}

function summaryLines(
  people: readonly SentPerson[],
  model: PresenceModel,
  { output, secretFile }: ProtectFlags,
  made: boolean,
): string[] {
  const total = (of: (person: SentPerson) => number) => people.reduce((sum, person) => sum + of(person), 0);
  const numbers = [
    [total(({ withheld }) => withheld.length), 'withheld'],
    [total(({ changed }) => changed.length), 'ratings moved to what all groups would give'],
  ] as const;
  const ratings = total(({ history }) => history.length);
  const who = people.length === 1 ? '1 person' : `${count(people.length)} people`;
  return [
    `${output}: what ${who} can send instead of ${count(ratings)} ratings, so that they tell less about ${model.attribute}`,
    `  ${numbers.map(([number, what]) => `${count(number)} ${what}`).join(', ')}`,
    ...(people.length === 1 ? reasonLines(people[0]!, model) : []),
    '',
    ...(made
      ? [`${secretFile}: your new secret. Keep it, and show it to no one: with it, the same is sent again.`]
      : []),
    'This is no proof of safety. What is left, and when not to rely on it: docs/defence/equal-chances.md',
  ];
}

/** What changed, and how likely each group rates such an item, given taste. */
function reasonLines({ history, group, withheld }: SentPerson, model: PresenceModel): string[] {
  const chances = chancesOf(model.stages[0]!, history, group);
  const { size } = model.items;
  const line = (item: number) => {
    const shares = model.groups.map((label, g) => `${percent(chances[g * size + item]!)} ${label}`).join(', ');
    return `    ${model.items.title(itemIndex(item))}  (rated by ${shares}, with a taste like yours)`;
  };
  if (withheld.length === 0) return [];
  const more = withheld.length - SHOWN;
  return [
    '  Withheld:',
    ...withheld.slice(0, SHOWN).map(line),
    ...(more > 0 ? [`    and ${count(more)} more (--json has all)`] : []),
  ];
}
