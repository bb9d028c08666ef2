/** Records of a questionnaire for tests of the report: what models imply is computed, what people did is made up. */
import {
  type ListFigures,
  type MeasuredList,
  type QuestionnaireStudy,
  type StudySpec,
  studyModels,
} from '../../src/defence/index.ts';
import { ratedModel } from './ratedModel.ts';

export interface SampleStudyOptions {
  readonly task?: StudySpec['task'];
  readonly maxAuc?: number;
  /** Whether people were asked, and whether there was a control. */
  readonly measured?: boolean;
  readonly control?: boolean;
  /** What the strongest attack finds beyond guessing. */
  readonly leak?: number;
}

export async function sampleQuestionnaireStudy(options: SampleStudyOptions = {}): Promise<QuestionnaireStudy> {
  const { task = 'design', maxAuc = 0.65, measured = true, control = true, leak = 0.12 } = options;
  const shape = { items: 30, dimension: 3 };
  const models = [ratedModel({ seed: 3, ...shape }), ratedModel({ seed: 4, ...shape, channels: true })];
  const study = await studyModels(
    models,
    {
      task,
      maxAuc,
      budgets: [0.6, 0.7],
      control,
      ...(task === 'check' ? { list: ['i2', 'i5', 'i7', 'i11'], name: 'ours.txt' } : { questions: 4 }),
      agendaSamples: 200,
    },
    { finished: () => '2024-05-06T07:08:09.000Z' },
  );
  if (!measured) return study;
  const asked = <List extends ListFigures>(list: List, at: number): List => ({
    ...list,
    measured: madeUp(at, leak, control),
  });
  return {
    ...study,
    subject: asked(study.subject, 0),
    compared: study.compared.map((list, at) => asked(list, at + 2)),
    curve: study.curve.map((list, at) => asked(list, at)),
    data: {
      source: 'a made-up source',
      users: 6022,
      items: 30,
      ratings: 90_000,
      leftOut: 12,
      attributes: [
        {
          name: 'type',
          labels: [
            { label: 'type 0', users: 4000 },
            { label: 'type 1', users: 2022 },
          ],
        },
      ],
      fingerprint: '0123456789abcdef'.repeat(4),
    },
    measurement: {
      people: 6022,
      heldOut: 50_000,
      rmseWithout: around(0.98, 0.004),
      changeWithout: around(0.03, 0.002),
    },
  };
}

const around = (value: number, reach: number) => ({ value, low: value - reach, high: value + reach });

function madeUp(at: number, leak: number, control: boolean): MeasuredList {
  const attacks = ['factor', 'channels', 'logistic', 'boosted'].map((id, n) => {
    // The regression finds most.
    const value = 0.5 + leak * [0.6, 0.8, 1, 0.9][n]! + 0.01 * at;
    return {
      attribute: 'type',
      id,
      label: id,
      auc: around(value, 0.015),
      aucByFold: value,
      accuracy: around(value, 0.01),
      balancedAccuracy: around(value, 0.01),
      bounds: { low: value - 0.02, high: value + 0.02 },
      ...(control ? { control: { ...around(0.497, 0.018), shuffles: 1 } } : {}),
      detectable: 0.53,
    };
  });
  const shown = attacks.some(({ bounds }) => bounds.low > 0.5);
  const tests = [{ name: 'attackers' as const, pValue: shown ? 0.002 : 0.6, level: 0.05 }];
  const verdict = { leak: shown, possible: false, tests };
  return {
    attacks,
    verdict,
    rmse: around(0.95 + 0.003 * at, 0.004),
    rmseChange: around(0.001 * at, 0.0015),
    answered: 0.4,
  };
}
