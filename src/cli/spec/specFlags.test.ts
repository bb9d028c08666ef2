import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { filledIn, schema } from '../../schema/index.ts';
import { addSpecFlags, specFrom } from './specFlags.ts';

interface Example {
  readonly maxQuestions: number;
  readonly share: number;
  readonly ridge: number | 'model';
  readonly names: readonly string[];
  readonly cuts: readonly number[];
  readonly hidden: number;
}

const { about, between, either, fieldsOf, listOf, oneOf, positive, whole } = schema;
const example = fieldsOf<Example>({
  maxQuestions: about('Questions at most.', whole(1, 10)),
  share: about('A share of people.', between(0, 1)),
  ridge: about('Its ridge.', either(positive, oneOf(['model']))),
  names: about('Who takes part.', listOf(oneOf(['a', 'b', 'c']))),
  cuts: about('Where to cut.', listOf(positive)),
  hidden: whole(1, 3),
});
const defaults: Example = { maxQuestions: 5, share: 0.5, ridge: 'model', names: ['a', 'b'], cuts: [], hidden: 2 };
const FLAGS = {
  maxQuestions: 'questions',
  share: 'publicShare',
  ridge: 'ridge',
  names: 'names',
  cuts: 'cuts',
} as const;

function read(...words: string[]): Partial<Example> {
  const command = addSpecFlags<Example>(new Command().exitOverride(), example, defaults, FLAGS);
  command.configureOutput({ writeErr: () => {} }).parse(words, { from: 'user' });
  return specFrom<Example, typeof FLAGS>(FLAGS, command.opts());
}

describe('flags from a schema', () => {
  it('are read as the field is meant', () => {
    expect(read('--questions', '3', '--public-share', '0.2', '--names', 'x, y', '--cuts', '1,2.5')).toEqual({
      maxQuestions: 3,
      share: 0.2,
      names: ['x', 'y'],
      cuts: [1, 2.5],
    });
    expect(read('--ridge', '10').ridge).toBe(10);
    expect(read('--ridge', 'model').ridge).toBe('model');
  });

  it('that are not given leave the defaults alone', () => {
    expect(filledIn(defaults, read('--questions', '3'))).toStrictEqual({ ...defaults, maxQuestions: 3 });
  });

  it('say in the help what the field is, and its default', () => {
    const help = addSpecFlags<Example>(new Command(), example, defaults, FLAGS).helpInformation();
    expect(help).toContain('--questions <number>     questions at most (default: 5)');
    expect(help).toContain('--public-share <number>  a share of people (default: 0.5)');
    expect(help).toContain('--ridge <number>         its ridge (default: model)');
    expect(help).toContain('--names <list>           who takes part: a, b, c (default: a,b)');
    expect(help).toMatch(/--cuts <list> +where to cut\n/);
    expect(help).not.toContain('hidden');
  });

  it.each([
    [['--questions', 'ten'], 'Give a whole number.'],
    [['--ridge', 'auto'], 'Give a number above 0.'],
    [['--cuts', '1,x'], 'Give a number above 0.'],
    [['--hidden', '1'], 'unknown option'],
  ])('%j is refused', (words, message) => expect(() => read(...words)).toThrow(message));
});
