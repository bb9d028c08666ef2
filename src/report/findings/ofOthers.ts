/** The findings of everything else: surfaces of a recommender, defences, lists of questions, detectors, a ledger. */
import {
  type AttackFigures,
  type DefenceRecords,
  type DetectorRecords,
  type LedgerRecords,
  type QuestionnaireStudy,
  type UtilityFigures,
  withoutTheAsked,
} from '../../defence/index.ts';
import { counted } from '../common/format.ts';
import type { ModelAuditRecords, ViewFigures } from '../common/input.ts';
import { attackerName, labelOf } from '../defence/defences/words.ts';
import { shareOf } from '../defence/detector/detectorLookup.ts';
import { kindWords, shownAttacker } from '../defence/questionnaire/questionnaireLookup.ts';
import { defenceName, viewName } from '../surfaces/surfaceWords.ts';
import { type Finding, findingsAt, type Judged, type Place } from './finding.ts';
import { boundsAt } from './ofAudits.ts';

/**
 * Every figure of an audit of a recommender; lists of recommenders to compare with have their names. Where people defended
 * their ratings, a gate judges what is left.
 */
export function modelFindings({ data, views, detectable, afterDefence, anchors }: ModelAuditRecords): Finding[] {
  const shared = { target: data.attribute, people: data.users };
  const after = afterDefence === undefined ? '' : `, after the defence ${defenceName(afterDefence)}`;
  const ofView = (view: ViewFigures, defended: Partial<Finding>, isJudged: boolean) =>
    view.attackers.flatMap((attacker, rank) => {
      const { id, label, auc, accuracy, control } = attacker;
      const place: Place = { ...shared, exposure: view.surface, length: view.top ?? null, attacker: id, ...defended };
      const where = `from ${viewName(view)}${after}`;
      const judged = { where, who: label, detectable, replicates: rank === 0 ? view.replicates : undefined };
      return [
        ...findingsAt(place, { auc, accuracy }),
        ...boundsAt(place, attacker, isJudged ? judged : undefined),
        ...findingsAt({ ...place, variant: 'shuffled' }, { auc: control }),
      ];
    });
  return [
    ...views.flatMap((view) => ofView(view, {}, afterDefence === undefined)),
    ...(afterDefence?.views ?? []).flatMap((view) => {
      const defended = { defence: afterDefence!.name, strength: afterDefence!.strength };
      const place = { ...shared, exposure: view.surface, length: view.top ?? null, ...defended };
      return [...ofView(view, defended, true), ...findingsAt(place, { aucDifference: view.difference.auc })];
    }),
    ...anchors.flatMap(({ anchor, top, attackers, use }) => {
      const place = { ...shared, exposure: `lists of ${anchor}`, length: top };
      return [
        ...attackers.flatMap(({ id, auc, control }) => [
          ...findingsAt({ ...place, attacker: id }, { auc }),
          ...findingsAt({ ...place, attacker: id, variant: 'shuffled' }, { auc: control }),
        ]),
        ...findingsAt(place, { ndcg: use.ndcg, recall: use.recall }),
      ];
    }),
  ];
}

/**
 * Every figure of an evaluation of defences: attackers see all that people send. A gate judges every defence at every
 * strength, and where only some use it those who do: by everybody who attacked.
 */
export function defenceFindings({ data, undefended, evaluations, detectable }: DefenceRecords): Finding[] {
  const nobody = { target: data.attribute, exposure: 'histories', people: data.users } as const;
  const ofAttacks = (place: Place, attacks: readonly AttackFigures[], gate?: Gate) =>
    attacks.flatMap((attack) => {
      const { id: attacker, situation, auc, accuracy, balancedAccuracy, control } = attack;
      const own = { ...place, attacker, situation };
      const [bounds, ...ofGroups] = boundsAt(
        own,
        attack,
        gate && { ...gate, who: `${attackerName(attacker)}, ${situation}` },
      );
      return [
        ...findingsAt(own, { auc }),
        bounds!,
        ...findingsAt(own, { accuracy, balancedAccuracy }),
        ...ofGroups,
        ...findingsAt({ ...own, variant: 'shuffled' }, { auc: control }),
      ];
    });
  const ofUse = (place: Place, utilities: readonly UtilityFigures[]) =>
    utilities.flatMap(({ recommender: situation, rmse, ndcg, topTen }) =>
      findingsAt({ ...place, situation }, { rmse, ndcg, topTen }),
    );
  return [
    ...ofAttacks(nobody, undefended.attacks),
    ...ofUse(nobody, undefended.utilities),
    ...evaluations.flatMap(({ defence, strength, attacks, utilities, adoption = [] }) => {
      const place = { ...nobody, defence, strength };
      const where = `behind ${labelOf(defence)} ${strength}`;
      return [
        ...ofAttacks(place, attacks, { where, detectable }),
        ...ofUse(place, utilities),
        ...adoption.flatMap(({ share, defending, others }) => [
          ...ofAttacks(
            { ...place, exposure: `histories, used by ${share}: those who do`, people: defending.people },
            defending.attacks,
            { where: `${where}, used by ${Math.round(100 * share)}%`, detectable: defending.detectable },
          ),
          ...ofAttacks(
            { ...place, exposure: `histories, used by ${share}: the others`, people: others.people },
            others.attacks,
          ),
        ]),
      ];
    }),
  ];
}

type Gate = Pick<Judged, 'where' | 'detectable'>;

/**
 * Every list with what models imply of it and, where people were asked, what came of it. A gate judges the list, and where
 * it was designed on these very people lists that were designed without those who are asked.
 */
export function questionnaireFindings(study: QuestionnaireStudy): Finding[] {
  const { subject, compared, curve, data, measurement } = study;
  const people = measurement?.people ?? data?.users ?? 0;
  const lists = [subject, ...compared, ...curve.filter(({ id }) => id !== subject.id)];
  const where = `from a list of ${counted(subject.questions.length, 'question')}`;
  const judgedLists = [subject.id, withoutTheAsked(study)?.id];
  return lists.flatMap(({ id, questions, leaks, worth, measured }) => {
    const list = { exposure: `list ${id}`, length: questions.length, people };
    const taught = { ...list, target: 'taste' };
    const isJudged = judgedLists.includes(id);
    return [
      ...leaks.flatMap(({ attribute: target, kind, squaredDistance, auc }) => {
        const place = { ...list, target, attacker: kind };
        const asked = measured?.attacks.some(({ attribute }) => attribute === target) === true;
        const judged = { where, who: kindWords[kind], auc: { value: auc, low: auc, high: auc } };
        return [
          ...findingsAt(place, { D2: squaredDistance }),
          ...findingsAt({ ...place, ...(id === subject.id && !asked && { judged }) }, { impliedAuc: auc }),
        ];
      }),
      ...findingsAt(taught, { worth: worth?.cut }),
      ...(measured?.attacks ?? []).flatMap((attack) => {
        const { attribute: target, id: attacker, auc, control, detectable } = attack;
        const place = { ...list, target, attacker };
        const judged = { where, who: shownAttacker(attacker), detectable };
        return [
          ...findingsAt(place, { auc }),
          ...boundsAt(place, attack, isJudged ? judged : undefined),
          ...findingsAt({ ...place, variant: 'shuffled' }, { auc: control }),
        ];
      }),
      ...findingsAt(taught, { rmse: measured?.rmse, rmseChange: measured?.rmseChange }),
    ];
  });
}

/** How soon a way of asking is noticed, and what it tells: interviews are its people. */
export function detectorFindings(records: DetectorRecords): Finding[] {
  return records.figures.flatMap(({ asker, attribute, points }) =>
    points.flatMap(({ questions: length, noticed, pValue, auc, impliedAuc }) =>
      findingsAt(
        { target: attribute, exposure: 'questions', length, attacker: asker, people: noticed.interviews },
        { noticed: shareOf(noticed, records), medianPValue: pValue, auc, impliedAuc },
      ),
    ),
  );
}

/** What each answer of one person costs, in bits. */
export function ledgerFindings({ entries }: LedgerRecords): Finding[] {
  return entries.flatMap(({ lines }, at) =>
    lines.flatMap(({ attribute, cost, bits, known, followed }) =>
      findingsAt(
        { target: attribute, exposure: 'questions', length: at + 1, people: 1 },
        { cost, bits, known, followed },
      ),
    ),
  );
}
