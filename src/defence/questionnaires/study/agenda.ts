/**
 * Whether a list looks as if it were aimed at an attribute: a p-value for each model, by the detector, against lists of the
 * same length drawn by benign policies; and the same corrected for the number of models (Holm).
 */
import type { FactorModel } from '../../../factorization/index.ts';
import { holm } from '../../../maths/index.ts';
import type { ItemIndex } from '../../../ratings/index.ts';
import { prepareDetector } from '../../detector/index.ts';
import { leakKind, ownRidge } from '../design/impliedLeak.ts';
import type { AgendaFinding } from '../design/records.ts';
import { ridgesOf, type StudySpec } from '../design/spec.ts';

export async function agendaOf(
  models: readonly FactorModel[],
  items: readonly ItemIndex[],
  spec: Pick<StudySpec, 'agendaSamples' | 'seed' | 'ridge' | 'predictionRidge'>,
  signal?: AbortSignal,
): Promise<AgendaFinding[]> {
  const findings: Omit<AgendaFinding, 'correctedPValue'>[] = [];
  for (const model of models) {
    const options = {
      horizon: items.length,
      samples: spec.agendaSamples,
      seed: spec.seed,
      beliefOptions: ownRidge(model, ridgesOf(spec)),
    };
    const detector = await prepareDetector(model, options, { signal });
    const [aim] = detector.check(items);
    findings.push({ attribute: model.attribute, kind: leakKind(model), pValue: aim!.points.at(-1)!.pValue });
  }
  const corrected = holm(findings.map(({ pValue }) => pValue));
  return findings.map((finding, at) => ({ ...finding, correctedPValue: corrected[at]! }));
}
