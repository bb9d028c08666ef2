/** The answer in words: a figure never without its bounds and people, and no claim that they do not carry. */
import { capital, count, counted, decimal, listed, percent, pValue, withInterval } from '../common/format.ts';
import type { AnchorFigures, ModelAuditRecords, ViewFigures } from '../common/input.ts';
import { controlCaution, leakOf, leakSize, leakWords } from '../common/leakWords.ts';
import { largestGroup } from '../common/lookup.ts';
import type { AuditAnswer, KeyFigure } from '../page/answer.ts';
import { anchorName, headlineLists, headlineViews, peopleText, strongestOf, viewName } from './surfaceWords.ts';

/** The answer of an audit of a recommender, part by part. */
export function modelAnswer(records: ModelAuditRecords): AuditAnswer {
  const { verdict, data } = records;
  const views = headlineViews(records);
  const found = capital(`${views.map((view) => findingText(records, view)).join('; ')}; ${peopleText(records)}`);
  const behind = joined([anchorText(records), controlText(records)]);
  if (verdict.leak) {
    const meaning = joined([rightText(records), meaningText(records)]);
    return { verdict: `${capital(leakText(records))}.`, found: `${found}.`, meaning, behind };
  }
  return {
    verdict: `${capital(leakOf('none', data.attribute))}. That is no proof of safety: more people or a better attacker may find more.`,
    found: `${found}. That cannot be told from guessing (0.5). ${detectableText(records)}`,
    meaning: rightText(records),
    behind,
  };
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' ');

/** How large the leak is, by the attacker and the surface with the highest lower bound. */
function leakText(records: ModelAuditRecords): string {
  const { attribute } = records.data;
  const low = Math.max(...records.views.flatMap(({ attackers }) => attackers.map(({ bounds }) => bounds.low)));
  const size = leakSize(low);
  if (size === 'none') return `a leak of ${attribute}, of a size that these attackers could not measure`;
  return leakOf(size, attribute);
}

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
  { anchor, top }: Pick<AnchorFigures, 'anchor' | 'top'>,
  difference: AnchorFigures['difference'],
  { level, resamples }: ModelAuditRecords['spec'],
): string[] {
  if (difference === undefined || difference.pValue > 1 - level) return [];
  const words = difference.auc.value > 0 ? 'more' : 'less';
  return [
    `${words} than the ${anchorName({ anchor, top })} (p ${equalOr(pValue(difference.pValue, resamples))}, corrected)`,
  ];
}

const equalOr = (text: string) => (text.startsWith('<') ? text : `= ${text}`);

export function detectableText({ detectable }: ModelAuditRecords): string {
  return `With this many people, the smallest leak that would have been found with 80% probability is an AUC of ${decimal(detectable)}; a smaller one can hide.`;
}

function controlText(records: ModelAuditRecords): string {
  const [view] = headlineViews(records);
  const shuffles = counted(records.spec.controls, 'shuffle');
  return `The control, logistic regression on labels shuffled among the people (mean of ${shuffles}), reaches ${withInterval(view!.control)} from ${viewName(view!)}.${controlCaution(view!.control)}`;
}

/** What stands in large figures under the answer, first the main one. */
export function modelKeys(records: ModelAuditRecords): KeyFigure[] {
  const key = (auc: { value: number }, { low, high }: { low: number; high: number }, meaning: string): KeyFigure => ({
    value: decimal(auc.value),
    interval: `[${decimal(low)}, ${decimal(high)}]`,
    meaning,
  });
  const views = headlineViews(records);
  const { control } = views[0]!;
  return [
    ...views.map((view) => {
      const { auc, bounds, label } = strongestOf(view);
      return key(auc, bounds, `AUC from ${viewName(view)}: ${label}, ${leakWords[leakSize(bounds.low)]}`);
    }),
    ...records.anchors.slice(0, 2).map((anchor) => {
      const { auc } = anchor.attackers[0]!;
      return key(auc, auc, `the same from ${anchorName(anchor)}`);
    }),
    key(control, control, 'control: shuffled labels'),
  ];
}
