/**
 * Definitions by name: the strategies, classifiers, rivals, defences and readers that there are. A registry begins with
 * those that ship, and plug-ins add to it through the same door: every definition is checked as strictly, a name is given
 * once, and nothing is ever taken away. To add the same definition again changes nothing.
 */
import { UlteriorError } from '../errors/index.ts';
import { type FieldsSchema, type Problem, problemsOf } from '../schema/index.ts';

export interface Named {
  readonly name: string;
}

interface DefinitionRules<Definition extends Named> {
  /** What one of them is called: "strategy". */
  readonly kind: string;
  /** Everything but the functions. */
  readonly values: FieldsSchema;
  /** Functions that a definition must have, and those it may have. */
  readonly functions: readonly (keyof Definition & string)[];
  readonly mayHave?: readonly (keyof Definition & string)[];
  /** Functions of which it has exactly one. */
  readonly either?: readonly (keyof Definition & string)[];
  /** Names and whose they are; shared by registries whose names must differ. */
  readonly names?: Map<string, unknown>;
}

export interface Registry<Definition extends Named> {
  readonly kind: string;
  /** All of them, those that ship first. It grows when a plug-in is loaded. */
  readonly all: readonly Definition[];
  /** Names that are taken, and by what; those of registries that share their names. */
  readonly names: ReadonlyMap<string, unknown>;
  find(name: string): Definition | undefined;
  /** Refuses what is no such definition; `where` says whose it is. */
  check(definition: unknown, where: string): void;
  add(definition: unknown, where: string): void;
}

/** Names go into flags, patterns and keys of checkpoints. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
export const NAME_RULE = 'a letter, then letters, digits, "-" or "_", 64 signs at most';
export const isName = (name: unknown): name is string => typeof name === 'string' && NAME.test(name);

export function createRegistry<Definition extends Named>(
  rules: DefinitionRules<Definition>,
  shipped: readonly Definition[],
): Registry<Definition> {
  const { kind, names = new Map<string, unknown>() } = rules;
  const all: Definition[] = [];
  const check = (definition: unknown, where: string): void => {
    refuseIncomplete(problemsWith(rules, definition, where), kind, where);
    const { name } = definition as Definition;
    if (names.has(name) && names.get(name) !== definition) throw nameTaken(kind, name, where);
  };
  const add = (definition: unknown, where: string) => {
    check(definition, where);
    const given = definition as Definition;
    if (names.has(given.name)) return;
    names.set(given.name, given);
    all.push(given);
  };
  for (const definition of shipped) add(definition, 'Ulterior');
  return { kind, all, names, find: (name) => all.find((each) => each.name === name), check, add };
}

export function nameTaken(kind: string, name: string, where: string): UlteriorError {
  return new UlteriorError(
    'PLUGIN_NAME_TAKEN',
    `${where}: the name "${name}" of a ${kind} is taken`,
    'give it another name, or load only one of the plug-ins that use it',
    { kind, name, where },
  );
}

function problemsWith<Definition extends Named>(
  { values, functions, mayHave = [], either = [] }: DefinitionRules<Definition>,
  definition: unknown,
  where: string,
): Problem[] {
  if (typeof definition !== 'object' || definition === null) return problemsOf(values, definition, where);
  const given = definition as Readonly<Record<string, unknown>>;
  const called: readonly string[] = [...functions, ...mayHave, ...either];
  const chosen = either.filter((name) => given[name] !== undefined);
  const plain = Object.fromEntries(Object.entries(given).filter(([name]) => !called.includes(name)));
  return [
    ...problemsOf(values, plain, where),
    ...(typeof given['name'] !== 'string' || isName(given['name']) ? [] : [missing(`${where}.name`, NAME_RULE)]),
    ...called.flatMap((name) =>
      typeof given[name] === 'function' || (given[name] === undefined && !functions.includes(name as never))
        ? []
        : [missing(`${where}.${name}`, 'a function')],
    ),
    ...(either.length === 0 || chosen.length === 1 ? [] : [missing(where, `a definition with ${either.join(' or ')}`)]),
  ];
}

function missing(path: string, wanted: string): Problem {
  return { path, message: `${path} must be ${wanted}`, advice: `set ${path} to ${wanted}`, code: 'PLUGIN_INCOMPLETE' };
}

function refuseIncomplete(problems: readonly Problem[], kind: string, where: string): void {
  if (problems.length === 0) return;
  throw new UlteriorError(
    'PLUGIN_INCOMPLETE',
    `${where} is not a complete ${kind}: ${problems.map(({ message }) => message).join('; ')}`,
    'docs/plugins.md lists what a definition needs',
    { kind, where, problems: problems.map(({ path, message }) => ({ path, message })) },
  );
}
