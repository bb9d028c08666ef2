/** The answer of an audit of a recommender, in words. */

import { cautionTexts, failedTexts, smallGroupsText } from '../common/cautionWords.ts';
import { detectableSentence } from '../common/detectable.ts';
import { capital, listed, pValue, withInterval } from '../common/format.ts';
import type { ModelAuditRecords } from '../common/input.ts';
import { bounded, leakShown } from '../common/leakShown.ts';
import { controlCaution, leakOf, possibleLeakOf } from '../common/leakWords.ts';
import { labelOf } from '../common/lookup.ts';
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
  type AnchorView,
  afterOf,
  anchorsOf,
  changeOf,
  controlAt,
  defenceName,
  headlineLists,
  headlineViews,
  listsUse,
  type View,
  viewName,
  viewsOf,
} from './surfaceWords.ts';

/** The answer of an audit of a recommender, part by part. */
export function modelAnswer(records: ModelAuditRecords): AuditAnswer {
  const { data, spec } = records;
  const all = viewsOf(records).map((view) => placeOf(records, view));
  const headlines = headlineViews(records);
  const defended = records.afterDefence === undefined ? '' : `${capital(afterText(records))}. ${remainsText(records)}`;
  const answer = attackersAnswer({
    leak: leakShown(
      records.verdict,
      all.flatMap(({ attackers }) => attackers),
    ),
    data,
    level: spec.level,
    places: headlines.map((view) => placeOf(records, view)),
    all,
    others: 'more people',
    detectable: detectableSentence(headlines[0]!.strongest.detectable!),
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

function placeOf(records: ModelAuditRecords, view: View): Place {
  const { found, strongest } = view;
  const { auc, shuffles } = controlAt(records, strongest);
  return {
    where: `from ${viewName(view)}`,
    attackers: found.map((one) => ({ ...one, label: labelOf(records, one) })),
    people: strongest.people,
    accuracy: strongest.accuracy,
    control: { who: labelOf(records, strongest), auc, shuffles: shuffles! },
  };
}

/** What each headline becomes after the defence, with the paired difference. */
function afterText(records: ModelAuditRecords): string {
  const after = headlineViews(records).flatMap((view) => afterOf(records, view) ?? []);
  const parts = after.map((view) => {
    const { aucDifference, pValue: p } = changeOf(records, view);
    return `${withInterval(bounded(view.strongest.auc), 3)} from ${viewName(view)} (difference ${withInterval(aucDifference, 3)}, p ${equalOr(pValue(p, records.spec.resamples))})`;
  });
  return `after the defence (${defenceName(records.afterDefence!)}) the strongest attacker, trained on people who use it, reaches an AUC of ${listed(parts)}${costText(records)}`;
}

/** What that costs, where it was measured. */
function costText(records: ModelAuditRecords): string {
  const [before, after] = [listsUse(records), listsUse(records, records.afterDefence!.name)];
  if (before === undefined || after === undefined) return '';
  const top = records.headlineTop;
  return `; NDCG@${top} of the lists is ${withInterval(after.ndcg, 3)} instead of ${withInterval(before.ndcg, 3)}, and recall ${withInterval(after.recall, 3)} instead of ${withInterval(before.recall, 3)}`;
}

/** The largest leak that is left decides: a smaller one elsewhere is no comfort. */
function remainsText(records: ModelAuditRecords): string {
  const { data } = records;
  const views = viewsOf(records, 'after');
  const leak = leakShown(
    records.afterDefence!.verdict,
    views.flatMap(({ found }) => found),
  );
  // As many people and attackers as before it, so the smallest leak that could be found is the same.
  if (leak === 'none') {
    return joined([
      'No leak is shown after it. That is no proof of safety.',
      wrongIn(views.map((view) => placeOf(records, view))),
      detectableSentence(viewsOf(records)[0]!.strongest.detectable!),
    ]);
  }
  if (leak === 'possible') return `After it: ${possibleLeakOf(data.attribute)}`;
  return `${capital(leakOf(leak, data.attribute))} is left.`;
}

/** What other recommenders show of the same people. */
function anchorText(records: ModelAuditRecords): string {
  const { spec } = records;
  const anchors = anchorsOf(records);
  if (anchors.length === 0) return '';
  const beside = anchors.map(({ name, strongest }) => `${name} tell ${withInterval(strongest.auc)}`);
  const lists = headlineLists(records);
  const more = anchors.flatMap((anchor) => differenceText(anchor, spec));
  return `${lists === undefined ? 'In' : 'For'} comparison, ${listed(beside)}.${more.length === 0 ? '' : ` The audited lists tell ${listed(more)}.`}`;
}

function differenceText({ name, use }: AnchorView, { level, resamples }: ModelAuditRecords['spec']): string[] {
  const { aucDifference, pValue: p } = use;
  if (aucDifference === undefined || p! > 1 - level) return [];
  const words = aucDifference.value > 0 ? 'more' : 'less';
  return [`${words} than the ${name} (p ${equalOr(pValue(p!, resamples))}, corrected)`];
}

const equalOr = (text: string) => (text.startsWith('<') ? text : `= ${text}`);

/** Of the first headline; others that it was tried with are named where theirs is no control. */
function controlTexts(records: ModelAuditRecords): string {
  const [view] = headlineViews(records);
  const others = view!.found.filter((one) => one.group === undefined).slice(1);
  const aside = others.flatMap((one) => {
    const control = controlAt(records, one).auc;
    const caution = controlCaution(control);
    return caution === '' ? [] : [`${labelOf(records, one)} reaches ${withInterval(control)} there.${caution}`];
  });
  return joined([controlText([placeOf(records, view!)]), ...aside]);
}

/** What stands in large figures under the answer, first the main one. */
export function modelKeys(records: ModelAuditRecords): KeyFigure[] {
  const views = headlineViews(records);
  return [
    ...views.flatMap((view) => {
      const after = afterOf(records, view);
      const before = placeKey(placeOf(records, view));
      if (after === undefined) return [before];
      const left = bounded(after.strongest.auc);
      return [before, keyFigure(left, `the same after the defence (${defenceName(records.afterDefence!)})`)];
    }),
    ...anchorsOf(records)
      .slice(0, 2)
      .map(({ name, strongest }) => keyFigure(strongest.auc, `the same from ${name}`)),
    keyFigure(controlAt(records, views[0]!.strongest).auc, 'control: shuffled labels'),
  ];
}
