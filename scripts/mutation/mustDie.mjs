/** Changes that would make an audit say too little. Whatever else survives, tests must notice these. */
import { readFileSync } from 'node:fs';

const CHANGES = [
  {
    name: 'the lower end of an interval is the quantile at 1 - level',
    path: 'src/audit/statistics/bootstrap.ts',
    from: 'low: ofSorted(sorted, (1 - level) / 2)',
    to: 'low: ofSorted(sorted, 1 - level)',
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
    path: 'src/audit/figures/curveTask.ts',
    from: "const least = cohort === 'fixed' ? maxQuestions : question;",
    to: "const least = cohort === 'fixed' ? question : question;",
  },
  {
    name: 'calibrations are fitted to people who trained the model',
    path: 'src/audit/interviews/calibrate.ts',
    from: 'const people = users.filter((user) => folds[user] === 0);',
    to: 'const people = users.filter((user) => folds[user] !== 0);',
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
];

/** Where they stand now. */
export function mustDie() {
  return CHANGES.map(({ name, path, from, to }) => {
    const lines = readFileSync(path, 'utf8').split('\n');
    const line = 1 + lines.findIndex((text) => text.includes(from));
    if (line === 0) throw new Error(`${path} has no line with "${from}" any more: say what the change is now`);
    return { name, path, line, from, to };
  });
}
