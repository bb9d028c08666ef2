/**
 * Every recommender by name: those that audits of other recommenders are compared with, and may audit themselves. To add
 * one that ships: a definition here. Plug-ins add theirs when they are loaded.
 */
import { outOfRange } from '../../errors/index.ts';
import { createRegistry } from '../../plugins/index.ts';
import { schema } from '../../schema/index.ts';
import { type ImplicitParameters, trainImplicit } from '../implicit/index.ts';
import { trainEase } from './ease.ts';
import { implicitPerson, implicitRecommender, implicitScores } from './implicitRecommender.ts';
import { trainItemNeighbours } from './itemNeighbours.ts';
import { trainPopularity } from './popularity.ts';
import type { ItemRecommender } from './recommender.ts';
import type { RatedHistory, RecommenderDefinition, TrainedRecommender } from './recommenderDefinition.ts';

const FACTORS = 64;

const byScores = (recommender: ItemRecommender): TrainedRecommender => ({
  scores: ({ indices }) => recommender.scores(indices),
});

const popularity: RecommenderDefinition = {
  name: 'popularity',
  label: 'popularity',
  summary: 'what most people have rated, for everyone',
  train: (ratings) => byScores(trainPopularity(ratings)),
};

const itemNeighbours: RecommenderDefinition = {
  name: 'itemNeighbours',
  label: 'item neighbours',
  summary: 'items that the same people have rated',
  train: (ratings) => byScores(trainItemNeighbours(ratings)),
};

const ease: RecommenderDefinition = {
  name: 'ease',
  label: 'EASE',
  summary: 'the linear model that predicts each item of a history from the others',
  train: async (ratings, { tools }) => byScores(await trainEase(ratings, {}, tools)),
};

const implicitDefinition = (
  named: Omit<RecommenderDefinition, 'train'>,
  changes: Partial<ImplicitParameters>,
): RecommenderDefinition => ({
  ...named,
  train: async (ratings, { seed, tools }) => {
    // No more factors than there are people or items.
    const dimension = Math.min(FACTORS, ratings.rows, ratings.columns);
    const factors = await trainImplicit(ratings, { seed, dimension, ...changes }, tools);
    const person = implicitPerson(factors);
    const own = { vector: ({ indices }: RatedHistory) => person(indices), scoresOf: implicitScores(factors) };
    return { ...byScores(implicitRecommender(factors)), ...own };
  },
});

const implicitFactors = implicitDefinition(
  {
    name: 'implicitFactors',
    label: 'implicit factors',
    summary: `${FACTORS} factors of what was rated, by weighted least squares; has vectors of people`,
  },
  {},
);

const implicitGradients = implicitDefinition(
  {
    name: 'implicitGradients',
    label: 'implicit factors by conjugate gradients',
    summary:
      'the same in a quarter of the time, by three steps towards each solution, as the package implicit does by default',
  },
  { gradientSteps: 3 },
);

export const recommenderRegistry = createRegistry<RecommenderDefinition>(
  {
    kind: 'recommender',
    values: schema.fieldsOf<Omit<RecommenderDefinition, 'train'>>(
      { name: schema.text, label: schema.text, summary: schema.text },
      ['name', 'label', 'summary'],
    ),
    functions: ['train'],
  },
  [popularity, itemNeighbours, ease, implicitFactors, implicitGradients],
);

/** All recommenders. The list grows when a plug-in is loaded. */
export const recommenders: readonly RecommenderDefinition[] = recommenderRegistry.all;

export function recommenderNamed(name: string): RecommenderDefinition {
  const found = recommenderRegistry.find(name);
  if (found !== undefined) return found;
  throw outOfRange('recommender', `"${name}"`, `one of ${recommenders.map((each) => each.name).join(', ')}`);
}
