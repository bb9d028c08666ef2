/** The answer of an audit of a recommender, in words. */

import { cautionTexts, failedTexts, smallGroupsText } from '../common/cautionWords.ts';
import { detectableSentence } from '../common/detectable.ts';
import { capital, listed, pValue, withInterval } from '../common/format.ts';
import type { AnchorFigures, ModelAuditRecords, ViewFigures } from '../common/input.ts';
import { bounded, leakShown } from '../common/leakShown.ts';
import { controlCaution, leakOf, possibleLeakOf } from '../common/leakWords.ts';
import {
  type AuditAnswer,
  attackersAnswer,
  controlText,
  joined,
  keyFigure,
  type Place,
  placeKey,
  wrongIn,
} from '../page/attackersAnswer.ts';
import type { KeyFigure } from '../page/pageDocument.ts';
import {
  afterOf,
  anchorName,
  defenceName,
  headlineLists,
  headlineViews,
  strongestOf,
  viewName,
} from './surfaceWords.ts';

/** The answer of an audit of a recommender, part by part. */
export function modelAnswer(records: ModelAuditRecords): AuditAnswer {
  const { data, spec } = records;
  const all = records.views.map((view) => placeOf(records, view));
  const defended = records.afterDefence === undefined ? '' : `${capital(afterText(records))}. ${remainsText(records)}`;
  const answer = attackersAnswer({
    leak: leakShown(
      records.verdict,
      all.flatMap(({ attackers }) => attackers),
    ),
    data,
    level: spec.level,
    places: headlineViews(records).map((view) => placeOf(records, view)),
    all,
    others: 'more people',
    detectable: detectableSentence(records.detectable),
    behind: joined([
      defended,
      anchorText(records),
      controlTexts(records),
      smallGroupsText(records),
      ...failedTexts(records),
    ]),
  });
  return { ...answer, found: joined([...cautionTexts(data), answer.found]) };
}

function placeOf({ data }: ModelAuditRecords, view: ViewFigures): Place {
  const { label, accuracy, control } = strongestOf(view);
  return {
    where: `from ${viewName(view)}`,
    attackers: view.attackers,
    people: data.users,
    accuracy,
    control: { who: label, auc: control, shuffles: control.shuffles },
  };
}

/** What each headline becomes after the defence, with the paired difference. */
function afterText(records: ModelAuditRecords): string {
  const after = headlineViews(records).flatMap((view) => afterOf(records, view) ?? []);
  const parts = after.map((view) => {
    const { difference } = view;
    return `${withInterval(bounded(strongestOf(view)), 3)} from ${viewName(view)} (difference ${withInterval(difference.auc, 3)}, p ${equalOr(pValue(difference.pValue, records.spec.resamples))})`;
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
    return joined([
      'No leak is shown after it. That is no proof of safety.',
      wrongIn(views.map((view) => placeOf(records, view))),
      detectableSentence(records.detectable),
    ]);
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

/** Of the first headline; others that it was tried with are named where theirs is no control. */
function controlTexts(records: ModelAuditRecords): string {
  const [view] = headlineViews(records);
  const aside = view!.attackers.slice(1).flatMap(({ label, control }) => {
    const caution = controlCaution(control);
    return caution === '' ? [] : [`${label} reaches ${withInterval(control)} there.${caution}`];
  });
  return joined([controlText([placeOf(records, view!)]), ...aside]);
}

/** What stands in large figures under the answer, first the main one. */
export function modelKeys(records: ModelAuditRecords): KeyFigure[] {
  const views = headlineViews(records);
  const { control } = strongestOf(views[0]!);
  return [
    ...views.flatMap((view) => {
      const after = afterOf(records, view);
      const before = placeKey(placeOf(records, view));
      if (after === undefined) return [before];
      const { auc, bounds } = strongestOf(after);
      return [before, keyFigure(auc, bounds, `the same after the defence (${defenceName(records.afterDefence!)})`)];
    }),
    ...records.anchors.slice(0, 2).map((anchor) => {
      const { auc } = anchor.attackers[0]!;
      return keyFigure(auc, auc, `the same from ${anchorName(anchor)}`);
    }),
    keyFigure(control, control, 'control: shuffled labels'),
  ];
}
