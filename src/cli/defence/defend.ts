/** `ulterior defend`: how much defences hide, from whom, and what they cost; with a report. */
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import {
  attackersKnown,
  type DefenceSpec,
  defenceNamed,
  defenceSpec,
  defences,
  defencesFor,
  type EvaluatedDefence,
  type EvaluatedPresence,
  planDefences,
} from '../../defence/index.ts';
import { attributeOf, fingerprint } from '../../ratings/index.ts';
import { openCheckpoints } from '../../runtime/index.ts';
import { addDataOptions, type DataFlags, openData, SOURCE_HELP } from '../shared/dataOptions.ts';
import { addGateOptions, type ExportFlags, GATE_HELP } from '../shared/gateOptions.ts';
import { longRun, publishRecords } from '../shared/longRun.ts';
import { namedData, withNamedData } from '../shared/namedData.ts';
import { numberList, positiveNumber, wholeNumber, wordList } from '../shared/options.ts';
import { addPartOptions, PARTS_HELP, type PartFlags, runInParts } from '../shared/parts.ts';
import { addTrainingOptions, type TrainingFlags, trainingFrom } from '../shared/trainingOptions.ts';

/** A defence by name, with strengths of its own or not. */
type NamedDefence = Pick<EvaluatedDefence, 'name'> & Partial<EvaluatedDefence>;

interface DefendFlags extends DataFlags, TrainingFlags, PartFlags, ExportFlags {
  readonly output: string;
  readonly defences?: NamedDefence[];
  readonly strengths?: number[];
  readonly attackers?: string[];
  readonly shuffled?: string[];
  readonly adoption?: number[];
  readonly directions?: number;
  readonly passes?: number;
  readonly guard?: number;
  readonly publicShare?: number;
  readonly folds?: number;
  readonly ridge?: number;
  readonly resamples?: number;
  readonly threads?: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
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
  addGateOptions(addPartOptions(addTrainingOptions(addDataOptions(program.command('defend').argument('<data>')))))
    .description('measure what defences hide, from whom, and what they cost, and write a report')
    .requiredOption('--output <folder>', 'where to write the report; run again to resume')
    .option(
      '--defences <list>',
      'which defences to try, with or without their own strengths: blinding,leastChange:0.5:1',
      defenceList,
    )
    .option('--strengths <list>', 'strengths for defences that have none of their own', numberList)
    .option(
      '--attackers <list>',
      'who attacks: factor, channels, chances, kernelRidge, or classifiers that read no factor model (default: factor,logistic,boosted, and all who see most where a defence hides what was rated)',
      wordList,
    )
    .option(
      '--adoption <list>',
      'also let only these shares of people use each defence at its largest strength: 0.1,0.5',
      numberList,
    )
    .option('--directions <number>', 'equal chances: directions of taste (default: 10)', wholeNumber)
    .option(
      '--passes <number>',
      'equal chances: passes, each fitted to what the one before sends (default: 1)',
      wholeNumber,
    )
    .option(
      '--guard <places>',
      'equal chances: best recommendations kept free of what was withheld; 0 for no guard (default: 25)',
      wholeNumber,
    )
    .option(
      '--public-share <share>',
      'equal chances: share of the training people that the public model learns from; attackers learn from the rest, or with 1 from the same people (default: 0.5)',
      positiveNumber,
    )
    .option('--shuffled <list>', 'defences to try on shuffled labels too (default: the first)', wordList)
    .option('--folds <number>', 'folds', wholeNumber)
    .option('--ridge <number>', 'ridge of the factor-based classifier (default: from the model)', positiveNumber)
    .option('--resamples <number>', 'resamples for the intervals', wholeNumber)
    .option('--threads <number>', 'threads (default: all cores)', wholeNumber)
    .option('--json', 'print the records instead of a summary')
    .option('--quiet', 'print nothing but errors')
    .addHelpText(
      'after',
      () =>
        `${SOURCE_HELP}\n${PARTS_HELP}\n${GATE_HELP}\nA gate judges every defence at every strength that is tried: name what you use with --defences.\n${help()}`,
    )
    .action(defend);
}

async function defend(data: string, flags: DefendFlags): Promise<void> {
  const { dataset, attribute, summary } = await openData(data, flags);
  const spec = specFrom(flags, attribute, attributeOf(dataset, attribute).labels.length);
  const identity = { data: fingerprint(dataset, attribute), spec };
  const folder = join(flags.output, 'checkpoints');
  const checkpoints = await openCheckpoints(folder, identity);
  const records = await longRun({ doing: 'defending', source: summary.source, checkpoints: folder }, flags, (tools) =>
    runInParts(planDefences(dataset, spec), { ...tools, checkpoints }, flags),
  );
  if (records === undefined) return;
  const named = namedData(data, flags, [flags.attribute ?? attribute]);
  await publishRecords(withNamedData(records, named), flags);
}

function specFrom(flags: DefendFlags, attribute: string, types: number): DefenceSpec {
  const named: readonly NamedDefence[] = flags.defences ?? defencesFor(types).map(({ name }) => ({ name }));
  return defenceSpec({
    attribute,
    training: trainingFrom(flags),
    defences: named.map(({ name, strengths }) => ({
      name,
      strengths: strengths ?? flags.strengths ?? defenceNamed(name).strength.tried,
    })),
    ...(flags.attackers ? { attackers: flags.attackers } : {}),
    ...(flags.shuffled ? { shuffled: flags.shuffled } : {}),
    ...(flags.adoption ? { adoption: flags.adoption } : {}),
    presence: presenceFrom(flags),
    folds: flags.folds,
    ridge: flags.ridge,
    resamples: flags.resamples,
    seed: flags.seed,
  });
}

function presenceFrom({
  directions,
  passes,
  guard: places,
  publicShare: share,
}: DefendFlags): Partial<EvaluatedPresence> {
  const given = Object.entries({ directions, passes, places, share }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
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
