/**
 * A first look in words. It tried one attacker, so it may say that there is a leak, and never that there is none: what it
 * leaves out is named.
 */
import { auditDefaults, type FirstLook } from '../../audit/index.ts';
import { classifierNamed } from '../../inference/index.ts';
import { count, counted, decimal, listed, percent } from '../common/format.ts';
import { leakOf, leakSize, wrongWayText } from '../common/leakWords.ts';

/** What was found so far, in one paragraph. */
export function firstLookText({ attribute, groups, findings, level, people, everyone, folds }: FirstLook): string {
  const [all, told] = findings;
  const figures = [all, ...(told === undefined ? [] : [told])].map(({ auc, group }) => {
    const { low, high } = auc!.bounds!;
    const of = group === undefined ? '' : ` for "${group}"`;
    return {
      who: `logistic regression${of}`,
      value: auc!.value,
      low,
      high,
      text: `${decimal(auc!.value)}${of}, between ${decimal(low)} and ${decimal(high)}`,
    };
  });
  const size = leakSize(lowestShown(findings));
  const wrongWay = wrongWayText(figures);
  const looked =
    people === everyone ? counted(people, 'person', 'people') : `${count(people)} of ${count(everyone)} people`;
  const found =
    size === 'none'
      ? `logistic regression alone has not found ${attribute} so far. This is not an all-clear: stronger attackers may find it.`
      : `logistic regression alone already finds ${leakOf(size, attribute)}.`;
  const of = groups.length === 2 ? `${groups[0]} or ${groups[1]}` : `${groups.length} groups`;
  return [
    `Preliminary: ${found}`,
    ...(wrongWay === '' ? [] : [wrongWay]),
    `AUC ${figures.map(({ text }) => text).join('; ')} (${percent(level)} interval; ${of}; ${looked}, ${folds} folds).`,
  ].join(' ');
}

/** The largest leak that is shown: of all groups, or of the one that is told best. */
export function lowestShown(findings: FirstLook['findings']): number {
  return Math.max(...findings.map(({ auc }) => auc!.bounds!.low));
}

/** What nobody looked at who stops here. */
export function leftOutBy({ kind, groups, people, everyone }: FirstLook): string[] {
  const others = auditDefaults.fullHistory
    .filter((name) => name !== 'logistic')
    .map((name) => classifierNamed(name).label);
  return [
    `other attackers, which usually find more: ${listed(others)}`,
    'questions: how soon a few answers reveal it, and which answers',
    'the tests of chance: shuffled labels as a control, and the permutation test',
    'single people: how many could be named with certainty',
    'where it leaks: items, and whether it is what people rated or how',
    ...(kind === 'number' ? ['the number itself: this only tells on which side of the median people are'] : []),
    ...(groups.length > 2 ? ['single groups, except the one that is told best'] : []),
    ...(people < everyone ? [`${counted(everyone - people, 'person', 'people')} who were not drawn`] : []),
  ];
}
