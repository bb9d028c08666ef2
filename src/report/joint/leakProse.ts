/** What the page of a leak matrix says in words. */

import { cautionTexts } from '../common/cautionWords.ts';
import { detectableSentence } from '../common/detectable.ts';
import { capital, count, counted, decimal, listed, percent, withInterval } from '../common/format.ts';
import type { Estimate, LeakMatrixRecords } from '../common/input.ts';
import { bounded, easiestGroupText } from '../common/leakShown.ts';
import { controlCaution, leakOf, possibleLeakOf, wrongWayText } from '../common/leakWords.ts';
import { contendersOf, nameOf } from '../common/lookup.ts';
import { keyFigure } from '../page/attackersAnswer.ts';
import {
  aucPoint,
  controlPoint,
  foldsPoint,
  intervalsPoint,
  measuredFacts,
  NO_PROOF,
  provenanceOf,
  responsibleUse,
} from '../page/howMeasured.ts';
import { type Html, html, unbroken } from '../page/html.ts';
import type { KeyFigure } from '../page/pageDocument.ts';
import { headlineLeak, leakHeadline, type OffTarget, offTargets, ofPair } from './leakLookup.ts';

export function leakQuestion({ data, spec }: LeakMatrixRecords): Html {
  const names = listed(spec.attributes);
  return html`<p>Someone asks people about items in order to learn one attribute that they did not mention. The answers may reveal other
attributes too. If the questions are chosen to learn one of ${names}, how much becomes known about the others?</p>
<p>To find out, we simulated interviews with ${counted(data.users, 'person', 'people')} of “${data.source}”: ${counted(spec.maxQuestions, 'question')}
each, about any of ${counted(data.items, 'item')}, answered with the ratings they really gave, or with “haven’t seen it”. One
model infers ${names} together; the questions aim at one of them at a time.</p>`;
}

/** What somebody who knew the one for certain would know about the other. */
function associationSentence({ data }: LeakMatrixRecords, { aim, watched }: OffTarget): string {
  const association = data.associations.find(({ from, to }) => from === aim && to === watched);
  if (association === undefined) return '';
  return ` Knowing ${aim} for certain, and no answers, would be enough to tell ${watched} with an AUC of ${decimal(association.auc)}.`;
}

/** What was found about a pair of attributes, and what stands beside it: other questions, and the control. */
function offTargetParts(records: LeakMatrixRecords, pair: OffTarget): { finding: string; beside: string } {
  const { aim, watched, found, control, leak } = pair;
  const auc = bounded(found.auc);
  const questions = leakHeadline(records);
  const asked = `${counted(questions, 'question')} chosen to learn ${aim}`;
  const figure =
    `an AUC of ${decimal(auc.value)} (${percent(records.spec.level)} bounds over the whole matrix ${decimal(auc.low)} to ${decimal(auc.high)}, ` +
    `${counted(found.people, 'person', 'people')})`;
  const others = [
    [`questions chosen for ${watched}`, `target:${watched}`],
    ['popular items, which aim at nothing,', 'popularity'],
  ].flatMap(([name, row]) => {
    const reached = headlineLeak(records, row!, watched);
    return reached === undefined ? [] : [`${name} reach ${withInterval(bounded(reached.auc))}`];
  });
  const aimed = others.length === 0 ? '' : ` In comparison, ${listed(others)}.`;
  const controlled =
    control === undefined
      ? ' No control was run, so this report cannot say how much of that the method finds by itself.'
      : ` The control reaches ${withInterval(control)}.${controlCaution(control)}`;
  const reach = questions === 1 ? 'reaches' : 'reach';
  const wrong = wrongWayText([{ who: 'an attacker who asks them', ...auc }]);
  const smallest = detectableSentence(found.detectable!);
  const easiest = easiestGroupText(ofPair(records, found), records.spec.level);
  const unclear =
    wrong === ''
      ? `, which was not shown to beat guessing (0.5). That is no proof of safety. ${smallest}`
      : `. ${wrong} ${smallest}`;
  const finding =
    leak === 'none'
      ? `${capital(leakOf('none', watched))}: ${asked} ${reach} ${figure}${unclear}`
      : leak === 'possible'
        ? `${possibleLeakOf(watched)} ${capital(asked)} ${reach} ${figure}.`
        : `${capital(leakOf(leak, watched))}: ${asked} also tell it, with ${figure}.${easiest && ` ${easiest}`}`;
  return { finding, beside: `${aimed}${controlled}`.trimStart() };
}

export function offTargetSentence(records: LeakMatrixRecords, pair: OffTarget): string {
  const { finding, beside } = offTargetParts(records, pair);
  return `${finding} ${beside}`;
}

/** A text for each pair of attributes, the largest leak first. */
export function leakAnswerTexts(records: LeakMatrixRecords): string[] {
  const pairs = offTargets(records);
  if (pairs.length === 0) return ['The records have no figures, so there is no answer to give.'];
  const texts = pairs.map(
    (pair, at) => offTargetSentence(records, pair) + (at === 0 ? associationSentence(records, pair) : ''),
  );
  return [...texts, ...cautionTexts(records.data)];
}

export function leakAnswer(records: LeakMatrixRecords): Html {
  const [worst] = offTargets(records);
  const [first, ...others] = leakAnswerTexts(records);
  if (worst === undefined) return html`<p>${first}</p>`;
  const { finding, beside } = offTargetParts(records, worst);
  const rest = others.map((text) => html`<li>${unbroken(text)}</li>\n`);
  return html`<p>${unbroken(finding)}</p>
<p>${unbroken(beside + associationSentence(records, worst))}</p>
${rest.length === 0 ? '' : html`<ul>${rest}</ul>`}`;
}

/** What stands in large figures under the answer, first the main one. */
export function leakKeys(records: LeakMatrixRecords): KeyFigure[] {
  const [worst] = offTargets(records);
  if (worst === undefined) return [];
  const { aim, watched, found, control } = worst;
  const questions = leakHeadline(records);
  const key = (figure: Estimate | undefined, meaning: string) =>
    figure === undefined ? [] : [keyFigure(figure, meaning)];
  const aimed = headlineLeak(records, `target:${watched}`, watched);
  return [
    ...key(
      bounded(found.auc),
      `AUC of ${watched} after ${counted(questions, 'question')} ${nameOf(records, `target:${aim}`)}`,
    ),
    ...key(aimed && bounded(aimed.auc), `the same, asked for ${watched}`),
    ...key(control, 'control: attributes shuffled'),
  ];
}

const leakQuestions = (records: LeakMatrixRecords) => counted(leakHeadline(records), 'question');

export function leakMethods(records: LeakMatrixRecords): Html {
  const { spec, data } = records;
  const { training } = spec;
  const baselines = contendersOf(records).flatMap(({ target, strategy }) => (target === undefined ? [strategy!] : []));
  return html`<ul>
${foldsPoint(spec.folds, undefined, ' with similar combinations of attributes')}<li><strong>The model</strong> observes two things about every answer: whether the item was seen, and how it was rated (${training.dimension}
dimensions). What it expects depends on ${listed(spec.attributes)} through effects that add up, so that rare combinations borrow
from all others. It keeps a probability for every combination; those of one attribute are sums over the rest.</li>
<li><strong>Questions that aim</strong> at an attribute are chosen so that it would least often be guessed wrong, on average over the expected
answers, whatever becomes known about the others.</li>
${baselines.length === 0 ? '' : html`<li><strong>Questions that aim at nothing</strong> (${listed(baselines)}) are judged by the same model.</li>`}
<li><strong>A model of one attribute alone</strong>, with questions chosen for it, shows what an attacker who cares about nothing else would reach.</li>
${aucPoint}${controlPoint('repeats the questions that aim, with the attributes shuffled among the people, all of a person’s together')}<li><strong>Associations:</strong> where attributes go together among the people, knowing one reveals the other. The table of associations
says how far that alone would lead.</li>
<li><strong>Bounds</strong> hold for the whole matrix at once (max-t): every way of asking and every attribute after ${leakQuestions(records)}, with more than two groups each group
against the rest. The verdict is that of audits, and the words for the size go by the lower ends.</li>
${intervalsPoint(spec, 'they hold for each figure by itself', {
  more: `Of ${counted(data.users + data.leftOut, 'person', 'people')}, ${count(data.leftOut)} ${data.leftOut === 1 ? 'was' : 'were'} left out because an attribute is not known, or a group is too small.`,
})}</ul>`;
}

export function leakLimits({ asked, spec }: LeakMatrixRecords): Html {
  const shares = asked.map(({ seen }) => seen);
  return html`<ul>
<li>A person who rated an item is taken to have seen it. Real people forget, lie, and notice what is going on.</li>
<li>Between ${percent(Math.min(...shares))} and ${percent(Math.max(...shares))} of the questions, depending on how they were chosen, could be answered with a
rating; the rest were answered with “haven’t seen it”, which reveals something too.</li>
<li>Effects of the attributes add up in this model. What only one combination does (young women, say) is not learned.</li>
<li>${NO_PROOF} A high figure says that groups can be told apart on average, not
that a single guess about one person is right.</li>
<li>The figures hold for these people and items. Labels in data are often self-declared, incomplete or coarse, and ${listed(spec.attributes)} are
richer than these groups.</li>
</ul>
${responsibleUse()}`;
}

export function leakProvenance(records: LeakMatrixRecords): Html {
  const { spec } = records;
  const { training } = spec;
  return provenanceOf([
    ...measuredFacts(records),
    ['Protocol', `${spec.protocol}, ${counted(spec.maxQuestions, 'question')}`],
    [
      'Training',
      `${training.channels.join(' and ')}, dimension ${training.dimension}, noise floor ${training.noiseFloor}, at most ${training.iterations} steps`,
    ],
    ['Belief', `ridge ${spec.ridge}, prior ${spec.prior}`],
  ]);
}
