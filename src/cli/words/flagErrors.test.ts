import { Command } from 'commander';
import { expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { UlteriorError } from '../../errors/index.ts';
import { hasKeys, namingFlags, namingStrategies, refuseSaidTwice, setsField } from './flagErrors.ts';

/** An error about a field, as somebody reads it who typed these words. */
function read(words: readonly string[], parameter: string, message: string, paths: readonly string[] = []): string {
  const command = new Command().option('--questions <number>').option('--strategies <list>').option('--dimension <n>');
  setsField(command, 'questions', 'maxQuestions');
  setsField(command, 'strategies', 'contenders');
  setsField(command, 'dimension', 'dimension');
  command.parse(words, { from: 'user' });
  const problems = paths.map((path) => ({ path, message: '' }));
  const error = new UlteriorError('PARAMETER_OUT_OF_RANGE', message, `set ${parameter} to 1`, { parameter, problems });
  const { message: told, advice } = namingFlags(error, command) as UlteriorError;
  return `${told} -> ${advice}`;
}

it('errors name the flag that was typed', () => {
  expect(read(['--questions', '0'], 'maxQuestions', 'maxQuestions is 0')).toBe(
    '--questions is 0 -> set --questions to 1',
  );
  expect(read(['--dimension', '0'], 'training.dimension', 'training.dimension is 0')).toContain('--dimension is 0');
  const contender = 'contenders[0].strategy';
  expect(read(['--strategies', 'x'], contender, `${contender} is x`)).toBe(
    '--strategies is x -> set --strategies to 1',
  );
  expect(
    read(['--strategies', 'x', '--questions', '0'], contender, `(1) ${contender} is x (2) maxQuestions is 0`, [
      contender,
      'maxQuestions',
    ]),
  ).toContain('(1) --strategies is x (2) --questions is 0');
});

it('contenders that were made of the names of strategies are called so', () => {
  const two = new UlteriorError(
    'STRATEGY_UNKNOWN',
    '(1) contenders[0].strategy is x (2) contenders[1].model is y',
    'set contenders[0].strategy',
  );
  const { message, advice } = namingStrategies(two) as UlteriorError;
  expect(`${message} -> ${advice}`).toBe('(1) strategies is x (2) strategies is y -> set strategies');
});

it('keys that were called flags are called keys', () => {
  const command = new Command().option('--step <number>');
  hasKeys(command, ['biasRidge', 'step']);
  hasKeys(command, ['encoding']);
  const error = new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    '--bias-ridge, --step, --encoding have no effect',
    '--other',
  );
  const { message, advice } = namingFlags(error, command) as UlteriorError;
  expect([message, advice]).toEqual(['biasRidge, --step, encoding have no effect', '--other']);
});

it('what a spec file said keeps its name, and other words stay', () => {
  expect(read([], 'maxQuestions', 'maxQuestions is 0')).toContain('maxQuestions is 0');
  expect(read(['--dimension', '3'], 'dimension', 'dimensions differ, dimension is 3')).toContain(
    'dimensions differ, --dimension is 3',
  );
  expect(namingFlags('no error', undefined)).toBe('no error');
});

it('what a flag says, --set must not say again', () => {
  const said = (...words: string[]) => {
    const command = new Command().option('--questions <number>').option('--missing <list>').option('--set <word...>');
    setsField(command, 'questions', 'maxQuestions');
    return failure(() => refuseSaidTwice(command.parse(words, { from: 'user' })));
  };
  expect(said('--questions', '3', '--set', 'folds=2', 'maxQuestions=4')).toMatch(
    /^PARAMETER_OUT_OF_RANGE: --questions and --set maxQuestions say the same -> leave one of them out/,
  );
  expect(said('--missing', '0', '--set', 'missing=1')).toContain('--missing and --set missing say the same');
  expect(said('--questions', '3', '--set', 'folds=2')).toBe('no error');
});
