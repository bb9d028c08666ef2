/** What the page about the detector says in words. */
import type { AskerFigures, DetectorRecords } from '../../../defence/index.ts';
import { normalQuantile } from '../../../maths/index.ts';
import { count, counted, decimal, listed, percent, withInterval } from '../../common/format.ts';
import { AUC_MEANS, type Facts, provenanceOf, softwareFacts } from '../../page/howMeasured.ts';
import { type Html, html, unbroken } from '../../page/html.ts';
import type { KeyFigure } from '../../page/pageDocument.ts';
import { aimersAt, askerName, figuresOf, pointsOf, policyName, shareOf, whenOf, worstAlarm } from './detectorLookup.ts';

export function detectorQuestion({ model, spec }: DetectorRecords): Html {
  const names = listed(model.attributes.map(({ name }) => name));
  return html`<p>Someone is asked to rate ${counted(spec.questions, 'item')}. Are the questions meant to find out what the person likes, or to find out
${names}? The person sees the questions and nothing else.</p>
<p>The detector measures how well the questions tell the groups of ${names} apart, whatever the answers, and compares that with questions drawn at
random in ways that aim at no one. This report says how often it suspects harmless questions, and how soon it notices the others.</p>`;
}

/** "always noticed, after 3 questions", "noticed in 40% of the interviews" */
function noticedWords({ alarmed, medianQuestions, questionnaires }: AskerFigures): string {
  const share = alarmed.alarms / alarmed.interviews;
  if (share === 0) return 'never noticed';
  const often = share === 1 ? 'always noticed' : `noticed in ${percent(share)} of the interviews`;
  if (medianQuestions === undefined) return often;
  const soon = counted(medianQuestions, 'question');
  return questionnaires === 1 ? `${often}, after ${soon},` : `${often}, half of them within ${soon},`;
}

/** One sentence for an attribute. */
export function noticedSentence(records: DetectorRecords, attribute: string): string {
  const { spec } = records;
  const [aimed, ...stealthy] = aimersAt(records, attribute);
  const open = aimed && figuresOf(records, aimed.id, attribute);
  if (open === undefined) return '';
  const first = `Questions that all aim at ${attribute} are ${noticedWords(open)} by someone who checks after every one of up to ${counted(spec.questions, 'question')}.`;
  const last = stealthy.at(-1);
  const hidden = last && figuresOf(records, last.id, attribute);
  if (hidden === undefined) return first;
  const at = spec.compareAt.at(-1)!;
  const aucOf = ({ asker }: AskerFigures) => pointsOf(records, asker, attribute)[at - 1]!.auc;
  return (
    `${first} An attacker who makes ${percent(last!.share)} of the questions popular ones is noticed in ` +
    `${percent(hidden.alarmed.alarms / hidden.alarmed.interviews)} of the interviews, and after ${counted(at, 'question')} reaches an AUC of ` +
    `${withInterval(aucOf(hidden))} instead of ${withInterval(aucOf(open))}.`
  );
}

function alarmSentence(records: DetectorRecords): string {
  const worst = worstAlarm(records);
  if (worst === undefined) return '';
  const { level, coverage } = records.spec;
  const { value, low, high } = shareOf(worst, records);
  const said =
    `Of interviews that aim at no one, at most ${percent(value, 1)} raise an alarm (${policyName(worst.policy)}, ${whenOf(worst)}; ` +
    `${percent(coverage)} interval ${decimal(100 * low, 1)} to ${decimal(100 * high, 1)}, ${count(worst.interviews)} interviews), where ` +
    `${percent(level)} are allowed.`;
  if (value <= level) return said;
  const most = mostByChance(records, worst.interviews);
  return value <= most
    ? `${said} The level holds on average over detectors; a single one may reach ${percent(most, 1)} by chance.`
    : `${said} That is more than chance explains (${percent(most, 1)}): something is wrong with the detector.`;
}

/**
 * What the largest of the shares may come to by chance, where the level holds: the interviews are a sample, and so are
 * the questionnaires behind the detector, half of which decide for somebody who checks at any time.
 */
function mostByChance({ spec, falseAlarms }: DetectorRecords, interviews: number): number {
  const { level, coverage, samples } = spec;
  const variance = level * (1 - level) * (1 / interviews + 2 / samples);
  return level + normalQuantile(1 - (1 - coverage) / (2 * falseAlarms.length)) * Math.sqrt(variance);
}

/** Lists that aim at nothing, and are noticed anyway. */
function listSentence(records: DetectorRecords): string {
  const noticed = records.askers.flatMap((asker) => {
    if (asker.kind !== 'list' || asker.strategy === 'maxGap') return [];
    const about = records.figures.filter(({ asker: id, alarmed }) => id === asker.id && alarmed.alarms > 0);
    return about.map(({ attribute }) => `“${askerName(asker)}” (${attribute})`);
  });
  return noticed.length === 0
    ? ''
    : `A fixed list is not drawn at random, and an alarm about it is not controlled: the detector also points at ${listed(noticed)}, which reveal much without aiming.`;
}

export function detectorAnswer(records: DetectorRecords): Html {
  const sentences = records.model.attributes.map(({ name }) => noticedSentence(records, name)).filter(Boolean);
  return html`<p class="answer">${unbroken(sentences.join(' '))}</p>
<p>${unbroken(alarmSentence(records))} ${listSentence(records)}</p>`;
}

export function detectorKeys(records: DetectorRecords): KeyFigure[] {
  const { spec, model } = records;
  const attribute = model.attributes[0]!.name;
  const [aimed] = aimersAt(records, attribute);
  const open = aimed && figuresOf(records, aimed.id, attribute);
  const worst = worstAlarm(records);
  const bound = records.bounds.findLast((one) => one.attribute === attribute);
  const keys: KeyFigure[] = [];
  if (open !== undefined) {
    keys.push({
      value: open.medianQuestions === undefined ? `> ${spec.questions}` : String(open.medianQuestions),
      interval: '',
      meaning: `questions that aim at ${attribute}, until half of the interviews are noticed`,
    });
  }
  if (worst !== undefined) {
    const { value, low, high } = shareOf(worst, records);
    keys.push({
      value: percent(value, 1),
      interval: `[${decimal(100 * low, 1)}, ${decimal(100 * high, 1)}]`,
      meaning: `false alarms at most; ${percent(spec.level)} are allowed`,
    });
  }
  if (bound !== undefined) {
    keys.push({
      value: decimal(bound.unnoticed),
      interval: `of ${decimal(bound.aimed)}`,
      meaning: `standard deviations between the groups of ${attribute}: the most that passes in ${counted(bound.questions, 'question')}`,
    });
  }
  return keys;
}

export function detectorMethods({ spec, model, policies }: DetectorRecords): Html {
  const rows = model.channels.length === 1 ? 'its rating' : 'whether it was seen, and its rating';
  return html`<ul>
<li><strong>The statistic</strong> is the squared distance D² between the groups of an attribute that the questions imply under a model of ${counted(model.items, 'item')},
before anyone answers: the gaps between the groups on every item asked (${rows}), less what taste explains. With more than two groups it is
the mean over pairs, weighted by how common they are.</li>
<li><strong>Harmless questions</strong> are drawn at random from the items not asked yet: ${listed(policies.map(({ name, summary }) => `${name} (${summary})`))}.
${count(spec.samples)} questionnaires of each were drawn to compare with.</li>
<li><strong>The p-value</strong> after a fixed number of questions is the share of drawn questionnaires of the same length that reach the same D², counting the observed one;
the largest over the ways of drawing counts. With several attributes it is corrected for their number (Holm).</li>
<li><strong>Looking after every question</strong> needs a stricter test: half of the drawn questionnaires say how surprising D² is after each number of questions, the other
half how large the largest surprise over ${counted(spec.questions, 'question')} usually is.</li>
<li><strong>What is controlled:</strong> if the questions were drawn in one of these ways, the probability of an alarm is at most ${percent(spec.level)}, after a number of questions
fixed in advance, or at any time up to ${spec.questions}. That holds on average over questionnaires and over those they are compared with; a single
detector may lie a little above or below.</li>
<li><strong>False alarms</strong> were counted in ${counted(spec.interviews, 'new questionnaire')} of each kind.</li>
<li><strong>An attacker who aims</strong> always asks what reveals most about the attribute, given all earlier answers. An attacker who hides draws each question by popularity
with the stated probability, and aims with the rest. ${counted(spec.attacks, 'interview')} each.</li>
<li><strong>The people</strong> are drawn from the model: a group, a taste, and answers to everything, with the model’s noise. AUC is ${AUC_MEANS}; “implied” is Φ(D/√2), the same computed without people.</li>
</ul>`;
}

export function detectorLimits({ spec }: DetectorRecords): Html {
  return html`<ul>
<li>The detector knows only the attributes and the items of its model. Questions that reveal something else, or use what this model does not
know, pass.</li>
<li>A fixed list of popular items is not drawn at random. It may reveal much about an attribute without being meant to; what the detector says about such lists is in the
table, and is not controlled.</li>
<li>An attacker who knows the detector can stay below its bound. What is left to learn is then bounded too: see what passes unnoticed.</li>
<li>An alarm says that questions <em>reveal</em> the attribute better than chance would, not that anyone meant them to.</li>
<li>The AUC here is that of people drawn from the model. Trained gaps are partly noise, so real people are told apart less well; an audit measures that.</li>
<li>No alarm is no proof of innocence: after a few questions little stands out from chance (see the curves), and nothing was checked beyond ${spec.questions}.</li>
</ul>
<p><strong>Responsible use.</strong> This report is about catching questions that pry. Use it on questionnaires you are allowed to examine, and give the benefit of the doubt to
whoever wrote them: ask why an item is there before you say why.</p>`;
}

export function detectorProvenance(records: DetectorRecords): Html {
  const { model, spec } = records;
  const facts: Facts = [
    ['Model', model.source],
    ['Trained on', `${counted(model.users, 'person', 'people')}, ${counted(model.ratings, 'rating')}`],
    ['Fingerprint', model.dataFingerprint],
    ['Model details', `${model.channels.join(' and ')}, dimension ${model.dimension}, ridge ${model.ridge}`],
    ...softwareFacts(records),
    ['Seed', String(spec.seed)],
    [
      'Simulation',
      `${count(spec.samples)} questionnaires to compare with, ${count(spec.interviews)} benign interviews of each kind, ${count(spec.attacks)} of each attacker, ${count(spec.resamples)} resamples`,
    ],
  ];
  return provenanceOf(facts, 'model, seed and settings');
}
