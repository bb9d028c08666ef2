/** `ulterior defend`: how much defences hide, from whom, and what they cost; with a report. */
import { type Command, InvalidArgumentError } from 'commander';
import {
  attackersKnown,
  type DefenceSpec,
  defenceDefaults,
  defenceNamed,
  defenceSchema,
  defenceSpec,
  defences,
  defencesFor,
  type EvaluatedDefence,
  type EvaluatedPresence,
  planDefences,
  presenceSchema,
} from '../../defence/index.ts';
import { attributeOf, fingerprint } from '../../ratings/index.ts';
import { addDataOptions, type DataFlags, openData, SOURCE_HELP } from '../shared/dataOptions.ts';
import { addGateOptions, GATE_HELP } from '../shared/gateOptions.ts';
import { addRunOptions, type MeasureFlags, measure, OUTPUT } from '../shared/measure.ts';
import { namedData } from '../shared/namedData.ts';
import { numberList, positiveNumber, wordList } from '../shared/options.ts';
import { addPartOptions, PARTS_HELP } from '../shared/parts.ts';
import { addSpecFlags, type FlagsOf, specFrom } from '../shared/specFlags.ts';
import { addTrainingOptions, type TrainingFlags, trainingFrom } from '../shared/trainingOptions.ts';

/** A defence by name, with strengths of its own or not. */
type NamedDefence = Pick<EvaluatedDefence, 'name'> & Partial<EvaluatedDefence>;

const FLAGS = {
  attackers: 'attackers',
  shuffled: 'shuffled',
  adoption: 'adoption',
  folds: 'folds',
  ridge: 'ridge',
  resamples: 'resamples',
} as const;
const PRESENCE = { directions: 'directions', passes: 'passes', places: 'guard', share: 'publicShare' } as const;

interface DefendFlags
  extends DataFlags,
    TrainingFlags,
    MeasureFlags,
    FlagsOf<DefenceSpec, typeof FLAGS>,
    FlagsOf<EvaluatedPresence, typeof PRESENCE> {
  readonly defences?: NamedDefence[];
  readonly strengths?: number[];
}

const help = () => `
Each defence faces attackers who do not know about it, and attackers who were trained on people who defend themselves in
the same way. Attackers see all that is sent. What the recommender loses is measured on ratings that are set aside for it alone.

Defences, and what their strength means:
${defences.map(({ name, summary, strength }) => `  ${name.padEnd(19)} ${summary}\n${' '.repeat(22)}${strength.means}; tried: ${strength.tried.join(', ')}`).join('\n')}

Attackers: ${attackersKnown().join(', ')}

Examples:
  ulterior defend ml-1m:data --attribute gender --min-user 20 --min-item 20 --preset paper --step 0.02 --ridge 100 --output gender
  ulterior defend ml-1m:data --attribute gender --defences leastChange:0.5:1,blinding --strengths 1 --output two
  ulterior defend ml-1m:data --attribute gender --min-user 20 --min-item 20 --defences equalChances:0.5:1 --adoption 0.1,0.5 --output presence
  ulterior defend world:demo --defences randomisedResponse --strengths 0.2,0.5,1 --attackers logistic --output demo`;

export function addDefend(program: Command): void {
  const command = addTrainingOptions(addDataOptions(program.command('defend').argument('<data>')))
    .description('measure what defences hide, from whom, and what they cost, and write a report')
    .requiredOption(...OUTPUT)
    .option(
      '--defences <list>',
      'which defences to try, with or without their own strengths: blinding,leastChange:0.5:1',
      defenceList,
    )
    .option('--strengths <list>', 'strengths for defences that have none of their own', numberList);
  // Which attackers and which defences are usual depends on the defences that are tried.
  const { attackers: _, shuffled: __, ...usual } = defenceDefaults;
  addSpecFlags(command, defenceSchema, usual, FLAGS);
  addSpecFlags(command, presenceSchema, defenceDefaults.presence, PRESENCE);
  addGateOptions(addPartOptions(addRunOptions(command)))
    .addHelpText(
      'after',
      () =>
        `${SOURCE_HELP}\n${PARTS_HELP}\n${GATE_HELP}\nA gate judges every defence at every strength that is tried: name what you use with --defences.\n${help()}`,
    )
    .action(defend);
}

async function defend(data: string, flags: DefendFlags): Promise<void> {
  const { dataset, attribute, summary } = await openData(data, flags);
  const spec = defenceSpecFrom(flags, attribute, attributeOf(dataset, attribute).labels.length);
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

function defenceSpecFrom(flags: DefendFlags, attribute: string, types: number): DefenceSpec {
  const named: readonly NamedDefence[] = flags.defences ?? defencesFor(types).map(({ name }) => ({ name }));
  return defenceSpec({
    ...specFrom<DefenceSpec, typeof FLAGS>(FLAGS, flags),
    attribute,
    training: trainingFrom(flags),
    defences: named.map(({ name, strengths }) => ({
      name,
      strengths: strengths ?? flags.strengths ?? defenceNamed(name).strength.tried,
    })),
    presence: specFrom(PRESENCE, flags),
    seed: flags.seed,
  });
}

/** "blinding,leastChange:0.5:1" */
function defenceList(text: string): NamedDefence[] {
  const named = wordList(text).map((word) => {
    const [name, ...strengths] = word.split(':').map((part) => part.trim());
    return strengths.length === 0 ? { name: name! } : { name: name!, strengths: strengths.map(positiveNumber) };
  });
  if (named.length === 0) throw new InvalidArgumentError('Name at least one defence.');
  return named;
}
