/** How soon the attacker is sure: share of people above each threshold of confidence, against questions. */
import type { Chart } from '../common/chart.ts';
import { counted, percent, percentWithInterval } from '../common/format.ts';
import { type AuditRecords, wilsonInterval } from '../common/input.ts';
import { baselineOf, curveOf, headlineQuestions, largestGroup, leadOf, nameOf } from '../common/lookup.ts';
import { lineChart, MOST_LINES } from './lineChart.ts';
import type { Line } from './lines.ts';

type ConfidenceCurve = AuditRecords['confidences'][number];

export function confidenceChart(records: AuditRecords): Chart | undefined {
  const lead = leadOf(records);
  const baseline = baselineOf(records);
  const curvesOf = (id: string | undefined) =>
    records.confidences.filter(({ attacker }) => attacker === id).sort((a, b) => a.confidence - b.confidence);
  const own = curvesOf(lead.id);
  if (own.length === 0) return undefined;
  const thresholds = own.map(({ confidence }) => confidence);
  const lineOf = (curve: ConfidenceCurve): Line => ({
    label:
      curve.attacker === lead.id
        ? `${percent(curve.confidence)} sure`
        : `${percent(curve.confidence)} sure, ${nameOf(records, curve.attacker)}`,
    colour: Math.max(0, thresholds.indexOf(curve.confidence)),
    palette: 'contenders',
    dashed: curve.attacker !== lead.id,
    lead: curve.attacker === lead.id,
    points: askedShares(records, curve).map((share, questions) => ({
      questions,
      ...intervalOf(records, curve, share),
    })),
  });
  const compared = curvesOf(baseline?.id).filter(({ confidence }) => thresholds.includes(confidence));
  // All of them or none: half a comparison misleads.
  const others = own.length + compared.length > MOST_LINES ? [] : compared;
  const lines = [...own, ...others].map(lineOf);
  const dashes = baseline && others.length > 0 ? `; dashed: ${nameOf(records, baseline.id)}` : '';
  const reading = readingOf(records, own);
  const words = {
    id: 'confidence',
    title: 'How soon the attacker is sure',
    reading,
    description:
      'Line chart. Horizontal: questions answered. Vertical: share of all people about whom the attacker has been ' +
      `that sure. One line for each threshold of confidence. ${reading}`,
  };
  return lineChart(words, {
    lines,
    y: [0, 1],
    yTitle: `share of people (solid: ${nameOf(records, lead.id)}${dashes})`,
    phoneTitle: 'share of people',
    yFormat: '.0%',
    explore: { unit: 'percent', quantity: 'share of people', start: headlineQuestions(records) },
  });
}

function intervalOf(records: AuditRecords, { attacker }: ConfidenceCurve, share: number) {
  const people = curveOf(records, 'auc', attacker)[0]?.people ?? records.data.users;
  return { value: share, ...wilsonInterval(share, people, records.spec.level) };
}

/** As far as enough people could be asked for a figure. */
function askedShares(records: AuditRecords, { attacker, reached }: ConfidenceCurve): readonly number[] {
  const last = curveOf(records, 'auc', attacker).at(-1);
  return last === undefined ? reached : reached.slice(0, last.length + 1);
}

function readingOf(records: AuditRecords, own: readonly ConfidenceCurve[]): string {
  const questions = headlineQuestions(records);
  const curve = own.find(({ confidence }) => confidence >= 0.9) ?? own.at(-1)!;
  const reached = curve.reached[questions] ?? curve.reached.at(-1) ?? 0;
  const right = Number.isFinite(curve.right)
    ? ` When it first became that sure it was right ${percent(curve.right)} of the time; guessing the largest group for everyone is right ${percent(largestGroup(records.data.labels).share)} of the time.`
    : '';
  return (
    `Within ${counted(questions, 'question')} the attacker has been more than ${percent(curve.confidence)} sure about ` +
    `${percentWithInterval(intervalOf(records, curve, reached))} of the people.${reached > 0 ? right : ''}`
  );
}
