/**
 * ulterior.json: the audits of a project, and what they may find. The schema checks its form; what a form cannot say
 * (options that a command does not have, names that repeat, a gate that cannot fail) is checked here. Every problem is
 * told at once, with its path in the file.
 */
import type { Command, Option } from 'commander';
import { nearestName, UlteriorError } from '../../errors/index.ts';
import { type GateEnd, gateEnds } from '../../report/index.ts';
import { type JsonSchema, jsonSchemaOf, misfit, type Problem, problemsOf, schema } from '../../schema/index.ts';
import { GATE } from '../shared/gateOptions.ts';
import { several } from '../shared/options.ts';
import { keysIn } from '../spec/settings.ts';
import { specKeys } from '../spec/specFile.ts';

const { about, between, either, fieldsOf, flag, listOf, mapOf, oneOf, text } = schema;

/** What may be found, for the whole file or for one audit. */
interface AllowedLeaks {
  readonly maxAuc?: number;
  readonly maxNamed?: number;
  readonly budgets?: Readonly<Record<string, number>>;
  readonly failOn?: GateEnd;
}

type OptionValue = string | number | boolean | readonly (string | number)[];

export interface ConfiguredAudit extends AllowedLeaks {
  readonly name: string;
  readonly data?: string;
  readonly options?: Readonly<Record<string, OptionValue>>;
  readonly settings?: Readonly<Record<string, OptionValue>>;
  readonly baseline?: string;
}

export interface CheckConfig extends AllowedLeaks {
  readonly $schema?: string;
  readonly output?: string;
  readonly audits: readonly ConfiguredAudit[];
}

const limit = { kind: 'number', above: 0.5, max: 1 } as const;
const allowed = {
  maxAuc: about('The largest AUC that is allowed, for attributes without a budget of their own.', limit),
  maxNamed: about('The largest share of the people that may be named with 90% certainty: 0.01 is 1%.', between(0, 1)),
  budgets: about('The largest AUC that is allowed, by attribute.', mapOf(limit)),
  failOn: about(
    'Which end of the interval counts. By default the upper end must be within the limit: few people cannot pass.',
    oneOf(gateEnds),
  ),
};

const values = mapOf(either(text, { kind: 'number' }, flag, listOf(either(text, { kind: 'number' }))));

const auditSchema = fieldsOf<ConfiguredAudit>(
  {
    name: about('Names the audit in reports, and its folder. Letters, digits, dots, dashes and underscores.', text),
    data: about('Data as on the command line; paths are relative to this file.', text),
    options: about(
      'Options of `ulterior audit` without their dashes; they also decide what is measured: {"attribute": "gender", "list": "questions.txt"}.',
      values,
    ),
    settings: about(
      'Settings of the measurement, as in the file that `ulterior audit --spec` reads; a dot leads into an object: {"folds": 5, "training.preset": "paper"}.',
      values,
    ),
    baseline: about(
      'Records of an earlier run: no leak may have grown since. `check --update-baselines` writes it.',
      text,
    ),
    ...allowed,
  },
  ['name'],
);

const configSchema = fieldsOf<CheckConfig>(
  {
    $schema: text,
    output: about('Folder for the reports, one folder per audit (default: ulterior-reports).', text),
    audits: listOf(auditSchema, 1),
    ...allowed,
  },
  ['audits'],
);

/** docs/check-config.schema.json */
export function checkConfigDocument(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Checks',
    description: 'ulterior.json: the audits that `ulterior check` runs, and what they may find.',
    ...jsonSchemaOf(configSchema),
  };
}

/** The checks in a file. `program` knows the options of each command. */
export function checkConfigFrom(content: string, file: string, program: Command): CheckConfig {
  let read: unknown;
  try {
    read = JSON.parse(content);
  } catch (cause) {
    throw configError(file, [`the file is not JSON: ${cause instanceof Error ? cause.message : cause}`], 'write JSON');
  }
  const misshapen = problemsOf(configSchema, read);
  const problems = misshapen.length > 0 ? misshapen : contentProblems(read as CheckConfig, program);
  if (problems.length === 0) return read as CheckConfig;
  throw configError(
    file,
    problems.map(({ message }) => message.replace(/^the spec /, 'the file ')),
    problems.map(({ advice }) => advice).join('; '),
    problems,
  );
}

function configError(file: string, messages: readonly string[], advice: string, problems: readonly Problem[] = []) {
  return new UlteriorError('CHECK_CONFIG', `${file}: ${messages.join('; ')}`, advice, {
    path: file,
    problems: problems.map(({ path, message }) => ({ path, message })),
  });
}

function contentProblems(config: CheckConfig, program: Command): Problem[] {
  const names = config.audits.map(({ name }) => name);
  return config.audits.flatMap((audit, at) => {
    const path = `audits[${at}]`;
    return [
      ...(/^[A-Za-z0-9_][\w.-]*$/.test(audit.name)
        ? []
        : [misfit(`${path}.name`, `"${audit.name}"`, 'of letters, digits, dots, dashes and underscores')]),
      ...(names.indexOf(audit.name) === at
        ? []
        : [misfit(`${path}.name`, `"${audit.name}" again`, 'a name of its own')]),
      ...sourceProblems(audit, path),
      ...limitProblems(audit, config, path),
      ...optionProblems(audit, path, auditCommand(program)),
      ...settingProblems(audit, path, auditCommand(program)),
    ];
  });
}

/** What says who the people are. */
function sourceProblems({ data, options = {}, settings = {} }: ConfiguredAudit, path: string): Problem[] {
  if (data !== undefined || 'model' in settings || 'users-table' in options) return [];
  return [misfit(`${path}.data`, 'missing', 'a text')];
}

/** A gate that cannot fail is no gate. */
function limitProblems(
  { maxAuc, maxNamed, budgets, baseline }: ConfiguredAudit,
  config: CheckConfig,
  path: string,
): Problem[] {
  const given = [maxAuc, maxNamed, budgets, baseline, config.maxAuc, config.maxNamed, config.budgets].some(
    (one) => one !== undefined,
  );
  return given
    ? []
    : [
        misfit(
          `${path}.maxAuc`,
          'missing',
          'a limit here or for the whole file, or replaced by maxNamed, budgets or a baseline',
        ),
      ];
}

/** What the check itself says to the command. */
const OWN = ['output', 'quiet', 'part', ...GATE];

function optionProblems({ options = {} }: ConfiguredAudit, path: string, command: Command): Problem[] {
  const known = command.options.filter((option) => !OWN.includes(option.attributeName()));
  return Object.entries(options).flatMap(([name, value]) => {
    const at = `${path}.options.${name}`;
    const option = known.find(({ long }) => long === `--${name}`);
    return option === undefined ? [unknownOption(at, name, command, known)] : valueProblems(at, value, option);
  });
}

/** What they may be depends on what is measured: the audit itself says so. */
function settingProblems({ settings = {} }: ConfiguredAudit, path: string, command: Command): Problem[] {
  const known = keysIn(specKeys(command));
  return Object.keys(settings).flatMap((name): Problem[] => {
    if (known.includes(name)) return [];
    const at = `${path}.settings.${name}`;
    const nearest = nearestName(name, known);
    return [
      {
        path: at,
        message: `${at} is not a setting${nearest === undefined ? '' : `: did you mean ${nearest}?`}`,
        advice: nearest === undefined ? `leave ${at} out` : `write ${nearest} in place of ${name}`,
        code: 'CHECK_CONFIG',
      },
    ];
  });
}

function unknownOption(at: string, name: string, command: Command, known: readonly Option[]): Problem {
  const own = command.options.some(({ long }) => long === `--${name}`);
  const names = known.flatMap(({ long }) => long?.slice(2) ?? []);
  const nearest = nearestName(name, names);
  return {
    path: at,
    message: own
      ? `${at} is set by the check itself`
      : `${at} is not an option of ${command.name()}${nearest === undefined ? '' : `: did you mean ${nearest}?`}`,
    advice: own || nearest === undefined ? `leave ${at} out` : `write ${nearest} in place of ${name}`,
    code: 'CHECK_CONFIG',
  };
}

/** As the command line would read it. */
function valueProblems(at: string, value: OptionValue, option: Option): Problem[] {
  const isSwitch = option.isBoolean() || option.negate;
  if (isSwitch) return typeof value === 'boolean' ? [] : [misfit(at, JSON.stringify(value), 'true or false', value)];
  if (typeof value === 'boolean') return [misfit(at, String(value), 'a value', value)];
  try {
    for (const word of wordsOfValue(value, option)) option.parseArg?.(word, undefined);
    return [];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      {
        path: at,
        message: `${at} is ${JSON.stringify(value)}: ${reason}`,
        advice: `set ${at} to ${option.flags}`,
        code: 'CHECK_CONFIG',
      },
    ];
  }
}

function wordsOfValue(value: OptionValue, option: Option): string[] {
  if (!Array.isArray(value)) return [String(value)];
  return option.variadic || isRepeated(option) ? value.map(String) : [value.join(',')];
}

const isRepeated = (option: Option) => option.parseArg === several;
const auditCommand = (program: Command) => program.commands.find((command) => command.name() === 'audit')!;

/** The words of the command line that runs an audit. */
export function wordsOf({ data, options = {}, settings = {} }: ConfiguredAudit, program: Command): string[] {
  const known = auditCommand(program).options;
  const named = Object.entries(options).flatMap(([name, value]) => {
    const option = known.find(({ long }) => long === `--${name}`)!;
    if (typeof value === 'boolean') return value ? [`--${name}`] : [];
    const words = wordsOfValue(value, option);
    return isRepeated(option) ? words.flatMap((word) => [`--${name}`, word]) : [`--${name}`, ...words];
  });
  const set = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  return ['audit', ...(data === undefined ? [] : [data]), ...named, ...set];
}
