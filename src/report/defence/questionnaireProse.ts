/** What the page of a questionnaire says in words. */
import {
  leakOfStudy,
  limitKept,
  type MeasuredAttack,
  type QuestionnaireStudy,
  strongestOf,
  withoutTheAsked,
  worstQuestions,
} from '../../defence/index.ts';
import { count, counted, decimal, listed, percent, setAside, withInterval } from '../format.ts';
import type { Estimate } from '../input.ts';
import type { KeyFigure } from '../page/answer.ts';
import { type Html, html } from '../page/html.ts';
import {
  attackerWords,
  boundedAuc,
  excessOf,
  kindWords,
  largestImplied,
  signedPercent,
  strongestAttack,
  tells,
  unlimitedList,
} from './questionnaireLookup.ts';

export function questionText({ spec, subject }: QuestionnaireStudy): Html {
  const names = listed(spec.attributes);
  const asked = counted(subject.questions.length, 'question');
  return spec.task === 'check'
    ? html`<p>A recommender asks newcomers about ${counted(subject.questions.length, 'item')} to learn their tastes. The same answers may tell
it ${names}, which nobody was asked for. How much does this list give away, which questions do it, and what is the list worth?</p>`
    : html`<p>A recommender has ${asked} to learn the tastes of newcomers. The same answers may tell it ${names}, which nobody was
asked for. Which questions teach the most about taste while giving away little, and what does that cost?</p>`;
}

export function answerTexts(study: QuestionnaireStudy): string[] {
  return [
    ...designedHereSentences(study),
    ...(study.spec.task === 'design' ? [designSentence(study)] : [worstSentence(study)]),
    impliedSentence(study),
    ...measuredSentences(study),
  ];
}

function designedHereSentences(study: QuestionnaireStudy): string[] {
  const honest = withoutTheAsked(study);
  if (honest === undefined) return [];
  const [without, own] = [honest, study.subject].map((list) => strongestAttack(list)!);
  return [
    `This list was designed on these very people, so measured on them it looks better than it is. Lists designed in the same way without the people who are asked tell ${without!.attribute} with an AUC of ${withInterval(boundedAuc(without!), 3)}; the list itself reaches ${withInterval(boundedAuc(own!), 3)} for ${own!.attribute}.`,
  ];
}

function designSentence(study: QuestionnaireStudy): string {
  const { spec, subject } = study;
  const own = largestImplied(subject);
  const questions = counted(subject.questions.length, 'question');
  if (excessOf(study) > 0) {
    return (
      `No list of ${questions} was found that keeps below an AUC of ${spec.maxAuc}. The one that gives away least is implied to reach ` +
      `${decimal(own.auc, 3)} (D² ${decimal(own.squaredDistance, 3)}), and takes away ${percent(subject.worth!.cut, 1)} of the uncertainty about ratings. Ask fewer questions, or allow more.`
    );
  }
  const unlimited = unlimitedList(study)!;
  const free = largestImplied(unlimited).squaredDistance;
  if (spec.maxAuc === null) {
    return `Designed without a budget, ${questions} take away ${percent(subject.worth!.cut, 1)} of the uncertainty about ratings, and are implied to tell ${own.attribute} with an AUC of ${decimal(own.auc)}.`;
  }
  return (
    `${questions} can be asked that give away ${percent(own.squaredDistance / free)} of what the same designer’s list without a budget gives away ` +
    `(D² ${decimal(own.squaredDistance, 3)} in place of ${decimal(free, 3)}) and teach ${percent(subject.worth!.cut / unlimited.worth!.cut)} of what that list teaches.`
  );
}

function worstSentence({ subject }: QuestionnaireStudy): string {
  const largest = largestImplied(subject);
  const at = subject.leaks.indexOf(largest);
  const [worst] = worstQuestions(subject);
  const { squaredDistance } = largest;
  if (squaredDistance === 0) return 'Nothing in this list tells the groups apart, as far as the models know.';
  const share = worst!.leaks[at]!.dropped / squaredDistance;
  return `The question that gives away most is “${worst!.title}”: without it, D² of ${largest.attribute} falls from ${decimal(squaredDistance, 3)} by ${percent(share)}.`;
}

function impliedSentence({ subject, spec }: QuestionnaireStudy): string {
  const said = subject.leaks.map(
    ({ attribute, kind, auc }) => `${attribute} with an AUC of ${decimal(auc)} (read from: ${kindWords[kind]})`,
  );
  const limit = spec.maxAuc === null ? '' : ` The limit is ${spec.maxAuc}.`;
  return `Before anyone answers, the models take the list to tell ${listed(said)}.${limit}`;
}

function measuredSentences(study: QuestionnaireStudy): string[] {
  const { subject, measurement } = study;
  const attack = strongestAttack(subject);
  if (attack === undefined || measurement === undefined) {
    return ['Nobody was asked: no data were given, and what trained models imply is not what people answer.'];
  }
  const { rmse, rmseChange } = subject.measured!;
  const unlimited = unlimitedList(study);
  const compared =
    unlimited === undefined || unlimited.id === subject.id
      ? ''
      : `, ${signedPercent(rmseChange)} against the list designed without a budget`;
  return [
    leakSentence(study, attack, measurement.people),
    ...limitSentences(study),
    `After the list, predicted ratings are off by ${withInterval(rmse, 3)} (root mean squared error)${compared}; with nothing asked, by ${withInterval(measurement.rmseWithout, 3)}.`,
  ];
}

/** A weaker attack may stand clear where the strongest does not: then the list tells all the same. */
function leakSentence({ subject, spec }: QuestionnaireStudy, strongest: MeasuredAttack, people: number): string {
  const shown = subject.measured!.attacks.filter(tells);
  const clear = shown.length === 0 ? undefined : strongestOf({ attacks: shown });
  const { auc, bounds, control, attribute, attacker } = clear ?? strongest;
  const figure = `an AUC of ${decimal(auc.value, 3)} (${percent(spec.level)} bounds over all attackers ${decimal(bounds.low, 3)} to ${decimal(bounds.high, 3)}, ${counted(people, 'person', 'people')})`;
  const asked = 'Asked of people the models had not seen, ';
  const words = attackerWords[attacker];
  if (control === undefined) {
    return `${asked}the strongest attacker (${words}) reaches ${figure} for ${attribute}. No control was run, so this report cannot say how much of that the method finds by itself.`;
  }
  const controlled = `The control reaches ${withInterval(control, 3)}.`;
  if (clear === undefined) {
    return `${asked}the list could not be shown to tell ${attribute}: the strongest attacker (${words}) reaches ${figure}, which does not stand clear of guessing and of the control. ${controlled}`;
  }
  const who = clear === strongest ? `the strongest attacker (${words})` : `one of the attackers (${words})`;
  return `${asked}the list tells ${attribute} with ${figure}, to ${who}. ${controlled}`;
}

/** Whether the limit holds, and by what figure. */
function limitSentences(study: QuestionnaireStudy): string[] {
  const kept = limitKept(study);
  if (kept === undefined) return [];
  const { maxAuc } = study.spec;
  const { auc, upTo } = leakOfStudy(study);
  const said = {
    kept: `The limit of ${maxAuc} is kept: the bounds of all attackers end at ${decimal(upTo, 3)}.`,
    'not shown': `That the limit of ${maxAuc} is kept was not shown: the strongest attack reaches ${decimal(auc, 3)}, but the bounds of the attackers reach ${decimal(upTo, 3)}.`,
    broken: `The limit of ${maxAuc} is not kept: the strongest attack reaches ${decimal(auc, 3)}.`,
  };
  return [said[kept]];
}

/** What stands in large figures under the answer, first the main one. */
export function questionnaireKeys(study: QuestionnaireStudy): KeyFigure[] {
  const { subject, measurement } = study;
  const attack = strongestAttack(subject);
  const interval = ({ low, high }: Estimate, digits: number) => `[${decimal(low, digits)}, ${decimal(high, digits)}]`;
  const implied = largestImplied(subject);
  if (attack === undefined || measurement === undefined) {
    return [
      { value: decimal(implied.auc), interval: '', meaning: `AUC of ${implied.attribute} that the models imply` },
      ...(subject.worth === undefined
        ? []
        : [
            { value: percent(subject.worth.cut), interval: '', meaning: 'of the uncertainty about ratings taken away' },
          ]),
    ];
  }
  return [
    {
      value: decimal(attack.auc.value),
      interval: interval(boundedAuc(attack), 2),
      meaning: `AUC of ${attack.attribute}, strongest of all attackers; ${count(measurement.people)} people`,
    },
    ...(attack.control === undefined
      ? []
      : [
          {
            value: decimal(attack.control.value),
            interval: interval(attack.control, 2),
            meaning: 'control: shuffled labels',
          },
        ]),
    {
      value: decimal(subject.measured!.rmse.value, 3),
      interval: interval(subject.measured!.rmse, 3),
      meaning: `error of predicted ratings; ${decimal(measurement.rmseWithout.value, 3)} with nothing asked`,
    },
  ];
}

export function methodsText({ spec, measurement }: QuestionnaireStudy): Html {
  return html`<ul>
<li><strong>D²</strong> is the squared distance between the two types that lie farthest apart, in units of the spread of the answers, if the list is
asked to the end. It follows from the model alone. An AUC of Φ(√(D²/2)) belongs to it: the probability that of two people who differ, the right one is picked.</li>
<li><strong>Read from ratings</strong>, D² holds for people who rate every item of the list; those who skip some give away less. <strong>Read from
seen and rated</strong>, a skip is an observation like any other, because what people have seen tells as much as how they rate it.</li>
<li><strong>Worth</strong> is the share of the variance of predicted ratings that the list takes away, items counting as often as they are rated. An item
that somebody has not seen teaches nothing about taste, so each question counts only as often as people have seen the item.</li>
<li><strong>The designer</strong> takes, one after the other, the question of largest worth that keeps every D² within the budget, then exchanges questions
as long as that helps. It is a search: a better list may exist. A larger budget never gives a worse one.</li>
<li><strong>Compared with:</strong> the most rated items; those on which ratings are most divided; the list an attacker would ask; and the same designer without a
budget.</li>
${
  measurement === undefined
    ? ''
    : html`<li><strong>People.</strong> ${counted(spec.folds, 'fold')}: models and lists were made from the others, then the people of the fold were asked, and answered with the
rating they gave or with “haven’t seen it”. Four attackers judged them: a factor model of ratings, one of what was seen and how it was rated, and two that were
fitted to the answers of the other people to this very list: a logistic regression, its ridge chosen among those people, and boosted trees, which also find answers that tell only
together.</li>
<li><strong>The recommender</strong> does not use the attribute. Its error is that of ${setAside(spec)}, which were put aside, without
items that any of the lists asks about: all lists are judged by the same ratings.</li>
<li><strong>The control</strong> trains the attackers on labels dealt out anew among the people. Whatever is found there is due to the method or to chance.</li>
<li><strong>Intervals</strong> cover ${percent(spec.level)} and come from ${count(spec.resamples)} resamples of the people; they hold for each figure by itself.
<strong>Bounds</strong> hold for all attackers and attributes of a list at once (max-t), so that taking the strongest does not flatter it. A limit is kept
where all of them stay within it.</li>`
}
</ul>`;
}

export function limitsText({ spec, measurement }: QuestionnaireStudy): Html {
  return html`<ul>
<li>What trained models imply is not exact. They overstate lists whose large gaps are partly chance, and understate lists that were chosen because their gaps
look small: that is why people are asked, and why two attackers are fitted to the list itself.</li>
${measurement === undefined ? html`<li>Nobody was asked here. Name data (--data) to measure.</li>` : ''}
<li>That somebody rated an item is taken for having seen it, and one who did not for a skip. Real people forget, fib and guess.</li>
<li>A low figure is no proof of safety: a better attacker, or one who knows more about a person than these answers, may find more. A list that is harmless for
${listed(spec.attributes)} may tell something else that nobody looked for.</li>
<li>The figures hold for these people and items. Labels in data are often self-declared, incomplete or coarse.</li>
<li>A p-value speaks of lists that the benign policies draw at random. A list that is fixed for good reasons, such as the most popular items, is not one of them.</li>
</ul>
<p><strong>Responsible use.</strong> This report measures a risk so that it can be reduced. The attacker’s list stands here for comparison only. Use it on
data you are allowed to use, and do not infer about a person what they chose not to tell.</p>`;
}

export function provenanceText({ spec, data, provenance, version }: QuestionnaireStudy): Html {
  const { training, channels } = spec;
  const facts: readonly (readonly [string, string])[] = [
    ...(data === undefined
      ? []
      : ([
          ['Data', data.source],
          ['People', `${count(data.users)} (${count(data.leftOut)} left out, or without an attribute)`],
          ['Fingerprint', data.fingerprint],
          [
            'Training',
            `ratings: ${training.solver}, dimension ${training.dimension}; seen and rated: dimension ${channels.dimension}`,
          ],
          ['Folds, resamples', `${spec.folds}, ${count(spec.resamples)}`],
        ] as const)),
    ['Software', `ulterior ${provenance.version}, records version ${version}`],
    ['Finished', provenance.finished],
    ['Seed', String(spec.seed)],
    ['Ridges', `attacker ${spec.ridge}, prediction ${spec.predictionRidge}`],
    ['Budgets', listed([...spec.budgets, ...(spec.maxAuc === null ? [] : [spec.maxAuc])].map(String))],
  ];
  const rows = facts.map(([name, value]) =>
    name === 'Fingerprint'
      ? html`<dt>${name}</dt><dd><code>${value}</code></dd>`
      : html`<dt>${name}</dt><dd>${value}</dd>`,
  );
  return html`<dl class="facts">${rows}</dl>`;
}
