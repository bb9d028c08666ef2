/** What the page about the detector says in words. */
import type { AskerFigures, DetectorRecords } from '../../defence/index.ts';
import { normalQuantile } from '../../numeric/index.ts';
import { count, counted, decimal, listed, percent, withInterval } from '../format.ts';
import type { KeyFigure } from '../page/answer.ts';
import { type Html, html, unbroken } from '../page/html.ts';
import { aimersAt, askerName, figuresOf, policyName, shareOf, whenOf, worstAlarm } from './detectorLookup.ts';

export function detectorQuestion({ model, spec }: DetectorRecords): Html {
  const names = listed(model.attributes.map(({ name }) => name));
  return html`<p>Somebody is asked to rate ${counted(spec.questions, 'item')}. Are the questions meant to find out what the person likes, or to find out
${names}, which nobody asked for? The person sees the questions and nothing else.</p>
<p>The detector measures how far the questions tell the values of ${names} apart, whatever the answers, and compares that with questions drawn at
random in ways that aim at nobody. This report says how often it is wrong about the harmless, and how soon it is right about the others.</p>`;
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
  const first = `Questions that all aim at ${attribute} are ${noticedWords(open)} by who looks after every one of up to ${spec.questions}.`;
  const last = stealthy.at(-1);
  const hidden = last && figuresOf(records, last.id, attribute);
  if (hidden === undefined) return first;
  const at = spec.compareAt.at(-1)!;
  return (
    `${first} Who makes ${percent(last!.share)} of the questions popular ones instead is noticed in ` +
    `${percent(hidden.alarmed.alarms / hidden.alarmed.interviews)}, and after ${counted(at, 'question')} reaches an AUC of ` +
    `${withInterval(hidden.points[at - 1]!.auc)} in place of ${withInterval(open.points[at - 1]!.auc)}.`
  );
}

function alarmSentence(records: DetectorRecords): string {
  const worst = worstAlarm(records);
  if (worst === undefined) return '';
  const { level, coverage } = records.spec;
  const { value, low, high } = shareOf(worst, records);
  const said =
    `Of interviews that aim at nobody, ${percent(value, 1)} at most raise an alarm (${policyName(worst.policy)}, ${whenOf(worst)}; ` +
    `${percent(coverage)} interval ${decimal(100 * low, 1)} to ${decimal(100 * high, 1)}, ${count(worst.interviews)} interviews), where ` +
    `${percent(level)} are allowed.`;
  if (value <= level) return said;
  const most = mostByChance(records, worst.interviews);
  return value <= most
    ? `${said} The level holds on average over detectors; a single one may come to ${percent(most, 1)} by the luck of its drawing.`
    : `${said} That is more than chance explains (${percent(most, 1)}): something is wrong with the detector.`;
}

/**
 * What the largest of the shares may come to by chance, where the level holds: the interviews are a sample, and so are
 * the questionnaires behind the detector, half of which decide for who looks at any time.
 */
function mostByChance({ spec, falseAlarms }: DetectorRecords, interviews: number): number {
  const { level, coverage, samples } = spec;
  const variance = level * (1 - level) * (1 / interviews + 2 / samples);
  return level + normalQuantile(1 - (1 - coverage) / (2 * falseAlarms.length)) * Math.sqrt(variance);
}

/** Lists that aim at nothing, and are noticed all the same. */
function listSentence(records: DetectorRecords): string {
  const noticed = records.askers.flatMap((asker) => {
    if (asker.kind !== 'list' || asker.strategy === 'maxGap') return [];
    const about = records.figures.filter(({ asker: id, alarmed }) => id === asker.id && alarmed.alarms > 0);
    return about.map(({ attribute }) => `“${askerName(asker)}” (${attribute})`);
  });
  return noticed.length === 0
    ? ''
    : `A fixed list is not drawn at random, and an alarm about it is not controlled: the detector also points at ${listed(noticed)}, which tell much without aiming.`;
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
      meaning: `standard deviations between the values of ${attribute}: the most that passes in ${counted(bound.questions, 'question')}`,
    });
  }
  return keys;
}

export function detectorMethods({ spec, model, policies }: DetectorRecords): Html {
  const rows = model.channels.length === 1 ? 'its rating' : 'whether it was seen, and its rating';
  return html`<ul>
<li><strong>The statistic</strong> is the squared distance D² between the values of an attribute that the questions imply under a model of ${count(model.items)}
items, before anyone answers: the gaps between the values on every item asked (${rows}), less what the same taste explains. With more than two values it is
the mean over pairs, weighted by how common they are.</li>
<li><strong>Harmless questions</strong> are drawn at random, each from the items not asked yet: ${listed(policies.map(({ name, summary }) => `${name} (${summary})`))}.
${count(spec.samples)} questionnaires of each were drawn to compare with.</li>
<li><strong>The p-value</strong> after a fixed number of questions is the share of drawn questionnaires of the same length that reach the same D², counting the observed one;
the largest over the ways of drawing counts. With several attributes it is corrected for their number (Holm).</li>
<li><strong>Looking after every question</strong> needs a stricter test: half of the drawn questionnaires say how surprising D² is after each number of questions, the other
half how large the largest surprise over ${counted(spec.questions, 'question')} usually is.</li>
<li><strong>What is controlled:</strong> if the questions were drawn in one of these ways, the probability of an alarm is at most ${percent(spec.level)}, after a number of questions
fixed in advance, or at any time up to ${spec.questions}. It is meant over the questionnaire and over the drawing of those it is compared with; a single
detector may lie a little above or below.</li>
<li><strong>False alarms</strong> were counted in ${count(spec.interviews)} new questionnaires of each way.</li>
<li><strong>Who aims</strong> asks, at every turn, what tells most about the attribute given all that was asked and answered. Who hides draws each question with the stated
probability by popularity, and aims with the rest. ${count(spec.attacks)} interviews each.</li>
<li><strong>The people</strong> are drawn from the model: a value, a taste, and answers to everything, with the model’s noise. AUC is the probability that of two people who differ in
the attribute the attacker ranks them rightly; “implied” is Φ(D/√2), the same computed without people.</li>
</ul>`;
}

export function detectorLimits({ spec }: DetectorRecords): Html {
  return html`<ul>
<li>The detector knows attributes that a model was trained for, and sees the world with that model’s eyes. Questions that tell something else, or that use what this model does not
know, pass.</li>
<li>A fixed list of popular items is not drawn at random. It may tell much about an attribute without being meant to; what the detector says about such lists is in the
table, and is not controlled.</li>
<li>An attacker who knows the detector can stay below its bound. What is left to learn is then bounded too: see what passes unnoticed.</li>
<li>Alarms say that questions <em>tell</em> the attribute better than chance would have it, not that anybody meant them to.</li>
<li>The AUC here is that of people who are as the model says. Trained gaps are partly noise, so that real people are told apart less well; an audit measures that.</li>
<li>No alarm is no proof of innocence: after few questions little can be told from chance (see the curves), and beyond ${spec.questions} nothing was looked at.</li>
</ul>
<p><strong>Responsible use.</strong> This report is about catching questions that pry. Use it on questionnaires you are allowed to examine, and give the benefit of the doubt to who
wrote them: ask why an item is there before saying why.</p>`;
}

export function detectorProvenance({ model, spec, provenance, version }: DetectorRecords): Html {
  const facts: readonly (readonly [string, string])[] = [
    ['Model', model.source],
    ['Trained on', `${counted(model.users, 'person', 'people')}, ${counted(model.ratings, 'rating')}`],
    ['Fingerprint', model.dataFingerprint],
    ['Model details', `${model.channels.join(' and ')}, dimension ${model.dimension}, ridge ${model.ridge}`],
    ['Software', `ulterior ${provenance.version}, records version ${version}`],
    ['Finished', provenance.finished],
    ['Seed', String(spec.seed)],
    [
      'Simulation',
      `${count(spec.samples)} questionnaires to compare with, ${count(spec.interviews)} benign interviews of each kind, ${count(spec.attacks)} of each attacker, ${count(spec.resamples)} resamples`,
    ],
  ];
  const rows = facts.map(([name, value]) =>
    name === 'Fingerprint' || name === 'Model'
      ? html`<dt>${name}</dt><dd><code>${value}</code></dd>`
      : html`<dt>${name}</dt><dd>${value}</dd>`,
  );
  return html`<p>With the same model, seed and settings the same figures come out again, whatever the number of threads.</p>
<dl class="facts">${rows}</dl>`;
}
