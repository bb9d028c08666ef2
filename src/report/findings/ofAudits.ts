/** The findings of audits: of groups, of a number, of several attributes at once. */
import type { AuditRecords, Bounds, CurvePoint, Estimate, LeakMatrixRecords, NumericRecords } from '../common/input.ts';
import { bounded } from '../common/leakShown.ts';
import { type Finding, findingsAt, type Place } from './finding.ts';

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

/** The bounds of an attacker, and of the group that it tells best. */
export function boundsAt(
  place: Place,
  figure: BoundedFigure & { readonly bestTold?: BoundedFigure & { readonly label: string } },
): Finding[] {
  const { bestTold } = figure;
  return [
    ...findingsAt(place, { aucBounds: bounded(figure) }),
    ...(bestTold === undefined
      ? []
      : findingsAt({ ...place, group: bestTold.label }, { aucBounds: bounded(bestTold) })),
  ];
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
    ...headlines.flatMap(({ kind, questions, users: people, attackers }) => {
      const place = kind === 'history' ? { ...read, people } : { ...asked, length: questions ?? null, people };
      return attackers.flatMap((attacker) => boundsAt({ ...place, attacker: attacker.id }, attacker));
    }),
  ];
}

/** Every figure of an audit of a number. */
export function numericFindings({ data, curves, fullHistory }: NumericRecords): Finding[] {
  const target = data.attribute;
  return [
    ...curves.flatMap(({ strategy, variant, cohort, points }) =>
      points.flatMap(({ questions: length, users: people, mae, rmse, r2, coverage, width, blind, halfWithin }) =>
        findingsAt(
          { target, exposure: 'questions', length, attacker: strategy, variant, cohort, people },
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

/** Every figure of a leak matrix: a way of asking is the attacker. */
export function matrixFindings({ curves, headline }: LeakMatrixRecords): Finding[] {
  return [
    ...curves.flatMap(({ row, attribute, variant, points }) =>
      points.flatMap((point) => {
        const { auc, accuracy, logLoss, questions: length, users: people } = point;
        const place = { target: attribute, exposure: 'questions', length, attacker: row, variant, people };
        return findingsAt(place, { auc, aucBand: band(auc), accuracy, logLoss });
      }),
    ),
    ...(headline?.leaks ?? []).flatMap((leak) => {
      const { questions: length, users: people } = headline!;
      return boundsAt({ target: leak.attribute, exposure: 'questions', length, attacker: leak.row, people }, leak);
    }),
  ];
}
