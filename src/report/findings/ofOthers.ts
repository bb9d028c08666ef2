/** The findings of everything else: surfaces of a recommender, defences, lists of questions, detectors, a ledger. */
import type {
  AttackFigures,
  DefenceRecords,
  DetectorRecords,
  LedgerRecords,
  QuestionnaireStudy,
  UtilityFigures,
} from '../../defence/index.ts';
import type { ModelAuditRecords, ViewFigures } from '../common/input.ts';
import { bounded } from '../common/leakShown.ts';
import { shareOf } from '../defence/detector/detectorLookup.ts';
import { type Finding, findingsAt, type Place } from './finding.ts';
import { boundsAt } from './ofAudits.ts';

/** Every figure of an audit of a recommender; lists of recommenders to compare with have their names. */
export function modelFindings({ data, views, afterDefence, anchors }: ModelAuditRecords): Finding[] {
  const shared = { target: data.attribute, people: data.users };
  const ofView = ({ surface, top, attackers }: ViewFigures, defended: Partial<Finding>) =>
    attackers.flatMap((attacker) => {
      const { id, auc, accuracy, control } = attacker;
      const place: Place = { ...shared, exposure: surface, length: top ?? null, attacker: id, ...defended };
      return [
        ...findingsAt(place, { auc, accuracy }),
        ...boundsAt(place, attacker),
        ...findingsAt({ ...place, variant: 'shuffled' }, { auc: control }),
      ];
    });
  return [
    ...views.flatMap((view) => ofView(view, {})),
    ...(afterDefence?.views ?? []).flatMap((view) => {
      const defended = { defence: afterDefence!.name, strength: afterDefence!.strength };
      const place = { ...shared, exposure: view.surface, length: view.top ?? null, ...defended };
      return [...ofView(view, defended), ...findingsAt(place, { aucDifference: view.difference.auc })];
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

/** Every figure of an evaluation of defences: attackers see all that people send. */
export function defenceFindings({ data, undefended, evaluations }: DefenceRecords): Finding[] {
  const nobody = { target: data.attribute, exposure: 'histories', people: data.users } as const;
  const ofAttacks = (place: Place, attacks: readonly AttackFigures[]) =>
    attacks.flatMap((attack) => {
      const { attacker, situation, auc, groups = [], accuracy, balancedAccuracy, control } = attack;
      const own = { ...place, attacker, situation };
      return [
        ...findingsAt(own, { auc, aucBounds: bounded(attack), accuracy, balancedAccuracy }),
        ...groups.flatMap((group) => findingsAt({ ...own, group: group.label }, { aucBounds: bounded(group) })),
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
      return [
        ...ofAttacks(place, attacks),
        ...ofUse(place, utilities),
        ...adoption.flatMap(({ share, defending, others }) => [
          ...ofAttacks(
            { ...place, exposure: `histories, used by ${share}: those who do`, people: defending.people },
            defending.attacks,
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

/** Every list with what models imply of it and, where people were asked, what came of it. */
export function questionnaireFindings({ subject, compared, curve, data }: QuestionnaireStudy): Finding[] {
  const people = data?.users ?? 0;
  const lists = [subject, ...compared, ...curve.filter(({ id }) => id !== subject.id)];
  return lists.flatMap(({ id, questions, leaks, worth, measured }) => {
    const list = { exposure: `list ${id}`, length: questions.length, people };
    const taught = { ...list, target: 'taste' };
    return [
      ...leaks.flatMap(({ attribute: target, kind, squaredDistance, auc }) =>
        findingsAt({ ...list, target, attacker: kind }, { D2: squaredDistance, impliedAuc: auc }),
      ),
      ...findingsAt(taught, { worth: worth?.cut }),
      ...(measured?.attacks ?? []).flatMap((attack) => {
        const { attribute: target, attacker, auc, control } = attack;
        const place = { ...list, target, attacker };
        return [
          ...findingsAt(place, { auc }),
          ...boundsAt(place, attack),
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
