/** `ulterior audit --defence`: how much defences hide, from whom, and what they cost; with a report. */
import { InvalidArgumentError } from 'commander';
import {
  attackersKnown,
  changesLists,
  type DefenceSpec,
  defenceDefaults,
  defenceNamed,
  defenceSchema,
  defenceSpec,
  defencesFor,
  type EvaluatedDefence,
  erasers,
  erases,
  defences as everyDefence,
  listChanges,
  planDefences,
} from '../../defence/index.ts';
import { outOfRange } from '../../errors/index.ts';
import { attributeOf, fingerprint } from '../../ratings/index.ts';
import { filledIn } from '../../schema/index.ts';
import { openData } from '../shared/dataOptions.ts';
import { measure } from '../shared/measure.ts';
import { namedData } from '../shared/namedData.ts';
import { positiveNumber, wordList } from '../shared/options.ts';
import { addSpecFlags, type FlagsOf, specFrom } from '../spec/specFlags.ts';
import { trainingIn, trainingKeys, usualTraining } from '../spec/trainingOptions.ts';
import { setsField } from '../words/flagErrors.ts';
import { missingData } from './interviews.ts';
import { type AuditFlags, type Measurement, READ_BY_PLANS, type Request, withOutput } from './measurement.ts';

/** A defence by name, with strengths of its own or not. */
export type NamedDefence = Pick<EvaluatedDefence, 'name'> & Partial<EvaluatedDefence>;

const FLAGS = { attackers: 'attackers' } as const;

interface DefenceFlags extends FlagsOf<DefenceSpec, typeof FLAGS> {
  readonly defence?: NamedDefence[];
}

// Which attackers and which defences are usual depends on the defences that are tried.
const { attackers: _, shuffled: __, ...usual } = defenceDefaults;

export const defenceHelp = () => `
Each defence faces attackers who do not know about it, attackers who were trained on people who defend themselves in the
same way, and attackers who run it themselves on histories that they know. Attackers see all that is sent. What the recommender loses is measured on ratings that are set aside for it alone.
With what a recommender exposes, one defence at one strength: everything is measured again after people sent ratings in that
way. It needs surfaces that can be made again: --exposures, --set itemVectors=FILE, --recommender (which is then asked again,
once per person and fold). A gate judges every defence at every strength that is tried: name the one that you use.

Defences, and what their strength means:
${everyDefence.map(({ name, summary, strength }) => `  ${name.padEnd(19)} ${summary}\n${' '.repeat(22)}${strength.means}; tried: ${strength.tried.join(', ')}`).join('\n')}

Defences of vectors (one of them, with --vectors, --set itemVectors=FILE or --exposures implicitFactors:userVectors):
${erasers.map(({ name, summary, needsGroups }) => `  ${name.padEnd(19)} ${summary}${needsGroups ? '; needs everyone’s group' : ''}`).join('\n')}
With --exposures implicitFactors:lists, lists that the recommender makes of such vectors are measured, too, with what they lose.

Changes of lists (one of them, with --lists or --exposures ease:lists):
${listChanges.map(({ name, summary, strength }) => `  ${name.padEnd(19)} ${summary}\n${' '.repeat(22)}${strength.means}; usual: ${strength.usual}`).join('\n')}

Attackers: ${attackersKnown().join(', ')}`;

export const defences: Measurement<DefenceFlags> = {
  where: 'defences are measured (--defence)',
  addOptions: (command) => {
    command.option(
      '--defence <name>',
      'what people do before: blinding, leastChange:0.5:1 with strengths, default for ours, or published for those of the literature; repeat it for several',
      defenceList,
    );
    setsField(command, 'defence', 'defence');
    addSpecFlags<DefenceSpec>(command, defenceSchema, usual, FLAGS);
  },
  reads: [...Object.values(FLAGS), ...READ_BY_PLANS, 'defence'],
  settings: {
    keys: { ...defenceSchema, fields: { ...defenceSchema.fields, training: trainingKeys } },
    defaults: { ...usual, training: usualTraining },
  },
  run,
};

async function run({ data, flags: given, inSpec, command }: Request<DefenceFlags>): Promise<void> {
  if (data === undefined) return missingData(command);
  const flags = withOutput(given, command);
  const { dataset, attribute, summary } = await openData(data, flags);
  const types = attributeOf(dataset, attribute).labels.length;
  const spec = defenceSpec({
    ...filledIn<Partial<DefenceSpec>>(inSpec, fromFlags(flags, inSpec, types)),
    training: trainingIn((inSpec as Partial<DefenceSpec>).training, flags.seed),
    attribute,
  });
  await measure(
    {
      doing: 'defending',
      source: summary.source,
      identity: { data: fingerprint(dataset, attribute), spec },
      plan: planDefences(dataset, spec),
      named: namedData(data, flags, [flags.attribute ?? attribute]),
    },
    flags,
  );
}

function fromFlags(
  flags: DefenceFlags & AuditFlags,
  inSpec: Partial<DefenceSpec>,
  types: number,
): Partial<DefenceSpec> {
  for (const { name } of flags.defence!) {
    if (erases(name)) {
      const wanted = 'given with vectors of people (--vectors, --set itemVectors=FILE, --exposures)';
      throw outOfRange('--defence', name, wanted);
    }
    if (changesLists(name)) throw outOfRange('--defence', name, 'given with lists (--lists, --exposures ease:lists)');
  }
  const named = flags.defence!.flatMap((one): readonly NamedDefence[] =>
    one.name === 'default'
      ? (inSpec.defences ?? defencesFor(types))
      : one.name === 'published'
        ? defencesFor(types, 'published')
        : [one],
  );
  return {
    ...specFrom<DefenceSpec, typeof FLAGS>(FLAGS, flags),
    defences: named.map(({ name, strengths = defenceNamed(name).strength.tried }) => ({ name, strengths })),
    presence: filledIn(defenceDefaults.presence, inSpec.presence ?? {}),
    seed: flags.seed,
  };
}

/** "blinding,leastChange:0.5:1" */
function defenceList(text: string, before: readonly NamedDefence[] = []): NamedDefence[] {
  const named = wordList(text).map((word) => {
    const [name, ...strengths] = word.split(':').map((part) => part.trim());
    if (name === 'erase') return { name: word };
    return strengths.length === 0 ? { name: name! } : { name: name!, strengths: strengths.map(positiveNumber) };
  });
  if (named.length === 0) throw new InvalidArgumentError('Name at least one defence.');
  return [...before, ...named];
}
