/** Changes that would make an audit say too little. Whatever else survives, tests must notice these. */
import { readFileSync } from 'node:fs';

const CHANGES = [
  {
    name: 'the lower end of an interval is the quantile at 1 - level',
    path: 'src/audit/statistics/bootstrap.ts',
    from: '[low, high] = [ofSorted(sorted, (1 - level) / 2)',
    to: '[low, high] = [ofSorted(sorted, 1 - level)',
  },
  {
    name: 'held-out ratings may be asked',
    path: 'src/audit/interviews/foldWork.ts',
    from: "const histories = spec.protocol === 'open' ? data.dataset : data.kept;",
    to: 'const histories = data.dataset;',
  },
  {
    name: 'a held-out rating stays held out after it was asked',
    path: 'src/audit/interviews/heldOutErrors.ts',
    from: 'heldOut.delete(item);',
    to: '',
  },
  {
    name: 'the fixed cohort is that of the survivors',
    path: 'src/audit/figures/groupPoints.ts',
    from: "const least = cohort === 'fixed' ? maxQuestions : questions;",
    to: 'const least = questions;',
  },
  {
    name: 'calibrations are fitted to people who trained the model',
    path: 'src/audit/interviews/calibrate.ts',
    from: 'const { dataset, learnedFrom: inner, unseen: people } =',
    to: 'const { dataset, learnedFrom: people, unseen: inner } =',
  },
  {
    name: "Wilson's interval lacks its second term",
    path: 'src/audit/statistics/shareInterval.ts',
    from: ' + z ** 2 / (4 * count ** 2)',
    to: '',
  },
  {
    name: 'the noise is the residual of another user',
    path: 'src/factorization/training/noise.ts',
    from: 'sum += squaredResidual(user, at);',
    to: 'sum += squaredResidual(Math.max(0, user - 1), at);',
  },
  {
    name: 'attackers learn from everybody, those whom they judge included',
    path: 'src/audit/exposures/experiment.ts',
    from: 'learners = members.trainers,',
    to: 'learners = Uint32Array.from([...members.trainers, ...members.people]),',
  },
  {
    name: 'an attacker that failed in a fold keeps its figures of the others',
    path: 'src/audit/exposures/experiment.ts',
    from: 'const left = attackers.filter((name) => !failed.some(({ id }) => id === name));',
    to: 'const left = attackers;',
  },
  {
    name: 'nobody is left, and nobody says so',
    path: 'src/audit/exposures/experiment.ts',
    from: 'if (left.length === 0) throw nobodyLeft(failed);',
    to: '',
  },
  {
    name: 'the control is that of the real labels',
    path: 'src/audit/exposures/attackFigures.ts',
    from: "shuffled: of('shuffled') }]",
    to: "shuffled: of('real') }]",
  },
  {
    name: 'scores of one shuffle are held against the real labels',
    path: 'src/audit/exposures/attackFigures.ts',
    from: 'types: targets.get(target)!.types',
    to: 'types: dealings[0].targets.get(target)!.types',
  },
  {
    name: 'each attacker is a family of its own',
    path: 'src/audit/exposures/attackFigures.ts',
    from: '    found.map((attack) => attack.found),',
    to: '    found.slice(0, 1).map((attack) => attack.found),',
  },
  {
    name: 'bounds reach as far as those of one figure',
    path: 'src/audit/figures/family.ts',
    from: 'return finite.length === 0 ? least : Math.max(least, quantile(finite, (1 + level) / 2));',
    to: 'return least;',
  },
  {
    name: 'single groups are no members of the family',
    path: 'src/audit/figures/family.ts',
    from: 'const figures = found.flatMap(({ mean, groups }) => [mean, ...groups.map(({ figure }) => figure)]);',
    to: 'const figures = found.flatMap(({ mean, groups }) => [mean, ...groups.map(() => mean)]);',
  },
  {
    name: 'the best told group is the worst',
    path: 'src/audit/figures/family.ts',
    from: '(one.bounds.low > most.bounds.low ? one : most)',
    to: '(one.bounds.low < most.bounds.low ? one : most)',
  },
  {
    name: 'the detectable leak forgets that it has to be found',
    path: 'src/audit/figures/family.ts',
    from: '0.5 + (reachLow + normalQuantile(POWER)) * chanceError(counts)',
    to: '0.5 + reachLow * chanceError(counts)',
  },
  {
    name: 'both tests have the whole level',
    path: 'src/audit/figures/verdict.ts',
    from: 'level: (1 - PERMUTATION_SHARE) * wolf',
    to: 'level: wolf',
  },
  {
    name: 'a leak needs both tests',
    path: 'src/audit/figures/verdict.ts',
    from: 'const leak = tests.some(',
    to: 'const leak = tests.every(',
  },
  {
    name: 'bounds that exclude guessing are nothing',
    path: 'src/audit/figures/verdict.ts',
    from: 'possible: !leak && bounds.some(({ low }) => low > guessing)',
    to: 'possible: false',
  },
  {
    name: 'replicates are not widened',
    path: 'src/audit/figures/measured.ts',
    from: 'replicates: widened(value, replicates)',
    to: 'replicates',
  },
  {
    name: 'the least error near certainty is forgotten',
    path: 'src/audit/figures/measured.ts',
    from: 'const error = Math.max(standardDeviation(replicates), certaintyError(value, sizes));',
    to: 'const error = standardDeviation(replicates);',
  },
  {
    name: 'people who belong together count one by one',
    path: 'src/audit/figures/measured.ts',
    from: 'const counts = unitsByType(people, types, labels.length, clusters);',
    to: 'const counts = unitsByType(people, types, labels.length, undefined);',
  },
  {
    name: 'balanced accuracy is accuracy',
    path: 'src/audit/figures/measured.ts',
    from: 'meanOf(shares(weights)),',
    to: 'meanOf(share(weights)),',
  },
  {
    name: 'values are the first resample',
    path: 'src/audit/statistics/resampled.ts',
    from: 'measure(everyoneOnce(everyone))',
    to: 'measure(everyoneOnce(everyone).fill(2, 0, 1))',
  },
  {
    name: 'the dependence of folds is forgotten in curves',
    path: 'src/audit/statistics/resampled.ts',
    from: 'value + factor * (figure - value)',
    to: 'figure',
  },
  {
    name: 'the upper end at certainty is the estimate',
    path: 'src/audit/statistics/aucInterval.ts',
    from: 'leastWhereAllAreRight(error, reach.low) - (1 - value)), high: 1 };',
    to: 'leastWhereAllAreRight(error, reach.low) - (1 - value)), high: value };',
  },
  {
    name: 'people of one unit are resampled one by one',
    path: 'src/audit/statistics/bootstrap.ts',
    from: 'const units = clusters === undefined ? people : clusterCount(clusters);',
    to: 'const units = people;',
  },
  {
    name: 'labels are shuffled among all folds',
    path: 'src/audit/folds/labelsWithinFolds.ts',
    from: 'inFold[folds[person]!]!.push(person)',
    to: 'inFold[0]!.push(person)',
  },
  {
    name: 'units are broken when labels are dealt',
    path: 'src/audit/folds/labelsWithinFolds.ts',
    from: 'if (clusters !== undefined) return shuffledPeople(clusters, stream, folds);',
    to: '',
  },
  {
    name: 'copies of a person are dealt into different folds',
    path: 'src/audit/folds/dealIntoFolds.ts',
    from: 'dealTrainers(withCopiesTogether(keepUsersWith(data, attribute).dataset), attribute',
    to: 'dealTrainers(keepUsersWith(data, attribute).dataset, attribute',
  },
  {
    name: 'folds have priors of their own',
    path: 'src/audit/attackers/scorePeople.ts',
    from: 'if (learnsShares) setCommonPrior(own, inTraining, inAll);',
    to: '',
  },
  {
    name: 'folds have scales of their own',
    path: 'src/audit/attackers/scorePeople.ts',
    from: 'if (choosesSettings(name)) setCommonScale(',
    to: 'if (false) setCommonScale(',
  },
  {
    name: 'people who are all alike are ranked',
    path: 'src/audit/attackers/scorePeople.ts',
    from: 'const alike = saysNothing(seen.rows);',
    to: 'const alike = false;',
  },
  {
    name: 'any error is a numeric failure',
    path: 'src/audit/attackers/failures.ts',
    from: 'if (failure === undefined) throw error;',
    to: "if (failure === undefined) return { failure: { code: 'TRAINING_SINGULAR', reason: '' } };",
  },
  {
    name: 'a defence hides where room for a clear leak is left',
    path: 'src/defence/evaluation/verdict.ts',
    from: 'after.low <= 0.5 && after.high < MOST_HIDDEN;',
    to: 'after.low <= 0.5;',
  },
  {
    name: 'who notices that guesses are reversed does not count',
    path: 'src/defence/evaluation/verdict.ts',
    from: 'return { ...noticed(attack), groups: attack.groups?.map(noticed) };',
    to: 'return attack;',
  },
  {
    name: 'a gate goes by the strongest attacker alone',
    path: 'src/report/ci/leaks.ts',
    from: 'upper: largest(({ bounds }) => bounds.high),',
    to: 'upper: strongest.bounds.high,',
  },
  {
    name: 'a gate does not turn round who is wrong beyond chance',
    path: 'src/report/ci/leaks.ts',
    from: 'const turned = flipped(attack);',
    to: 'const turned = attack;',
  },
  {
    name: 'a leak shown by a test alone is none',
    path: 'src/report/common/leakShown.ts',
    from: "return size === 'none' ? 'slight' : size;",
    to: 'return size;',
  },
];

/** Where they stand now. */
export function mustDie() {
  return CHANGES.map(({ name, path, from, to }) => {
    const lines = readFileSync(path, 'utf8').split('\n');
    const line = 1 + lines.findIndex((text) => text.includes(from));
    const once = lines.filter((text) => text.includes(from)).length === 1;
    if (!once) throw new Error(`${path} has not one line with "${from}" any more: say what the change is now`);
    return { name, path, line, from, to };
  });
}
