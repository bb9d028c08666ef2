/** The findings of audits: of groups, of a number, of several attributes at once. */
import { counted } from '../common/format.ts';
import type { AuditRecords, Bounds, CurvePoint, Estimate, LeakMatrixRecords, NumericRecords } from '../common/input.ts';
import { bounded } from '../common/leakShown.ts';
import { rowName } from '../joint/leakLookup.ts';
import { type Finding, findingsAt, type Judged, type Place } from './finding.ts';

/** A figure with the band that covers the whole curve. */
const band = ({ value, bandLow, bandHigh }: { value: number; bandLow: number; bandHigh: number }): Estimate => {
  return { value, low: bandLow, high: bandHigh };
};

function ofCurvePoint({ auc, accuracy, logLoss, brier, calibrationError, confidence }: CurvePoint) {
  return { auc, aucBand: band(auc), accuracy, logLoss, brier, calibrationError, confidence };
}

interface BoundedFigure {
  readonly auc: Estimate;
  readonly bounds: Bounds;
}

type GroupFound = BoundedFigure & { readonly label: string };

/** The bounds of an attacker, and of each group that it tells from the rest; with what a gate needs, where it judges them. */
export function boundsAt(
  place: Place,
  figure: BoundedFigure & { readonly bestTold?: GroupFound; readonly groups?: readonly GroupFound[] },
  judged?: Omit<Judged, 'auc'>,
): Finding[] {
  const { bestTold, groups = bestTold === undefined ? [] : [bestTold] } = figure;
  const at = (found: BoundedFigure, own: Partial<Finding> = {}, more: Partial<Judged> = {}) =>
    findingsAt(
      { ...place, ...own, ...(judged && { judged: { ...judged, auc: found.auc, ...more } }) },
      { aucBounds: bounded(found) },
    );
  // Replicates are those of the mean over the groups: no pairs for a figure about one of them.
  const about = (label: string) => ({ who: `${judged?.who}, about “${label}”`, replicates: undefined });
  return [...at(figure), ...groups.flatMap((group) => at(group, { group: group.label }, about(group.label)))];
}

/** Every figure of an audit. */
export function auditFindings({ data, curves, headlines, fullHistory, ratingErrors }: AuditRecords): Finding[] {
  const target = data.attribute;
  const asked = { target, exposure: 'questions' } as const;
  const read = { target, exposure: 'histories', people: data.users } as const;
  return [
    ...curves.flatMap(({ contender, variant, cohort, points }) =>
      points.flatMap((point) => {
        const { questions: length, users: people } = point;
        return findingsAt({ ...asked, length, attacker: contender, variant, cohort, people }, ofCurvePoint(point));
      }),
    ),
    ...ratingErrors.flatMap(({ contender, points }) =>
      points.flatMap(({ questions: length, users: people, rmse, itemMeans }) =>
        findingsAt({ ...asked, length, attacker: contender, people }, { rmse, rmseItemMeans: itemMeans }),
      ),
    ),
    ...fullHistory.flatMap(({ classifier, variant, auc, accuracy }) =>
      findingsAt({ ...read, attacker: classifier, variant }, { auc, accuracy }),
    ),
    ...headlines.flatMap(({ kind, questions = 0, users: people, attackers, detectable, replicates }) => {
      const place = kind === 'history' ? { ...read, people } : { ...asked, length: questions, people };
      const where = kind === 'history' ? 'from whole histories' : `after ${counted(questions, 'question')}`;
      return attackers.flatMap((attacker, rank) => {
        const judged = { where, who: attacker.label, detectable, replicates: rank === 0 ? replicates : undefined };
        return boundsAt({ ...place, attacker: attacker.id }, attacker, judged);
      });
    }),
  ];
}

/** Every figure of an audit of a number. */
export function numericFindings({ data, curves, fullHistory }: NumericRecords): Finding[] {
  const target = data.attribute;
  return [
    ...curves.flatMap(({ contender, variant, cohort, points }) =>
      points.flatMap(({ questions: length, users: people, mae, rmse, r2, coverage, width, blind, halfWithin }) =>
        findingsAt(
          { target, exposure: 'questions', length, attacker: contender, variant, cohort, people },
          {
            mae,
            maeBand: band(mae),
            rmse,
            r2,
            r2Band: band(r2),
            coverage,
            width,
            blindMean: blind.mean,
            blindMedian: blind.median,
            halfWithin,
          },
        ),
      ),
    ),
    ...fullHistory.flatMap(({ method, variant, users: people, mae, rmse, r2, coverage, halfWithin }) =>
      findingsAt(
        { target, exposure: 'histories', attacker: method, variant, people },
        { mae, rmse, r2, coverage, halfWithin },
      ),
    ),
  ];
}

/**
 * Every figure of a leak matrix: a way of asking is the attacker. A gate judges what any number of questions tells: at the
 * headline's number by bounds that hold for the whole matrix, before it by the band around each curve.
 */
export function matrixFindings(records: LeakMatrixRecords): Finding[] {
  const { curves, headline, spec } = records;
  const exposure = 'questions';
  const judgedOf = (row: string) => ({
    where: `after up to ${counted(spec.maxQuestions, 'question')}`,
    who: rowName(records, row),
  });
  return [
    ...curves.flatMap(({ contender: attacker, attribute: target, variant, points }) =>
      points.flatMap(({ auc, accuracy, logLoss, questions: length, users: people }) => {
        const place = { target, exposure, length, attacker, variant, people };
        const judged = variant === 'real' ? { judged: { ...judgedOf(attacker), auc } } : {};
        return [
          ...findingsAt(place, { auc }),
          ...findingsAt({ ...place, ...judged }, { aucBand: band(auc) }),
          ...findingsAt(place, { accuracy, logLoss }),
        ];
      }),
    ),
    ...(headline?.leaks ?? []).flatMap((leak) => {
      const { questions: length, users: people } = headline!;
      const place = { target: leak.attribute, exposure, length, attacker: leak.row, people };
      return boundsAt(place, leak, { ...judgedOf(leak.row), detectable: leak.detectable });
    }),
  ];
}
