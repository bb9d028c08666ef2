/** What the page of a questionnaire says in words. */
import {
  attacksOn,
  leakOfStudy,
  limitKept,
  type QuestionnaireStudy,
  strongestOf,
  withoutTheAsked,
  worstQuestions,
} from '../../../defence/index.ts';
import { cautionTexts, failedTexts } from '../../common/cautionWords.ts';
import { detectableSentence } from '../../common/detectable.ts';
import { count, counted, decimal, listed, percent, setAside, withInterval } from '../../common/format.ts';
import {
  bounded,
  easiestGroupText,
  largerLeak,
  leakSentence,
  leakShown,
  type ShownLeak,
} from '../../common/leakShown.ts';
import { controlCaution, leakSize, leakWords, wrongWayText } from '../../common/leakWords.ts';
import type { Bounded } from '../../common/lookup.ts';
import { keyFigure } from '../../page/attackersAnswer.ts';
import {
  AUC_MEANS,
  controlPoint,
  type Facts,
  foldsPoint,
  intervalsPoint,
  provenanceOf,
  responsibleUse,
  softwareFacts,
} from '../../page/howMeasured.ts';
import { type Html, html } from '../../page/html.ts';
import type { KeyFigure } from '../../page/pageDocument.ts';
import {
  attackerWords,
  attacksAbout,
  controlOn,
  excessOf,
  kindWords,
  largestImplied,
  signedPercent,
  strongestAttack,
  taughtBy,
  tells,
  unlimitedList,
} from './questionnaireLookup.ts';

export function questionText({ spec, subject }: QuestionnaireStudy): Html {
  const names = listed(spec.attributes);
  const asked = counted(subject.questions.length, 'question');
  return spec.task === 'check'
    ? html`<p>A recommender asks newcomers about ${counted(subject.questions.length, 'item')} to learn their tastes. The same answers may reveal
${names}, which no one was asked for. How much does this list give away, which questions do it, and what is the list worth?</p>`
    : html`<p>A recommender has ${asked} to learn the tastes of newcomers. The same answers may reveal ${names}, which no one was
asked for. Which questions teach the most about taste while giving away little, and what does that cost?</p>`;
}

export function answerTexts(study: QuestionnaireStudy): string[] {
  return [
    ...verdictTexts(study),
    ...(study.data === undefined ? [] : cautionTexts(study.data)),
    ...(study.spec.task === 'design' ? [designSentence(study)] : [worstSentence(study)]),
    impliedSentence(study),
    ...measuredSentences(study),
  ];
}

/**
 * The verdict, who found it, and how sure that is; nothing where nobody was asked. A list that was designed on these
 * very people is judged by lists that were designed in the same way without them.
 */
export function verdictTexts(study: QuestionnaireStudy): string[] {
  const attack = strongestAttack(study, study.subject);
  if (attack === undefined) return [];
  const { leak, attribute, text } = leakFinding(study, attack);
  const honest = withoutTheAsked(study);
  const failed = failedTexts(study);
  if (honest === undefined) return [`${leakSentence(leak, attribute)} ${text}`, ...failed];
  const without = strongestAttack(study, honest)!;
  const larger = largerLeak(leak, leakShown(honest.verdict!, attacksOn(study, honest)));
  return [`${leakSentence(larger, without.target)} ${designedHereText(without, attack)}`, text, ...failed];
}

function designedHereText(without: Bounded, own: Bounded): string {
  return `This list was designed on these very people, so measured on them it looks better than it is. Lists designed in the same way without the people who are asked reveal ${without.target} with an AUC of ${withInterval(bounded(without.auc), 3)}; the list itself reaches ${withInterval(bounded(own.auc), 3)} for ${own.target}.`;
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
    return `Designed without a budget, ${questions} take away ${percent(subject.worth!.cut, 1)} of the uncertainty about ratings, and are implied to reveal ${own.attribute} with an AUC of ${decimal(own.auc)}.`;
  }
  return (
    `These ${questions} give away ${percent(own.squaredDistance / free)} of what the same designer’s list without a budget gives away ` +
    `(D² ${decimal(own.squaredDistance, 3)} instead of ${decimal(free, 3)}) and teach ${percent(subject.worth!.cut / unlimited.worth!.cut)} of what that list teaches.`
  );
}

function worstSentence({ subject }: QuestionnaireStudy): string {
  const largest = largestImplied(subject);
  const at = subject.leaks.indexOf(largest);
  const [worst] = worstQuestions(subject);
  const { squaredDistance } = largest;
  if (squaredDistance === 0) return 'As far as the models know, nothing in this list tells the groups apart.';
  const share = worst!.leaks[at]!.dropped / squaredDistance;
  return `The most revealing question is “${worst!.title}”: leaving it out takes away ${percent(share)} of what the list is implied to reveal about ${largest.attribute} (of D² ${decimal(squaredDistance, 3)}).`;
}

function impliedSentence({ subject, spec }: QuestionnaireStudy): string {
  const said = subject.leaks.map(
    ({ attribute, kind, auc }) => `${attribute} with an AUC of ${decimal(auc)} (read from: ${kindWords[kind]})`,
  );
  const limit = spec.maxAuc === null ? '' : ` The limit is ${spec.maxAuc}.`;
  return `Before anyone answers, the models imply that the list reveals ${listed(said)}.${limit}`;
}

function measuredSentences(study: QuestionnaireStudy): string[] {
  const { subject } = study;
  const taught = taughtBy(study, subject.id);
  if (taught === undefined) {
    return ['No one was asked, because no data were given. What trained models imply is not what people answer.'];
  }
  const { rmse, rmseChange } = taught;
  const unlimited = unlimitedList(study);
  const compared =
    unlimited === undefined || unlimited.id === subject.id
      ? ''
      : `, ${signedPercent(rmseChange)} against the list designed without a budget`;
  return [
    ...limitSentences(study),
    `After the list, predicted ratings are off by ${withInterval(rmse, 3)} (root mean squared error)${compared}; with nothing asked, by ${withInterval(taughtBy(study, 'nothing')!.rmse, 3)}.`,
  ];
}

interface Finding {
  readonly leak: ShownLeak;
  readonly attribute: string;
  readonly text: string;
}

/** A weaker attack may beat guessing where the strongest was not shown to: then the list still leaks. */
function leakFinding(study: QuestionnaireStudy, strongest: Bounded): Finding {
  const { subject, spec } = study;
  const [own, shown] = [attacksOn(study, subject), attacksAbout(study, subject).filter(tells)];
  const leak = leakShown(subject.verdict!, own);
  const clear = leak === 'none' ? undefined : shown.length === 0 ? strongest : strongestOf(shown);
  const said = clear ?? strongest;
  const { target: attribute, attacker, people } = said;
  const detectable = detectableSentence(said.detectable!);
  const control = controlOn(study, said);
  const auc = bounded(said.auc);
  const easiest = easiestGroupText(own, spec.level);
  const figure = `an AUC of ${decimal(auc.value, 3)} (${percent(spec.level)} bounds over all attackers ${decimal(auc.low, 3)} to ${decimal(auc.high, 3)}, ${counted(people, 'person', 'people')})`;
  const words = attackerWords(attacker!);
  // Lists that were designed in the same way without those who are asked count, too.
  const attacks = [subject, withoutTheAsked(study)].flatMap((list) => (list ? attacksAbout(study, list) : []));
  const wrong = wrongWayText(attacks.map((one) => ({ who: attackerWords(one.attacker!), ...bounded(one.auc) })));
  const found = (text: string): Finding => ({
    leak,
    attribute,
    text: [text, easiest, wrong].filter((part) => part !== '').join(' '),
  });
  const asked = 'Asked of people whom the models had not seen,';
  if (control === undefined) {
    return found(
      `${asked} the strongest attacker (${words}) reaches ${figure}. ${clear === undefined ? `${detectable} ` : ''}No control was run, so this report cannot say how much of that the method finds by itself.`,
    );
  }
  const controlled = `The control reaches ${withInterval(control, 3)}.${controlCaution(control)}`;
  if (clear === undefined) {
    return found(
      `${asked} the strongest attacker (${words}) reaches ${figure}${auc.high < 0.5 ? '' : ', which was not shown to beat guessing (0.5)'}. That is no proof of safety. ${detectable} ${controlled}`,
    );
  }
  const who = clear === strongest ? `the strongest attacker (${words})` : `one of the attackers (${words})`;
  return found(`${asked} ${who} reaches ${figure}. ${controlled}`);
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
  const { subject } = study;
  // A list that was designed on these very people is judged by lists that were designed without them.
  const attack = strongestAttack(study, withoutTheAsked(study) ?? subject);
  const taught = taughtBy(study, subject.id);
  if (attack === undefined || taught === undefined) {
    const implied = largestImplied(subject);
    const exact = (value: string, meaning: string) => ({ value, interval: '', meaning });
    return [
      exact(decimal(implied.auc), `AUC of ${implied.attribute} that the models imply`),
      ...(subject.worth === undefined
        ? []
        : [exact(percent(subject.worth.cut), 'of the uncertainty about ratings taken away')]),
    ];
  }
  const auc = bounded(attack.auc);
  const control = controlOn(study, attack);
  const without = decimal(taughtBy(study, 'nothing')!.rmse.value, 3);
  return [
    keyFigure(
      auc,
      `AUC of ${attack.target}, the strongest attacker: ${leakWords[leakSize(auc.low)]}; ${counted(attack.people, 'person', 'people')}`,
    ),
    ...(control === undefined ? [] : [keyFigure(control, 'control: shuffled labels')]),
    keyFigure(taught.rmse, `error of predicted ratings; ${without} with nothing asked`, 3),
  ];
}

export function methodsText({ spec, measurement }: QuestionnaireStudy): Html {
  return html`<ul>
<li><strong>D²</strong> is the squared distance between the two groups that lie farthest apart, in units of the spread of the answers, if the whole list is
asked. It follows from the model alone. It implies an AUC of Φ(√(D²/2)): ${AUC_MEANS}.</li>
<li><strong>Read from ratings</strong>, D² holds for people who rate every item of the list; those who skip some give away less. <strong>Read from
seen and rated</strong>, a skip is an observation like any other, because what people have seen reveals as much as how they rate it.</li>
<li><strong>Worth</strong> is the share of the variance of predicted ratings that the list takes away, where items count as often as they are rated. An item
that someone has not seen teaches nothing about taste, so each question counts only as often as people have seen the item.</li>
<li><strong>The designer</strong> adds, one at a time, the question of largest worth that keeps every D² within the budget, then exchanges questions
as long as that helps. It is a search: a better list may exist. A larger budget never gives a worse one.</li>
<li><strong>Compared with:</strong> the most rated items; those on which ratings are most divided; the list that an attacker would ask; and the same designer without a
budget.</li>
${
  measurement === undefined
    ? ''
    : html`${foldsPoint(spec.folds, 'models and lists of a fold were made from the others')}
<li><strong>Who answers:</strong> the people of the fold, with the rating they gave or with “haven’t seen it”. Four attackers judged them: a factor model of ratings, one of what was seen and how it was rated, and two that were
fitted to the answers of the other people to this very list: a logistic regression, with its ridge chosen on those people, and boosted trees, which also find answers that reveal something only
together.</li>
<li><strong>The recommender</strong> does not use the attribute. Its error is that of ${setAside(spec)}, which were set aside, without
items that any of the lists asks about: all lists are judged by the same ratings.</li>
${controlPoint('trains the attackers on labels that were shuffled among the people')}${intervalsPoint(
  spec,
  'they hold for each figure by itself',
  {
    more: html`<strong>Bounds</strong> hold for all attackers, attributes and single groups of a list at once (max-t), so that choosing the strongest does not flatter it. A limit is kept
if all of them stay within it.`,
  },
)}`
}
</ul>`;
}

export function limitsText({ spec, measurement }: QuestionnaireStudy): Html {
  return html`<ul>
<li>What trained models imply is not exact. They overstate lists whose large gaps are partly chance, and understate lists that were chosen because their gaps
look small: that is why people are asked, and why two attackers are fitted to the list itself.</li>
${measurement === undefined ? html`<li>No one was asked here. Name data to measure.</li>` : ''}
<li>A person who rated an item is taken to have seen it; everyone else skips. Real people forget, lie and guess.</li>
<li>A low figure is no proof of safety: a better attacker, or one who knows more about a person than these answers, may find more. A list that is harmless for
${listed(spec.attributes)} may reveal something else that we did not look for.</li>
<li>The figures hold for these people and items. Labels in data are often self-declared, incomplete or coarse.</li>
<li>A p-value compares with lists that benign policies draw at random. A list that is fixed for good reasons, such as the most popular items, is not drawn at random.</li>
</ul>
${responsibleUse('The attacker’s list is shown for comparison only.')}`;
}

export function provenanceText(study: QuestionnaireStudy): Html {
  const { spec, data } = study;
  const { training, channels } = spec;
  const facts: Facts = [
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
    ...softwareFacts(study),
    ['Seed', String(spec.seed)],
    ['Ridges', `attacker ${spec.ridge}, prediction ${spec.predictionRidge}`],
    ['Budgets', listed([...spec.budgets, ...(spec.maxAuc === null ? [] : [spec.maxAuc])].map(String))],
  ];
  return provenanceOf(facts, data === undefined ? 'models, seed and settings' : undefined);
}
