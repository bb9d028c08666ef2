/** The answer in words: a figure never without its bounds and people, and no claim that they do not carry. */

import type { AuditAnswer } from '../audit/answer.ts';
import { cautionTexts } from '../common/cautionWords.ts';
import { detectableSentence } from '../common/detectable.ts';
import { capital, count, counted, decimal, listed, percent, pValue, withInterval } from '../common/format.ts';
import type { AnchorFigures, ModelAuditRecords, ViewFigures } from '../common/input.ts';
import { easiestGroupText, leakSentence, leakShown } from '../common/leakShown.ts';
import { controlCaution, leakOf, leakSize, leakWords, possibleLeakOf, wrongWayText } from '../common/leakWords.ts';
import { largestGroup } from '../common/lookup.ts';
import type { KeyFigure } from '../page/pageDocument.ts';
import {
  afterOf,
  anchorName,
  defenceName,
  headlineLists,
  headlineViews,
  peopleText,
  strongestOf,
  viewName,
} from './surfaceWords.ts';

/** The answer of an audit of a recommender, part by part. */
export function modelAnswer(records: ModelAuditRecords): AuditAnswer {
  const answer = answerFromFigures(records);
  return { ...answer, found: joined([...cautionTexts(records.data), answer.found]) };
}

function answerFromFigures(records: ModelAuditRecords): AuditAnswer {
  const { verdict, data } = records;
  const views = headlineViews(records);
  const found = capital(`${views.map((view) => findingText(records, view)).join('; ')}; ${peopleText(records)}`);
  const defended = records.afterDefence === undefined ? '' : `${capital(afterText(records))}. ${remainsText(records)}`;
  const behind = joined([defended, anchorText(records), controlText(records)]);
  const attackers = records.views.flatMap((view) => view.attackers);
  const leak = leakShown(verdict, attackers);
  if (leak !== 'none') {
    return {
      verdict: leakSentence(leak, data.attribute),
      found: joined([`${found}.`, easiestGroupText(attackers, records.spec.level)]),
      meaning: joined([rightText(records), meaningText(records)]),
      behind,
    };
  }
  const wrong = wrongIn(records.views);
  return {
    verdict: `${capital(leakOf('none', data.attribute))}. That is no proof of safety: more people or a better attacker may find more.`,
    found: joined([
      `${found}.`,
      wrong === '' ? 'That cannot be told from guessing (0.5).' : wrong,
      detectableText(records),
    ]),
    meaning: rightText(records),
    behind,
  };
}

const wrongIn = (views: readonly Pick<ViewFigures, 'attackers' | 'surface' | 'top'>[]) =>
  wrongWayText(
    views.flatMap((view) =>
      view.attackers.map(({ label, auc, bounds }) => ({
        who: `${label} on ${viewName(view)}`,
        value: auc.value,
        ...bounds,
      })),
    ),
  );

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');

function findingText({ spec }: ModelAuditRecords, view: ViewFigures): string {
  const { auc, bounds, label } = strongestOf(view);
  const among = view.attackers.length > 1 ? `the strongest of ${view.attackers.length} attackers (${label})` : label;
  return `from ${viewName(view)} ${among} reaches an AUC of ${decimal(auc.value)} (${percent(spec.level)} bounds ${decimal(bounds.low)} to ${decimal(bounds.high)})`;
}

/** What the figures mean for 1,000 people, beside what anybody gets who names the largest group. */
function rightText(records: ModelAuditRecords): string {
  const { label, share } = largestGroup(records.data.labels);
  const hits = headlineViews(records).map((view) => {
    const { value, low, high } = strongestOf(view).accuracy;
    return { low, text: `for ${inThousand(value)} (${inThousand(low)} to ${inThousand(high)}) from ${viewName(view)}` };
  });
  const caution = hits.some(({ low }) => low <= share)
    ? ' Being right no more often than that is no all-clear: the AUC says how well the attacker tells people apart.'
    : '';
  return (
    `Of 1,000 people, guessing the largest group (“${label}”) for everybody is right for ${inThousand(share)}; the attacker is right ` +
    `${listed(hits.map(({ text }) => text))}.${caution}`
  );
}

const inThousand = (share: number) => count(1000 * share);

function meaningText(records: ModelAuditRecords): string {
  const { data } = records;
  const best = Math.max(...headlineViews(records).map((view) => strongestOf(view).auc.value));
  // Rounded, a figure close to certainty would read as certainty.
  const times = best > 0.995 ? 'more than 99' : String(Math.round(100 * best));
  return data.labels.length === 2
    ? `An AUC of ${decimal(best)} means: of two people who differ in ${data.attribute}, the attacker tells which is which ${times} times in 100.`
    : `An AUC of ${decimal(best)} means: of one person in a group and one outside it, the attacker picks the right one ${times} times in 100, on average over the groups.`;
}

/** What each headline becomes after the defence, with the paired difference. */
function afterText(records: ModelAuditRecords): string {
  const after = headlineViews(records).flatMap((view) => afterOf(records, view) ?? []);
  const parts = after.map((view) => {
    const { auc, bounds } = strongestOf(view);
    const { difference } = view;
    return `${withInterval({ value: auc.value, ...bounds }, 3)} from ${viewName(view)} (difference ${withInterval(difference.auc, 3)}, p ${equalOr(pValue(difference.pValue, records.spec.resamples))})`;
  });
  return `after the defence (${defenceName(records.afterDefence!)}) the strongest attacker, trained on people who use it, reaches an AUC of ${listed(parts)}`;
}

/** The largest leak that is left decides: a smaller one elsewhere is no comfort. */
function remainsText(records: ModelAuditRecords): string {
  const { data } = records;
  const { views, verdict } = records.afterDefence!;
  const leak = leakShown(
    verdict,
    views.flatMap(({ attackers }) => attackers),
  );
  // As many people and attackers as before it, so the smallest leak that could be found is the same.
  if (leak === 'none') {
    return joined(['No leak is shown after it. That is no proof of safety.', wrongIn(views), detectableText(records)]);
  }
  if (leak === 'possible') return `After it: ${possibleLeakOf(data.attribute)}`;
  return `${capital(leakOf(leak, data.attribute))} is left.`;
}

/** What other recommenders show of the same people. */
function anchorText(records: ModelAuditRecords): string {
  const { anchors, spec } = records;
  if (anchors.length === 0) return '';
  const beside = anchors.map((anchor) => `${anchorName(anchor)} tell ${withInterval(anchor.attackers[0]!.auc)}`);
  const lists = headlineLists(records);
  const more = anchors.flatMap(({ difference, ...anchor }) => differenceText(anchor, difference, spec));
  return `${lists === undefined ? 'In' : 'For'} comparison, ${listed(beside)}.${more.length === 0 ? '' : ` The audited lists tell ${listed(more)}.`}`;
}

function differenceText(
  anchor: Pick<AnchorFigures, 'anchor' | 'label' | 'top'>,
  difference: AnchorFigures['difference'],
  { level, resamples }: ModelAuditRecords['spec'],
): string[] {
  if (difference === undefined || difference.pValue > 1 - level) return [];
  const words = difference.auc.value > 0 ? 'more' : 'less';
  return [`${words} than the ${anchorName(anchor)} (p ${equalOr(pValue(difference.pValue, resamples))}, corrected)`];
}

const equalOr = (text: string) => (text.startsWith('<') ? text : `= ${text}`);

export function detectableText({ detectable }: ModelAuditRecords): string {
  return detectableSentence(detectable);
}

function controlText(records: ModelAuditRecords): string {
  const [view] = headlineViews(records);
  const { control } = strongestOf(view!);
  const shuffles = control.shuffles === 1 ? 'one shuffle' : `mean of ${counted(control.shuffles, 'shuffle')}`;
  const aside = view!.attackers.slice(1).flatMap(({ label, control: own }) => {
    const caution = controlCaution(own);
    return caution === '' ? [] : [` ${label} reaches ${withInterval(own)} there.${caution}`];
  });
  return `The control, the same attacker on labels shuffled among the people (${shuffles}), reaches ${withInterval(control)} from ${viewName(view!)}.${controlCaution(control)}${aside.join('')}`;
}

/** What stands in large figures under the answer, first the main one. */
export function modelKeys(records: ModelAuditRecords): KeyFigure[] {
  const key = (auc: { value: number }, { low, high }: { low: number; high: number }, meaning: string): KeyFigure => ({
    value: decimal(auc.value),
    interval: `[${decimal(low)}, ${decimal(high)}]`,
    meaning,
  });
  const views = headlineViews(records);
  const { control } = strongestOf(views[0]!);
  return [
    ...views.flatMap((view) => {
      const { auc, bounds, label } = strongestOf(view);
      const before = key(auc, bounds, `AUC from ${viewName(view)}: ${label}, ${leakWords[leakSize(bounds.low)]}`);
      const after = afterOf(records, view);
      if (after === undefined) return [before];
      const left = strongestOf(after);
      return [before, key(left.auc, left.bounds, `the same after the defence (${defenceName(records.afterDefence!)})`)];
    }),
    ...records.anchors.slice(0, 2).map((anchor) => {
      const { auc } = anchor.attackers[0]!;
      return key(auc, auc, `the same from ${anchorName(anchor)}`);
    }),
    key(control, control, 'control: shuffled labels'),
  ];
}
