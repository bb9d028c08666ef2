/** What the page of a number says in words: the question, methods, limits and provenance. */
import { counted, decimal, listed, percent } from '../common/format.ts';
import type { NumericRecords } from '../common/input.ts';
import { contendersOf } from '../common/lookup.ts';
import {
  controlPoint,
  foldsPoint,
  intervalsPoint,
  measuredFacts,
  NO_PROOF,
  provenanceOf,
  responsibleUse,
  whoIsCounted,
} from '../page/howMeasured.ts';
import { type Html, html } from '../page/html.ts';

export function numericQuestion(records: NumericRecords): Html {
  const { data, spec } = records;
  const strategies = contendersOf(records);
  const names = listed(strategies.map(({ label }) => label));
  return html`<p>A recommender asks people to rate items in order to learn their taste. Suppose that it also wants to know
their ${data.attribute}, as a number, which they never told it. How close do the answers come, how fast, and does the choice of
questions matter?</p>
<p>To find out, we simulated interviews with ${counted(data.users, 'person', 'people')} of “${data.source}”. Their ${data.attribute} is
known, but the attacker did not see it. Each was asked up to ${counted(spec.maxQuestions, 'question')}, chosen in ${counted(strategies.length, 'way')} (${names}),
and answered with the ratings they really gave.</p>`;
}

export function numericMethods(records: NumericRecords): Html {
  const { spec, cuts, test } = records;
  const { training } = spec;
  const held =
    training.slopeShrinkage === 'empiricalBayes'
      ? 'Slopes are shrunk as far as all items together suggest (empirical Bayes): otherwise the steepest of many slopes would be mostly noise, and those are asked first.'
      : 'Slopes are shrunk by a fixed ridge only, so the steepest of them are partly noise, and those are asked first.';
  return html`<ul>
${foldsPoint(spec.folds)}<li><strong>The model</strong> is a matrix factorization (alternating least squares, ${training.dimension} dimensions) in which every item has,
besides its profile, an intercept and a slope: how its rating changes with the number. ${held}</li>
<li><strong>The attacker</strong> starts from the mean and spread of the training people and keeps a normal distribution over the person’s
number and taste together, which it updates after every answer.</li>
<li><strong>How questions are chosen:</strong> ${contendersOf(records)
    .map(({ label, summary }) => `${label}: ${summary}`)
    .join('; ')}. None of them looks at
the earlier answers: for this model that makes the exact choice no worse.</li>
<li><strong>Mean absolute error</strong> is how far guesses are off on average. <strong>Knowing nothing</strong> means guessing the median of the training
people, for the same people. <strong>R²</strong> is the share of the squared error of guessing the mean that is gone: 0 is nothing learned,
below 0 is worse than that, 1 is certainty.</li>
${
  test === undefined
    ? ''
    : html`<li><strong>Whether there is any leak</strong> is decided by a test of whole histories against ${counted(test.shuffles, 'shuffle')} of the numbers within
the folds. It looks at the number, at the order of people and at each third of them, and reads both the ratings and how extreme they are, so that it does not need
a straight line. All of that shares one p-value, which must be at most ${percent((4 * (1 - spec.level)) / 5)}; or the strongest attacker, corrected for all of
them, must show something at ${percent((1 - spec.level) / 5)}.</li>
`
}${controlPoint('repeats everything with the numbers shuffled among the people', 'It shows what the method finds where there is nothing.')}${
  cuts.length === 0
    ? ''
    : html`<li><strong>Bands</strong> are what an attacker infers who knows groups only (cut at ${listed(cuts.map((cut) => decimal(cut, Number.isInteger(cut) ? 0 : 1)))}), with a
model trained in the same way and the exact choice of questions for groups; the guess is the mean of the training people in the band.</li>`
}
${intervalsPoint(spec, 'they hold at each number of questions by itself', {
  more: 'Slopes are means over the folds; their standard errors are those of one fold.',
})}${whoIsCounted}</ul>`;
}

export function numericLimits({ data }: NumericRecords): Html {
  return html`<ul>
<li>The answers are ratings that people once gave by themselves, so only items they had rated could be asked. Real people may answer differently,
skip questions, or notice what is going on.</li>
<li>The attacker uses how items are rated, not which. Where a regression on which items were rated does better (see the table of whole histories), most of
what people give away lies in what they chose to rate.</li>
<li>The attacker takes a rating to rise or fall steadily with the number. It misses what people in the middle like, and people at both ends do not. Only the test
of whole histories looks for that, in thirds; what is told about a smaller group, or by two answers together, can slip through.</li>
<li>${NO_PROOF} A good figure on average says little about one person: look at the
width of the intervals.</li>
<li>The figures hold for these people and items. What data say about ${data.attribute} is often what people said themselves.</li>
<li>The items of steepest slope were picked as the largest of many.</li>
</ul>
${responsibleUse()}`;
}

export function numericProvenance(records: NumericRecords): Html {
  const { data, spec, provenance } = records;
  const { training } = spec;
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  return provenanceOf([
    ...measuredFacts(records),
    [
      'Training',
      `dimension ${training.dimension}, ${training.iterations} iterations, profile ridge ${training.profileRidge}, intercept ridge ` +
        `${training.interceptRidge}, slope ridge ${training.slopeRidge}, slope shrinkage ${training.slopeShrinkage}, initial scale ` +
        `${training.initialScale}, noise hold-out ${training.noiseHoldOut}`,
    ],
    ['Belief', `ridge ${spec.ridge}, intervals of ${percent(spec.coverage)}`],
    [
      'Noise variance',
      `${decimal(mean(provenance.noiseVariances), 4)} (mean of ${counted(provenance.noiseVariances.length, 'model')})`,
    ],
    [
      'Spread of the true slopes',
      provenance.slopeVariances.length === 0
        ? '–'
        : `${decimal(Math.sqrt(mean(provenance.slopeVariances)), 4)} rating points for a standard deviation of ${data.attribute}`,
    ],
    ['Strategies', spec.strategies.join(', ')],
  ]);
}
