/**
 * Refuses contenders that cannot be, and options that a contender would not obey: what is accepted is used. Everything
 * that is wrong is told at once, and before anything is trained.
 *
 *     option        is used by
 *     classifier    all strategies; not by rivals and oneVersusRest, which judge by themselves
 *     model         whatever looks at a model: not rivals, nor an order of its own that another classifier judges
 *     ridge         whatever looks at a belief: not rivals, nor a fixed order that another classifier judges
 *     shrunken      as model, for models of ratings
 *     calibrated    the factor-based judge
 *     known         all
 *     batch         all strategies; not rivals, oneVersusRest and compiledList
 */
import { UlteriorError } from '../../errors/index.ts';
import { type Problem, refuse } from '../../schema/index.ts';
import { exactStrategyFor, strategies } from '../../selection/index.ts';
import type { AuditSpec } from './auditSchema.ts';
import { type Contender, isRival } from './contender.ts';

export function checkContenders(contenders: readonly Contender[], shuffled: readonly string[]): void {
  const ids = contenders.map(({ id }) => id);
  const repeated = contenders.flatMap(({ id }, at) => (ids.indexOf(id) === at ? [] : [repeatedId(id, at)]));
  const idle = contenders.flatMap((one, at) => idleOptions(one).map((option) => idleOption(one, at, option)));
  const unknown = shuffled.filter((id) => !ids.includes(id)).map((id) => unknownId(id, ids));
  refuse([...repeated, ...idle, ...unknown]);
}

/** Where contenders may ask anything themselves, lists beside them would be another name for the same. */
export function checkOpenLists({ protocol, openLists }: Pick<AuditSpec, 'protocol' | 'openLists'>): void {
  if (openLists.length === 0 || protocol === 'rated') return;
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `openLists names ${openLists.join(', ')}, but all contenders may ask anything (protocol is ${protocol})`,
    'name them among the contenders, or leave openLists out',
    { parameter: 'openLists' },
  );
}

/** Refuses strategies that were made for another number of types than the attribute has. */
export function checkTypes(contenders: readonly Contender[], attribute: string, types: number): void {
  for (const [at, { strategy }] of contenders.entries()) {
    const known = strategy === 'compiledList' ? 'separation' : strategy;
    const forTwo = strategies.some(({ name, types: made }) => name === known && made === 'two');
    const suits = types === 2 ? strategy !== 'oneVersusRest' : !forTwo;
    if (suits) continue;
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      `contenders[${at}].strategy is ${strategy}, which is for ${forTwo ? '' : 'more than '}two groups; the attribute "${attribute}" has ${types}`,
      `use the strategy "${exactStrategyFor(types)}"`,
      { strategy, types },
    );
  }
}

/** An option, and where it has no effect. */
type Idle = readonly [option: keyof Contender, where: string];

function idleOptions(contender: Contender): Idle[] {
  const { strategy, classifier, model = 'ratings' } = contender;
  const given = new Set(Object.keys(contender).filter((name) => isGiven(contender, name as keyof Contender)));
  const idle = (names: readonly (keyof Contender)[], where: string) =>
    names.filter((name) => given.has(name)).map((name): Idle => [name, where]);
  if (isRival(strategy)) {
    return idle(
      ['classifier', 'model', 'ridge', 'shrunken', 'calibrated', 'batch'],
      `the strategy is the rival ${strategy}, which learns, chooses and judges in its own way`,
    );
  }
  const definition = strategies.find(({ name }) => name === strategy);
  const ofRatings = definition?.channels === 'rating';
  const looksAt = definition?.looksAt ?? 'belief';
  const judgedByOther = classifier !== 'factor';
  return [
    ...(strategy === 'oneVersusRest'
      ? idle(['classifier', 'calibrated', 'batch'], 'oneVersusRest chooses and judges by its vote')
      : []),
    ...(strategy === 'compiledList' ? idle(['batch'], 'the whole list is made beforehand') : []),
    ...(ofRatings ? idle(['model'], `${strategy} reads models of ratings only`) : []),
    ...(model === 'ratings' ? [] : idle(['shrunken'], `the model is of ${model}: only models of ratings have it`)),
    ...(judgedByOther && strategy !== 'oneVersusRest'
      ? [
          ...idle(['calibrated'], `${classifier} judges: only the factor-based classifier is calibrated`),
          ...idle(
            looksAt === 'belief' ? [] : ['ridge'],
            `${classifier} judges and ${strategy} asks: neither has a belief`,
          ),
          ...idle(
            looksAt === 'items' ? ['model', 'shrunken'] : [],
            `${classifier} judges and ${strategy} asks: neither looks at a model`,
          ),
        ]
      : []),
  ];
}

/** What is as it would be without it changes nothing. */
const LEFT_OUT: Partial<Record<keyof Contender, unknown>> = {
  classifier: 'factor',
  model: 'ratings',
  known: 0,
  batch: 1,
};

function isGiven(contender: Contender, name: keyof Contender): boolean {
  const value = contender[name];
  return value !== undefined && value !== (LEFT_OUT[name] ?? false);
}

function idleOption({ id }: Contender, at: number, [option, where]: Idle): Problem {
  return {
    path: `contenders[${at}].${option}`,
    message: `contenders[${at}].${option} has no effect where ${where}`,
    advice: `leave ${option} out of "${id}"`,
    code: 'PARAMETER_OUT_OF_RANGE',
  };
}

function repeatedId(id: string, at: number): Problem {
  return {
    path: `contenders[${at}].id`,
    message: `contenders[${at}].id makes two of the id "${id}"`,
    advice: 'give contenders different ids',
    code: 'PARAMETER_OUT_OF_RANGE',
  };
}

function unknownId(id: string, ids: readonly string[]): Problem {
  return {
    path: 'shuffled',
    message: `shuffled names "${id}", which is not a contender`,
    advice: `name contenders of the audit: ${ids.join(', ')}`,
    code: 'PARAMETER_OUT_OF_RANGE',
    value: id,
  };
}
