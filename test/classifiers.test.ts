import { describe, expect, it } from 'vitest';
import { classifierNamed, classifiers } from '../src/inference/index.ts';
import { classifierConformance } from '../src/testing/index.ts';
import { failure } from './support/failure.ts';
import { framework } from './support/framework.ts';

describe.each(classifiers.map((definition) => [definition.name, definition] as const))(
  'classifier %s',
  (_, definition) => {
    classifierConformance(definition, framework);
  },
);

describe('registry of classifiers', () => {
  it('has unique names, and a label and a summary for each', () => {
    expect(new Set(classifiers.map(({ name }) => name)).size).toBe(classifiers.length);
    for (const { label, summary } of classifiers) expect(label.length * summary.length).toBeGreaterThan(50);
  });

  it('finds classifiers by name and lists them when the name is wrong', () => {
    expect(classifierNamed('svm').label).toBe('Support vector machine');
    expect(failure(() => classifierNamed('oracle'))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: classifier is "oracle"; .* factor, /,
    );
  });
});
