/** What to do next, by kind of records. */
import { type DefenceRecords, type DetectorRecords, limitKept, type QuestionnaireStudy } from '../../defence/index.ts';
import { formatAttribute, parseAttribute } from '../../tables/index.ts';
import { listed, withInterval } from '../common/format.ts';
import type { AuditRecords, LeakMatrixRecords, ModelAuditRecords, NamedData, NumericRecords } from '../common/input.ts';
import { leakSize, leakWords } from '../common/leakWords.ts';
import { headlineQuestions } from '../common/lookup.ts';
import { qualityCost, sendingCost } from '../defence/defences/costs.ts';
import { knowingAuc } from '../defence/defences/lookup.ts';
import { leastLeft } from '../defence/defences/prose.ts';
import { labelOf } from '../defence/defences/words.ts';
import { headlineLists } from '../surfaces/surfaceWords.ts';
import {
  auditStep,
  defendStep,
  designStep,
  gateStep,
  type NextStep,
  type NextSteps,
  nextSteps,
  USUAL_LIMIT,
} from './nextSteps.ts';

/** Where no leak was shown, the first step is to look harder. */
export function auditSteps(records: AuditRecords): NextSteps {
  const { data, spec, verdict, provenance } = records;
  const origin = { source: data.source, attributes: [data.attribute], named: provenance.named };
  return nextSteps(origin, (named) => [
    ...(verdict.leak || spec.protocol === 'open' ? [] : [lookHarder(named)]),
    designStep(named, { questions: Math.max(1, headlineQuestions(records)) }),
    gateStep(named),
    defendStep(named),
  ]);
}

function lookHarder(named: NamedData): NextStep {
  return auditStep(
    named,
    'Look harder before you rely on this. People were asked only about what they had rated; this asks about anything, and also reads which items they have not seen:',
    ...['--set', 'protocol=open', '--output', 'open-audit'],
  );
}

/** What the best of the defences is worth to somebody who decides. */
export function defenceSteps(records: DefenceRecords): NextSteps {
  const { data, provenance } = records;
  const helping = records.evaluations.filter(({ verdict }) => verdict === 'hides' || verdict === 'reduces');
  const best = leastLeft(records, helping);
  const advice = best
    ? `Weigh ${labelOf(best.defence)} at strength ${best.strength} against its costs. Of these defences, it leaves least to an attacker who knows of it: an AUC of ${withInterval(knowingAuc(records, best))}, ${leakWords[leakSize(knowingAuc(records, best).low)]} (which is no proof of safety: a better attacker may find more). Recommendations get worse: ${qualityCost(records, best)}. And people give up some of what they would send: ${sendingCost(best.changes)}.`
    : 'Do not rely on any of these defences: none of them clearly helps against an attacker who knows of it. Change the questions instead.';
  const origin = { source: data.source, attributes: [data.attribute], named: provenance.named };
  return nextSteps(origin, (named) => [
    { text: advice },
    designStep(named, { questions: 10 }),
    gateStep(named),
    auditStep(
      named,
      'Measure what questions reveal without a defence, question by question:',
      ...['--output', 'audit'],
    ),
  ]);
}

/** Nothing where models alone were given: the records do not say where their files are. */
export function questionnaireSteps(study: QuestionnaireStudy): NextSteps {
  const { data, spec, provenance, subject } = study;
  if (data === undefined) return { steps: [], note: '' };
  const origin = { source: data.source, attributes: spec.attributes, named: provenance.named };
  const maxAuc = spec.maxAuc ?? USUAL_LIMIT;
  const questions = subject.questions.length;
  if (spec.task === 'check') {
    return nextSteps(origin, (named) => [
      designStep(named, { questions, maxAuc }),
      gateStep(named, maxAuc, spec.name),
      ...defendEach(named),
    ]);
  }
  const kept = limitKept(study) === 'kept';
  return nextSteps(origin, (named) => [
    kept
      ? designStep(named, { questions, maxAuc }, 'Use this list.')
      : designStep(named, { questions: Math.max(1, Math.floor(questions / 2)), maxAuc }, 'Ask fewer questions.'),
    gateStep(named, maxAuc),
    ...defendEach(named),
  ]);
}

/** A defence is measured for one attribute at a time. */
function defendEach(named: NamedData): NextStep[] {
  const [first] = named.attributes;
  return [defendStep(first === undefined ? named : { ...named, attributes: [first] })];
}

export function leakMatrixSteps({ data, spec, provenance }: LeakMatrixRecords): NextSteps {
  const origin = { source: data.source, attributes: spec.attributes, named: provenance.named };
  return nextSteps(origin, (named) => [
    designStep(named, { questions: Math.min(10, spec.maxQuestions) }),
    gateStep(named),
    ...defendEach(named),
  ]);
}

/** Lists and defences are about groups: the bands of the number. A world has no bands of its own. */
export function numericSteps({ data, cuts, provenance, items }: NumericRecords): NextSteps {
  const steepest = listed(items.slice(0, 3).map(({ title }) => `“${title}”`));
  const omit: NextStep[] =
    items.length === 0
      ? []
      : [{ text: `Ask about other items. The answers to ${steepest} change most with ${data.attribute}.` }];
  const origin = { source: data.source, attributes: [data.attribute], named: provenance.named };
  const [expression] = origin.named?.attributes ?? [];
  if (expression === undefined || cuts.length === 0) return { steps: omit, note: '' };
  const { column } = parseAttribute(expression);
  const grouped = formatAttribute({ column, rule: { kind: 'bins', cuts } });
  return nextSteps(origin, (named) => {
    const groups = { ...named, attributes: [grouped] };
    return [...omit, designStep(groups, { questions: 10 }), gateStep(groups), defendStep(groups)];
  });
}

/** The limit of a gate, and what people can do; only where a command line can name the data. */
export function modelSteps(records: ModelAuditRecords): NextSteps {
  const { data, provenance, verdict } = records;
  const lists = headlineLists(records);
  const advice: NextStep[] =
    verdict.leak && lists !== undefined
      ? [
          {
            text: 'Show fewer items, or lists that differ less between people, and measure again: the curve by length says what fewer items are worth.',
          },
        ]
      : [];
  if (provenance.named === undefined) return { steps: advice, note: '' };
  const origin = { source: data.source, attributes: [data.attribute], named: provenance.named };
  return nextSteps(origin, (named) => [
    ...advice,
    defendStep(named),
    auditStep(named, 'Measure what questions about the same items reveal:', ...['--output', 'audit']),
  ]);
}

export function detectorSteps({ model, spec }: DetectorRecords): NextSteps {
  const list = 'questions.txt';
  return {
    steps: [
      {
        text: `Check a list of your own, one item per line in ${list}. In a build or a release check, this fails with exit status 4 where the list looks aimed:`,
        command: ['ulterior', 'ask', 'detect', model.source, '--questions', list, '--fail-below', String(spec.level)],
      },
    ],
    note: '',
  };
}
