/** Records of a questionnaire for tests of the report: what models imply is computed, what people did is made up. */
import type { Finding } from '../../src/audit/index.ts';
import {
  type ListFigures,
  listExposure,
  type QuestionnaireStudy,
  type StudySpec,
  studyModels,
} from '../../src/defence/index.ts';
import { around, boundedAround, boundedIn } from './findings.ts';
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
  const findings: Finding[] = study.findings.map(({ judged: _, ...implied }) => ({ ...implied, people: USERS }));
  const asked = <List extends ListFigures>(list: List, at: number): List => {
    const found = madeUp(list, at, leak, control);
    // The list in question may be one of the curve.
    const known = findings.some(({ exposure, auc }) => exposure === listExposure(list.id) && auc !== undefined);
    if (!known) findings.push(...found.map((one) => (list.id === study.subject.id ? one : notJudged(one))));
    const shown = boundedIn({ findings: found }).some(({ auc }) => auc.bounds!.low > 0.5);
    const tests = [{ name: 'attackers' as const, pValue: shown ? 0.002 : 0.6, level: 0.05 }];
    return { ...list, verdict: { leak: shown, possible: false, tests } };
  };
  const nothing = { target: 'taste', exposure: listExposure('nothing'), length: 0, variant: 'real' } as const;
  findings.push({ ...nothing, people: USERS, rmse: around(0.98, 0.004), rmseChange: around(0.03, 0.002) });
  return {
    ...study,
    subject: asked(study.subject, 0),
    compared: study.compared.map((list, at) => asked(list, at + 2)),
    curve: study.curve.map((list, at) => asked(list, at)),
    attackers: ATTACKERS.map((id) => ({ id, label: id, exposure: 'lists' })),
    findings,
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
    measurement: { people: USERS, heldOut: 50_000 },
  };
}

const USERS = 6022;
const ATTACKERS = ['factor', 'channels', 'logistic', 'boosted'];
const notJudged = ({ judged: _, ...finding }: Finding): Finding => finding;

/** What people who were asked the list gave away, and taught. */
export function madeUp({ id, questions }: ListFigures, at: number, leak: number, control: boolean): Finding[] {
  const list = { exposure: listExposure(id), length: questions.length, people: USERS };
  return [
    ...ATTACKERS.flatMap((attacker, n): Finding[] => {
      // The regression finds most.
      const value = 0.5 + leak * [0.6, 0.8, 1, 0.9][n]! + 0.01 * at;
      const own = { target: 'type', ...list, attacker };
      return [
        {
          ...own,
          variant: 'real',
          auc: boundedAround(value, 0.015, 0.02),
          aucByFold: value,
          accuracy: around(value, 0.01),
          balancedAccuracy: around(value, 0.01),
          detectable: 0.53,
          judged: true,
        },
        ...(control ? [{ ...own, variant: 'shuffled' as const, auc: around(0.497, 0.018), shuffles: 1 }] : []),
      ];
    }),
    {
      target: 'taste',
      ...list,
      variant: 'real',
      rmse: around(0.95 + 0.003 * at, 0.004),
      rmseChange: around(0.001 * at, 0.0015),
      answered: 0.4,
    },
  ];
}
