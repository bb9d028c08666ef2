/** What the first screen says, for every kind of records that has a verdict. */
import {
  attacksOn as attacksOnList,
  type DefenceRecords,
  type QuestionnaireStudy,
  withoutTheAsked,
  worstQuestions,
} from '../../defence/index.ts';
import { placesOf } from '../audit/answer.ts';
import type { AnyRecords } from '../common/anyRecords.ts';
import { cautionTexts, failedTexts } from '../common/cautionWords.ts';
import { counted, listed, pValue, shortened } from '../common/format.ts';
import type { AuditRecords, Estimate, LeakMatrixRecords, ModelAuditRecords, NumericRecords } from '../common/input.ts';
import { bounded, easiestGroup, largerLeak, leakOfAudit, leakShown, type ShownLeak } from '../common/leakShown.ts';
import { sourceText } from '../common/leakSources.ts';
import { leakSize, leakWords } from '../common/leakWords.ts';
import { type Bounded, headlineOf, labelOf, largestGroup } from '../common/lookup.ts';
import { attacksOn, knowingAuc } from '../defence/defences/lookup.ts';
import { leastLeft } from '../defence/defences/prose.ts';
import { attackerName, labelOf as defenceLabel } from '../defence/defences/words.ts';
import { attackerWords, attacksAbout, largestImplied } from '../defence/questionnaire/questionnaireLookup.ts';
import { leakHeadline, offTargets, ofPair } from '../joint/leakLookup.ts';
import { numericLeak, pairsTold } from '../numeric/numericAnswer.ts';
import { bandName, bestBand, estimateInUnit, inUnit, numericPoint, strongestOf } from '../numeric/numericLookup.ts';
import { joined } from '../page/attackersAnswer.ts';
import type { FirstScreen } from '../page/firstPart.ts';
import type { NextStep } from '../steps/nextSteps.ts';
import { afterOf, defenceName, headlineViews, viewName, viewsOf } from '../surfaces/surfaceWords.ts';
import { firstScreen, inHundred, type Judged, placesText } from './firstScreen.ts';

/** Nothing where records have no figures, or are about one person or about a detector. */
export function firstScreenOf(records: AnyRecords, steps: readonly NextStep[]): FirstScreen | undefined {
  const next = inShort(steps[0]);
  switch (records.format) {
    case 'ulterior-audit':
      return ofAudit(records, next);
    case 'ulterior-numeric-audit':
      return ofNumber(records, next);
    case 'ulterior-leak-matrix':
      return ofMatrix(records, next);
    case 'ulterior-model-audit':
      return ofRecommender(records, next);
    case 'ulterior-defence':
      return ofDefences(records, next);
    case 'ulterior-questionnaire-study':
      return ofQuestionnaire(records, next);
    default:
      return undefined;
  }
}

/** A title that leaves room for others. */
const quoted = ({ title }: { readonly title: string }) => `“${shortened(title, 34)}”`;

/** The first sentence of a step, as far as its first colon. */
function inShort(step: NextStep | undefined): string {
  const [short = ''] = step?.text.split(/[.:](?=\s|$)/) ?? [];
  return short === '' ? '' : `${short}.`;
}

/** The verdict goes by the largest lower end, and so does the figure. */
const byLowerEnd = (found: readonly Bounded[]): Bounded[] =>
  found.toSorted((a, b) => bounded(b.auc).low - bounded(a.auc).low);

const aboutAll = (found: readonly Bounded[]) => found.filter(({ group }) => group === undefined);

interface Grouped {
  readonly attribute: string;
  readonly labels?: readonly unknown[] | undefined;
}

/** Of whom the attacker tells which is which. */
function pairsOf({ group }: Pick<Bounded, 'group'>, { attribute, labels }: Grouped): string {
  const two =
    group === undefined && labels?.length === 2
      ? `two people who differ in ${attribute}`
      : `one person in ${group === undefined ? 'a group' : `“${group}”`} and one outside it`;
  return told(two);
}

const told = (two: string) => `Shown ${two}, the attacker tells which is which`;

/** People whom the attacker names, where the records count them. */
function namedOf(found: object): Judged['named'] {
  const { named, namedRight } = found as Partial<Bounded>;
  // With the bounds that hold for all attackers at once.
  return named && namedRight && { share: { ...named, ...named.bounds }, right: namedRight };
}

function easiestText(found: readonly Pick<Bounded, 'auc' | 'group'>[]): string {
  const group = easiestGroup(found);
  return group === undefined ? '' : `The group that is easiest to recognise is “${shortened(group.group!, 34)}”.`;
}

/** What a guess about each person is worth, where it beats guessing the largest group for everyone. */
function rightText(
  accuracy: Estimate | undefined,
  labels: readonly { readonly label: string; readonly users: number }[],
): string {
  const { label, share } = largestGroup(labels);
  if (accuracy === undefined || !(accuracy.low > share)) return '';
  const of = (part: number) => inHundred(part);
  return `A guess about each person is right for ${of(accuracy.value)} in 100 (${of(accuracy.low)} to ${of(accuracy.high)}); always guessing “${shortened(label, 34)}” gets ${of(share)}.`;
}

function ofAudit(records: AuditRecords, next: string): FirstScreen | undefined {
  const { data, spec, permutation, verdict } = records;
  const places = placesOf(records);
  const found = places.flatMap(({ where, theirs = where, attackers, ...place }) =>
    attackers.map((one) => ({ ...one, ...place, where: theirs, figure: bounded(one.auc) })),
  );
  const [best] = found.toSorted((a, b) => b.figure.low - a.figure.low);
  if (best === undefined) return undefined;
  const leak = leakOfAudit(records);
  const exposures = ['questions', 'openQuestions', 'histories'];
  const heads = exposures.flatMap((exposure) => headlineOf(records, exposure).slice(0, 1));
  const level = verdict.tests.find(({ name }) => name === 'permutation')?.level ?? 0;
  const telling = (permutation?.items ?? []).filter((item) => item.pValue <= level).map(quoted);
  const items = records.items.slice(0, 3).map(quoted);
  const itself = telling.length === 1 ? 'gives people away by itself' : 'give people away by themselves';
  const source = sourceText(records, inHundred);
  return firstScreen({
    leak,
    attribute: data.attribute,
    figure: best.figure,
    pairs: pairsOf(best, data),
    who: best.where,
    level: spec.level,
    people: best.people,
    attackers: found.filter(({ group }) => group === undefined).length,
    detectable: largestOf(heads.map(({ detectable }) => detectable)),
    test:
      permutation && permutation.pValue <= level
        ? `p = ${pValue(permutation.pValue, permutation.shuffles + 1)}`
        : undefined,
    guesses: found
      .filter(({ group }) => group === undefined)
      .map(({ label, where, figure }) => ({ who: `${label} ${where}`, ...figure })),
    named: namedOf(best),
    inPeople: best.group === undefined ? rightText(best.accuracy, data.labels) : '',
    where: joined([
      placesText(
        places.map(({ where, short = where, attackers }) => ({ where: short, figure: bounded(attackers[0]!.auc) })),
      ),
      ...(leak === 'none'
        ? []
        : [
            easiestText(found),
            source !== ''
              ? source
              : telling.length > 0
                ? `${listed(telling.slice(0, 3))} ${itself}.`
                : items.length > 0
                  ? `The most revealing items are ${listed(items)}.`
                  : '',
          ]),
    ]),
    next,
    cautions: [...cautionTexts(data), ...failedTexts(records)],
  });
}

/** What is not known could be anything. */
const largestOf = (figures: readonly (number | undefined)[]): number | undefined =>
  figures.length === 0 ? undefined : Math.max(...figures.map((figure) => figure ?? Number.NaN));

function ofNumber(records: NumericRecords, next: string): FirstScreen | undefined {
  const { data, spec, test, verdict, findings } = records;
  const leak = numericLeak(records);
  const strongest = strongestOf(records);
  const point = numericPoint(records);
  if (leak === undefined || strongest === undefined || point === undefined) return undefined;
  const { r2, who, people } = strongest;
  const ordered = { value: pairsTold(r2.value), low: pairsTold(r2.low), high: pairsTold(r2.high) };
  const band = bestBand(records);
  const byBand = band !== undefined && band.bounds.low > ordered.low;
  const { level } = verdict.tests.find(({ name }) => name === 'permutation') ?? { level: 0 };
  const items = records.items.slice(0, 3).map(quoted);
  const screen = firstScreen({
    leak: leak === 'unchecked' ? 'possible' : leak,
    attribute: data.attribute,
    figure: byBand ? { value: band.value, ...band.bounds } : ordered,
    pairs: byBand
      ? told(`one person in ${bandName(records, band.band!)} and one outside it`)
      : `Shown two people, the attacker tells whose ${data.attribute} is higher`,
    who: byBand ? 'a regression on whole histories' : who,
    level: spec.level,
    people: byBand ? data.users : people,
    attackers: new Set(findings.flatMap(({ attacker }) => attacker ?? [])).size,
    detectable: test?.detectable.band,
    test: test && test.pValue <= level ? `p = ${pValue(test.pValue, test.shuffles + 1)}` : undefined,
    guesses: [],
    inPeople: `After ${counted(point.length, 'question')} the guess is off by ${estimateInUnit(records, point.mae)} on average; guessing the median for everyone, by ${inUnit(records, point.blindMedian)}.`,
    where:
      items.length === 0 ? '' : `The answers that change most with ${data.attribute} are those to ${listed(items)}.`,
    next,
    cautions: cautionTexts(data),
  });
  if (leak !== 'unchecked') return screen;
  const sure =
    'No control with shuffled numbers was run, so we do not know how much of this the method finds by itself.';
  return { ...screen, verdict: `We cannot say whether ${data.attribute} leaks.`, sure };
}

function ofMatrix(records: LeakMatrixRecords, next: string): FirstScreen | undefined {
  const { data, spec } = records;
  const pairs = offTargets(records).toSorted((a, b) => bounded(b.found.auc).low - bounded(a.found.auc).low);
  const [worst] = pairs;
  if (worst === undefined) return undefined;
  const { aim, watched } = worst;
  const [best] = byLowerEnd(ofPair(records, worst.found)) as [Bounded];
  const leaking = pairs.filter(({ leak }) => leak !== 'none' && leak !== 'possible');
  return firstScreen({
    leak: worst.leak,
    attribute: watched,
    but: ` by questions meant to learn ${aim}`,
    figure: bounded(best.auc),
    pairs: pairsOf(best, { attribute: watched }),
    who: `after ${counted(leakHeadline(records), 'question')} meant to learn ${aim}`,
    level: spec.level,
    people: best.people,
    named: namedOf(best),
    attackers: pairs.length,
    detectable: best.detectable,
    guesses: pairs.map(({ found, aim: asked }) => ({ who: `whoever asks for ${asked}`, ...bounded(found.auc) })),
    where:
      leaking.length === 0
        ? ''
        : `What leaks: ${listed(leaking.slice(0, 3).map((pair) => `${pair.watched} when questions are meant to learn ${pair.aim}`))}${leaking.length > 3 ? `, and ${leaking.length - 3} more` : ''}.`,
    next,
    cautions: cautionTexts(data),
  });
}

function ofRecommender(records: ModelAuditRecords, next: string): FirstScreen | undefined {
  const { data, spec, verdict } = records;
  const all = viewsOf(records).flatMap(({ found }) => found);
  const heads = headlineViews(records);
  const [best] = byLowerEnd(all);
  if (best === undefined) return undefined;
  const after = heads.flatMap((view) => afterOf(records, view) ?? []);
  const left = after.length === 0 ? undefined : byLowerEnd(after.flatMap(({ found }) => found))[0]!;
  return firstScreen({
    leak: leakShown(verdict, all),
    attribute: data.attribute,
    figure: bounded(best.auc),
    pairs: pairsOf(best, data),
    who: `from ${viewName(best)}`,
    level: spec.level,
    people: best.people,
    attackers: new Set(aboutAll(all).map(({ attacker }) => attacker)).size,
    detectable: heads[0]?.strongest.detectable,
    guesses: aboutAll(all).map((one) => ({
      who: `${labelOf(records, one)} from ${viewName(one)}`,
      ...bounded(one.auc),
    })),
    named: namedOf(best),
    inPeople: rightText(best.accuracy, data.labels),
    where: joined([
      placesText(heads.map((view) => ({ where: `from ${viewName(view)}`, figure: bounded(view.strongest.auc) }))),
      left === undefined
        ? ''
        : `After the defence (${defenceName(records.afterDefence!)}), ${leftText(
            bounded(left.auc),
            leakShown(
              records.afterDefence!.verdict,
              viewsOf(records, 'after').flatMap(({ found }) => found),
            ),
          )}.`,
    ]),
    next,
    cautions: [...cautionTexts(data), ...failedTexts(records)],
  });
}

/** "the attacker still gets 61 in 100 (55 to 66): a weak leak" */
function leftText({ value, low, high }: Estimate, leak: ShownLeak, when = ''): string {
  const words = leak === 'possible' ? 'a possible leak' : leakWords[leak];
  return `the attacker still gets ${inHundred(value)} in 100 (${inHundred(low)} to ${inHundred(high)})${when}: ${words}`;
}

function ofDefences(records: DefenceRecords, next: string): FirstScreen | undefined {
  const { data, spec, verdict, evaluations } = records;
  const attacks = attacksOn(records, {});
  const [best] = byLowerEnd(attacks);
  if (best === undefined) return undefined;
  const leak = leakShown(verdict, attacks);
  const helping = evaluations.filter((one) => one.verdict === 'hides' || one.verdict === 'reduces');
  const least = leastLeft(records, helping);
  const name = least && defenceLabel(least.defence);
  const left = least && knowingAuc(records, least);
  return firstScreen({
    leak,
    attribute: data.attribute,
    but:
      leak === 'none'
        ? ', even without a defence'
        : least === undefined
          ? ', and no defence clearly helps'
          : `, and ${name} ${least.verdict} it`,
    figure: bounded(best.auc),
    pairs: pairsOf(best, data),
    who: 'without a defence',
    level: spec.level,
    people: best.people,
    named: namedOf(best),
    attackers: aboutAll(attacks).length,
    detectable: attacks[0]!.detectable,
    guesses: aboutAll(attacks).map((one) => ({ who: attackerName(one.attacker!), ...bounded(one.auc) })),
    where:
      left === undefined
        ? `We tried ${counted(new Set(evaluations.map(({ defence }) => defence)).size, 'defence')} against attackers who know of them.`
        : `With ${name} at strength ${least!.strength}, ${leftText(left, leakSize(left.low), ' in the worst case')}.`,
    next,
    cautions: [...cautionTexts(data), ...failedTexts(records)],
  });
}

/** A list that was designed on these very people is judged by lists that were designed without them, too. */
function ofQuestionnaire(study: QuestionnaireStudy, next: string): FirstScreen | undefined {
  const { subject, spec, data } = study;
  const asked = counted(subject.questions.length, 'question');
  const lists = [subject, withoutTheAsked(study)].flatMap((list) => (list ? [list] : []));
  const found = lists.flatMap((list) => attacksOnList(study, list)) as Bounded[];
  const [best] = byLowerEnd(found);
  const [worst] = worstQuestions(subject);
  const where = worst === undefined ? '' : `The most revealing question is ${quoted(worst)}.`;
  if (best === undefined) {
    const { attribute, auc } = largestImplied(subject);
    const words = auc > 0.5 ? `a leak of ${attribute}` : `no leak of ${attribute}`;
    const figure = {
      value: `${inHundred(auc)} in 100`,
      bounds: 'implied by models, so without bounds; a coin toss gets 50',
      caption: `${pairsOf({}, { attribute })} that often (from these ${asked}).`,
    };
    const sure = 'Not sure at all: what trained models imply is not what people answer.';
    return { verdict: `Models imply ${words}; no one was asked.`, figure, people: '', sure, where, next, cautions: [] };
  }
  const leak = lists
    .map((list) => leakShown(list.verdict!, attacksOnList(study, list) as Bounded[]))
    .reduce((larger, one) => largerLeak(larger, one));
  const about: Judged = {
    leak,
    attribute: best.target,
    figure: bounded(best.auc),
    pairs: pairsOf(best, { attribute: best.target }),
    who: `from ${asked}`,
    level: spec.level,
    people: best.people,
    named: namedOf(best),
    attackers: attacksAbout(study, subject).length,
    detectable: best.detectable,
    guesses: lists.flatMap((list) =>
      attacksAbout(study, list).map((one) => ({ who: attackerWords(one.attacker!), ...bounded(one.auc) })),
    ),
    where,
    next,
    cautions: [...(data === undefined ? [] : cautionTexts(data)), ...failedTexts(study)],
  };
  return firstScreen(about);
}
