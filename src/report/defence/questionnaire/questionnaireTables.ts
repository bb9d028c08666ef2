/** The tables of the page of a questionnaire. */
import type { ListFigures, QuestionnaireStudy } from '../../../defence/index.ts';
import { count, counted, decimal, percent, pValue, withInterval } from '../../common/format.ts';
import { bounded } from '../../common/leakShown.ts';
import type { Html } from '../../page/html.ts';
import { type Column, table } from '../../page/table.ts';
import {
  allLists,
  attackerWords,
  attacksAbout,
  controlOn,
  kindWords,
  signedPercent,
  taughtBy,
} from './questionnaireLookup.ts';

/** Short, because figures need the room. */
const SHORT: Readonly<Record<string, string>> = {
  factor: 'ratings',
  channels: 'seen and rated',
  logistic: 'regression',
  boosted: 'trees',
};
const shortOf = (attacker: string) => SHORT[attacker] ?? attacker;

/** The attribute is named where there are several. */
const about = ({ leaks }: ListFigures, attribute: string, words: string) =>
  leaks.every((leak) => leak.attribute === attribute) ? words : `${attribute}, ${words}`;

export function questionTable({ subject }: QuestionnaireStudy): Html {
  type Row = ListFigures['questions'][number];
  const leaks = subject.leaks.flatMap(({ attribute, kind }, at): Column<Row>[] => [
    { heading: `D², ${about(subject, attribute, kindWords[kind])}`, cell: (row) => decimal(row.leaks[at]!.own, 3) },
    { heading: 'of the list', cell: (row) => decimal(row.leaks[at]!.dropped, 3) },
  ]);
  const worth: readonly Column<Row>[] =
    subject.worth === undefined
      ? []
      : [
          { heading: 'Worth', cell: (row) => percent(row.worth!.own, 1) },
          { heading: 'of the list', cell: (row) => percent(row.worth!.dropped, 1) },
        ];
  return table(
    'The questions',
    'In the order of the list. D² is how far apart the question puts the groups: alone, and how much of the list’s D² goes when it is dropped. Worth is the share of the uncertainty about ratings that it takes away, in the same two ways.',
    [
      { heading: 'Item', cell: ({ title }) => title, text: true },
      { heading: 'Seen by', cell: ({ seen }) => percent(seen) },
      ...leaks,
      ...worth,
    ],
    subject.questions,
  );
}

export function listTable(study: QuestionnaireStudy): Html {
  const leaks = study.subject.leaks.map(
    ({ attribute, kind }, at): Column<ListFigures> => ({
      heading: `D², ${about(study.subject, attribute, kindWords[kind])}`,
      cell: (list) => `${decimal(list.leaks[at]!.squaredDistance, 3)} (${decimal(list.leaks[at]!.auc)})`,
    }),
  );
  const worth: readonly Column<ListFigures>[] =
    study.curve.length === 0
      ? []
      : [
          { heading: 'Worth', cell: ({ worth: own }) => percent(own!.cut, 1) },
          { heading: 'Expected error', cell: ({ worth: own }) => decimal(own!.errorAfter, 3) },
        ];
  return table(
    'What the models imply of each list',
    'In brackets the AUC that belongs to D². Ratings: if every question is answered with a rating. Seen and rated: a skip is an answer too.',
    [{ heading: 'List', cell: ({ label }) => label, text: true }, ...leaks, ...worth],
    allLists(study),
  );
}

export function measuredTable(study: QuestionnaireStudy): Html {
  const own = attacksAbout(study, study.subject);
  const attacks = own.map(({ target, attacker }): Column<ListFigures> => {
    const same = (list: ListFigures) =>
      attacksAbout(study, list).find((one) => one.target === target && one.attacker === attacker)!;
    return {
      heading: about(study.subject, target, shortOf(attacker!)),
      cell: (list) => withInterval(same(list).auc, 3),
    };
  });
  const taught = ({ id }: ListFigures) => taughtBy(study, id)!;
  return table(
    'What attackers and the recommender learned',
    `AUC of each attacker: ${[...new Set(own.map(({ attacker }) => attacker!))]
      .map((id) => `${shortOf(id)}, ${attackerWords(id)}`)
      .join(
        '; ',
      )}. ${counted(study.measurement!.people, 'person', 'people')}, asked lists that were made without them (except a list that was given); intervals of ${percent(study.spec.level)}, each figure by itself. ` +
      `RMSE: of ${counted(study.measurement!.heldOut, 'rating')} that no list asks for; with nothing asked it is ${withInterval(taughtBy(study, 'nothing')!.rmse, 3)}. Change: against the list designed without a budget.`,
    [
      { heading: 'List', cell: ({ label }) => label, text: true },
      ...attacks,
      { heading: 'RMSE', cell: (list) => withInterval(taught(list).rmse, 3) },
      { heading: 'Change', cell: (list) => signedPercent(taught(list).rmseChange) },
      { heading: 'Answered', cell: (list) => percent(taught(list).answered) },
    ],
    allLists(study),
  );
}

export function controlTable(study: QuestionnaireStudy): Html {
  const { subject, spec } = study;
  return table(
    'The control',
    `${subject.label}, with the labels shuffled among the people before the attackers were trained: nothing can be found there. Intervals of ${percent(spec.level)}, each figure by itself; the bounds hold for all rows at once.`,
    [
      { heading: 'Attribute', cell: ({ target }) => target, text: true },
      { heading: 'Attacker', cell: ({ attacker }) => attackerWords(attacker!), text: true },
      { heading: 'AUC', cell: ({ auc }) => withInterval(auc, 3) },
      {
        heading: 'Bounds over all',
        cell: ({ auc }) => `[${decimal(bounded(auc).low, 3)}, ${decimal(bounded(auc).high, 3)}]`,
      },
      {
        heading: 'Shuffled labels',
        cell: (found) => {
          const control = controlOn(study, found);
          return control === undefined ? '–' : withInterval(control, 3);
        },
      },
    ],
    attacksAbout(study, subject),
  );
}

export function agendaTable({ agenda, spec }: QuestionnaireStudy): Html {
  return table(
    'Does it look aimed?',
    `How rarely lists of the same length, drawn by policies without an agenda (${count(spec.agendaSamples)} of each), reveal as much; the largest p-value over the policies. Corrected: for the number of rows.`,
    [
      { heading: 'Attribute', cell: ({ attribute }) => attribute, text: true },
      { heading: 'Read from', cell: ({ kind }) => kindWords[kind], text: true },
      { heading: 'p', cell: (row) => pValue(row.pValue, spec.agendaSamples) },
      { heading: 'Corrected p', cell: ({ correctedPValue }) => pValue(correctedPValue, spec.agendaSamples) },
    ],
    agenda,
  );
}

export function modelTable({ models }: QuestionnaireStudy): Html {
  return table(
    'The models',
    'Trained on everyone; what people were measured by was trained without them.',
    [
      { heading: 'Attribute', cell: ({ attribute, labels }) => `${attribute} (${labels.join(', ')})`, text: true },
      { heading: 'Reads', cell: ({ kind }) => kindWords[kind], text: true },
      { heading: 'People', cell: ({ users }) => count(users) },
      { heading: 'Ratings', cell: ({ ratings }) => count(ratings) },
      { heading: 'Dimensions', cell: ({ dimension }) => count(dimension) },
      { heading: 'Ridge', cell: ({ ridge }) => decimal(ridge, 1) },
    ],
    models,
  );
}
