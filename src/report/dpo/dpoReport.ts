/**
 * A report for whoever signs: what a data protection impact assessment (GDPR Art. 35) needs of an audit, with fields for
 * what no audit knows. Every figure is from the records; nothing here is legal advice.
 */

import { judgeLeaks } from '../ci/gate.ts';
import { aucText, outcomeWords } from '../ci/gateWords.ts';
import { isGated, leaksOf } from '../ci/leaks.ts';
import type { AnyRecords, MeasuredRecords } from '../common/anyRecords.ts';
import { counted, decimal, listed, percent, withInterval } from '../common/format.ts';
import { type Estimate, findingsWith } from '../common/input.ts';
import { bounded, easiestGroup } from '../common/leakShown.ts';
import { boundedIn, labelOf } from '../common/lookup.ts';
import { commandLine } from '../common/shellWords.ts';
import { qualityCost, sendingCost } from '../defence/defences/costs.ts';
import { knowingAuc } from '../defence/defences/lookup.ts';
import { labelOf as defenceLabel, verdictWords } from '../defence/defences/words.ts';
import { numericAnswer } from '../numeric/numericAnswer.ts';
import type { FirstScreen } from '../page/firstPart.ts';
import type { NextStep } from '../steps/nextSteps.ts';
import type { Block, FormDocument } from './dpoDocument.ts';
import { specialCategory } from './specialCategories.ts';

/** What the controller tolerates, as `ulterior.json` has it. */
export interface RiskLimits {
  readonly file: string;
  readonly maxAuc?: number | undefined;
  readonly byAttribute: Readonly<Record<string, number>>;
}

interface Assessed {
  readonly records: AnyRecords;
  readonly first: FirstScreen | undefined;
  readonly steps: readonly NextStep[];
  /** SHA-256 of the file of records. */
  readonly sha256: string;
  readonly limits: RiskLimits | undefined;
}

const isMeasured = (records: AnyRecords): records is MeasuredRecords =>
  records.format !== 'ulterior-detector' && records.format !== 'ulterior-ledger';

/** More rows are in the records. */
const MOST_ROWS = 12;

/** Nothing where records judge no attacker on people. */
export function dpoReport({ records, first, steps, sha256, limits }: Assessed): FormDocument | undefined {
  if (!isMeasured(records) || first === undefined || records.data === undefined) return undefined;
  const { data, provenance } = records;
  const attributes = attributesOf(records);
  const names = listed(attributes);
  return {
    title: `Can ${names} be inferred? For a data protection impact assessment`,
    about: `${data.source}, ${counted(data.users, 'person', 'people')}, measured on ${provenance.finished.slice(0, 10)} with Ulterior ${provenance.version}`,
    notice:
      'Ulterior filled in what it measured. The controller and the data protection officer fill in the rest. This is no legal advice, and not a whole assessment. It covers one risk: that an attribute can be inferred which people were never asked for.',
    sections: [
      {
        title: 'Purpose and scope',
        blocks: [
          { field: 'Controller, processing and its purpose (GDPR Art. 35(7)(a))', lines: 2 },
          {
            text: `Measured here: whether ${names} can be inferred ${exposuresText(records)}. Nothing else was tested.`,
          },
        ],
      },
      { title: 'Data, people and lawful basis', blocks: dataBlocks(records) },
      { title: 'The attribute', blocks: attributes.map((attribute) => ({ text: categoryText(attribute) })) },
      { title: 'The attacker', blocks: attackerBlocks(records) },
      { title: 'Results', blocks: resultBlocks(records, first) },
      { title: 'Results beside your limits', blocks: limitBlocks(records, limits) },
      { title: 'Anonymity', blocks: anonymityBlocks(records) },
      {
        title: 'Necessity and proportionality (GDPR Art. 35(7)(b))',
        blocks: [
          { field: 'Why these data are needed, and why less would not be enough', lines: 2 },
          { field: 'Views of the people concerned, or why they were not sought (Art. 35(9))' },
        ],
      },
      {
        title: 'Measures, their cost and the remaining risk (GDPR Art. 35(7)(d))',
        blocks: measureBlocks(records, steps),
      },
      { title: 'Limits of this report', blocks: [{ items: limitTexts(first) }] },
      { title: 'Advice of the data protection officer (GDPR Art. 35(2))', blocks: [{ field: 'Advice', lines: 3 }] },
      {
        title: 'Decision of the controller',
        blocks: [
          { field: 'Accepted, accepted with the measures above, or not accepted; reasons', lines: 2 },
          { field: 'Name, date and signature' },
          { field: 'Next review, or change that calls for one' },
        ],
      },
      {
        title: 'Annex: how to check this',
        blocks: [
          {
            heads: ['What', 'Value'],
            rows: [
              ['SHA-256 of the records', sha256],
              ...('fingerprint' in data ? [['Fingerprint of the data', data.fingerprint]] : []),
              ['Ulterior', `${provenance.version}, records ${records.format} version ${records.version}`],
              ...(provenance.plugins ?? []).map(({ name, version, sha256: hash }) => [
                `Plug-in ${name} ${version}`,
                hash,
              ]),
              ['Finished', provenance.finished],
            ],
          },
          { text: 'Anyone can repeat this with the same data and these settings:' },
          { code: JSON.stringify(records.spec) },
        ],
      },
    ],
  };
}

function attributesOf(records: MeasuredRecords): readonly string[] {
  if ('attributes' in records.spec) return records.spec.attributes;
  return records.data !== undefined && 'attribute' in records.data ? [records.data.attribute] : [];
}

const EXPOSURES: Readonly<Record<string, string>> = {
  questions: 'from answers to questions that adapt to the person',
  openQuestions: 'from answers to a fixed list of questions',
  histories: 'from everything a person rated',
  lists: 'from the lists that a recommender shows',
  userVectors: 'from the vectors that a recommender keeps of people',
  itemVectors: 'from item vectors together with ratings',
  scores: 'from the scores that a recommender gives',
};

function exposuresText({ findings }: MeasuredRecords): string {
  // Parts of whole histories say where a leak is; nobody is exposed to them apart.
  const seen = new Set(
    findings.flatMap(({ exposure, variant }) => (variant === 'real' && exposure !== 'parts' ? [exposure] : [])),
  );
  const named = [...seen].map((exposure) => EXPOSURES[exposure] ?? `from ${exposure}`);
  return listed([...new Set(named)]);
}

function dataBlocks(records: MeasuredRecords): Block[] {
  const data = records.data!;
  const items = 'items' in data ? [counted(data.items, 'item')] : [];
  const ratings =
    typeof data.ratings === 'number' ? [counted(data.ratings, 'rating or answer', 'ratings or answers')] : [];
  const groups =
    'labels' in data ? data.labels.map(({ label, users }) => `${label}: ${counted(users, 'person', 'people')}`) : [];
  return [
    {
      text: `${data.source}: ${listed([counted(data.users, 'person', 'people'), ...items, ...ratings])}.`,
    },
    ...(groups.length === 0
      ? []
      : [{ text: `Groups: ${listed(groups.slice(0, MOST_ROWS))}${groups.length > MOST_ROWS ? ', and more' : ''}.` }]),
    { field: 'Where the data come from, who receives them, how long they are kept' },
    { field: 'Lawful basis (GDPR Art. 6; for special categories also Art. 9(2))' },
    { field: 'What people were told, and how they can object' },
  ];
}

function categoryText(attribute: string): string {
  const category = specialCategory(attribute);
  const deduced =
    'Data from which such a category can be deduced count as well, even if no one meant to deduce it (CJEU, 1 August 2022, C-184/20).';
  if (category === 'ordinary') {
    return `By its name, “${attribute}” is not a special category (GDPR Art. 9(1)), but it is personal data. ${deduced} This audit did not test whether the same data reveal a special category.`;
  }
  if (category === undefined) {
    return `The name “${attribute}” does not say whether it is a special category (GDPR Art. 9(1): politics, beliefs, origin, trade union, health, sex life or orientation, genetics, biometrics). The controller decides. ${deduced}`;
  }
  return `By its name, “${attribute}” is a special category: ${category} (GDPR Art. 9(1)). ${deduced} So if it leaks, the data themselves may have to be treated as a special category.`;
}

function attackerBlocks(records: MeasuredRecords): Block[] {
  const attackers = new Set(
    findingsWith(records.findings, 'auc', { variant: 'real', group: undefined })
      .filter(({ exposure }) => exposure !== 'parts')
      .map((one) => ('attackers' in records ? labelOf(records as never, one) : (one.attacker ?? ''))),
  );
  const named = [...attackers].filter((name) => name !== '');
  return [
    {
      text: 'The attacker is anyone who sees such data about a person and knows the attribute of other people. It could be a recommender, a buyer of its data, an employee or a thief.',
    },
    {
      text: `It learned from some of the people, whose attribute it knew, and was tested on the others, whom it had never seen. It knows nothing else about them.${named.length === 0 ? '' : ` We tried ${counted(named.length, 'attacker')}: ${named.length > MOST_ROWS ? `${named.slice(0, MOST_ROWS).join(', ')} and others` : listed(named)}.`}`,
    },
    { field: 'Who could be such an attacker here' },
  ];
}

function resultBlocks(records: MeasuredRecords, first: FirstScreen): Block[] {
  const { verdict, figure, people, sure, where, cautions } = first;
  const { level } = records.spec;
  const texts = [`${verdict} ${figure.value} (${figure.bounds}). ${figure.caption}`, people, sure, where, ...cautions];
  const group = easiestGroup(boundedIn(records.findings, { defence: undefined }));
  const worst =
    group === undefined
      ? 'labels' in records.data! && records.data.labels.length === 2
        ? 'There are two groups, so what is found about one is found about the other.'
        : 'No single group was shown to be recognised more often than by guessing.'
      : `The group that is easiest to recognise: “${group.group}”, with an AUC of ${withInterval(bounded(group.auc))}.`;
  const shuffled = findingsWith(records.findings, 'auc', { variant: 'shuffled', group: undefined }).filter(
    ({ length }) => length === undefined || length > 0,
  );
  const controls = shuffled.map(({ auc }) => auc.value).filter(Number.isFinite);
  const control =
    controls.length === 0
      ? 'No control with shuffled labels was run.'
      : `Control: on shuffled labels, where there is nothing to find, the same attackers reach an AUC between ${decimal(Math.min(...controls))} and ${decimal(Math.max(...controls))} (guessing is 0.50).`;
  return [
    ...texts.filter((text) => text !== '').map((text) => ({ text })),
    ...tableOfLeaks(records),
    ...(records.format === 'ulterior-numeric-audit'
      ? [{ text: numericAnswer(records) }]
      : [{ text: worst }, { text: control }]),
    ...namedBlocks(records),
    {
      text: `Intervals and bounds hold with ${percent(level)} probability; an AUC of 0.5 is guessing, 1 is certainty.`,
    },
  ];
}

function tableOfLeaks(records: MeasuredRecords): Block[] {
  if (!isGated(records)) return [];
  const leaks = leaksOf(records).toSorted((a, b) => b.ends.upper - a.ends.upper);
  return [
    {
      heads: ['Attribute', 'Where', 'Strongest attacker', 'AUC [over all attackers]', 'People'],
      rows: leaks
        .slice(0, MOST_ROWS)
        .map((leak) => [
          leak.attribute,
          leak.where,
          leak.attacker,
          aucText(leak),
          leak.people === undefined ? 'no one was asked' : String(leak.people),
        ]),
    },
    ...(leaks.length > MOST_ROWS ? [{ text: `${leaks.length - MOST_ROWS} smaller ones are in the records.` }] : []),
  ];
}

/** People whom an attacker names, where the records count them. */
function namedBlocks({ findings }: MeasuredRecords): Block[] {
  type Named = {
    readonly named?: Estimate & { readonly bounds?: { readonly low: number; readonly high: number } };
    readonly namedRight?: Estimate;
  };
  const counts = findings.flatMap((one) => {
    const { named, namedRight } = one as Named;
    const real = one.variant === 'real' && one.group === undefined && one.defence === undefined;
    return real && named !== undefined && namedRight !== undefined
      ? [{ named: { ...named, ...named.bounds }, right: namedRight }]
      : [];
  });
  // The strongest, as on the first screen: with the bounds that hold for all attackers at once.
  const [most] = counts.toSorted((a, b) => b.named.low - a.named.low);
  if (most === undefined)
    return [{ text: 'These records do not count the people who are named with at least 90% certainty.' }];
  const share = ({ value, low, high }: typeof most.named) => `${percent(value)} (${percent(low)} to ${percent(high)})`;
  return [
    {
      text: `People named with at least 90% certainty: ${share(most.named)} of all; the attacker is right about ${share(most.right)} of them.`,
    },
  ];
}

function limitBlocks(records: MeasuredRecords, limits: RiskLimits | undefined): Block[] {
  const field: Block = { field: 'Risk that the controller accepts, and why' };
  if (
    !isGated(records) ||
    limits === undefined ||
    (limits.maxAuc === undefined && Object.keys(limits.byAttribute).length === 0)
  ) {
    return [{ text: 'No limit was set in ulterior.json for these data.' }, field];
  }
  // Only what was measured here: the file may limit other audits, too.
  const measured = new Set(leaksOf(records).map(({ attribute }) => attribute));
  const byAttribute = Object.fromEntries(Object.entries(limits.byAttribute).filter(([name]) => measured.has(name)));
  const { judgements } = judgeLeaks(records, { maxAuc: limits.maxAuc, byAttribute, failOn: 'upper' });
  const worst = judgements.toSorted(
    (a, b) => Number(b.failed) - Number(a.failed) || b.leak.ends.upper - a.leak.ends.upper,
  );
  return [
    {
      heads: ['Attribute', 'Where', 'AUC', 'Limit', 'Judged by the upper end'],
      rows: worst
        .slice(0, MOST_ROWS)
        .map(({ leak, limit, outcome }) => [
          leak.attribute,
          leak.where,
          aucText(leak),
          limit === undefined ? '–' : String(limit),
          outcomeWords[outcome],
        ]),
    },
    { text: `Limits: ${limits.file}.` },
    field,
  ];
}

/** The three criteria of the Article 29 Working Party. */
function anonymityBlocks(records: MeasuredRecords): Block[] {
  return [
    {
      text: 'Opinion 05/2014 of the Article 29 Working Party (WP216) names three criteria for data that are called anonymous:',
    },
    {
      items: [
        'Singling out (can one person be picked out from all others?): not tested.',
        'Linkability (can records of the same person be linked, within or across data sets?): not tested.',
        `Inference (can a value be deduced with significant probability?): tested for ${listed(attributesOf(records))} only.`,
      ],
    },
    { text: 'So nothing here shows that the data are anonymous. A leak shows that the third criterion is not met.' },
  ];
}

function measureBlocks(records: MeasuredRecords, steps: readonly NextStep[]): Block[] {
  const rows =
    records.format === 'ulterior-defence'
      ? records.evaluations.map((one) => [
          `${defenceLabel(one.defence)}, ${one.strength}`,
          verdictWords(one.verdict),
          withInterval(knowingAuc(records, one)),
          `${qualityCost(records, one)}; ${sendingCost(one.changes)}`,
        ])
      : [];
  const next = steps
    .slice(0, 3)
    .flatMap(({ text, command }): Block[] => [
      { text },
      ...(command === undefined ? [] : [{ command: commandLine(command) }]),
    ]);
  return [
    ...(rows.length === 0
      ? [
          {
            text: 'These records hold no measured defence, so remaining risk and cost are not known. What can be measured next:',
          },
          ...next,
        ]
      : [{ heads: ['Measure', 'Effect', 'Left (AUC, knowing attacker)', 'Cost'], rows: rows.slice(0, MOST_ROWS) }]),
    { field: 'Measures that are taken, by whom and until when', lines: 2 },
    { field: 'Remaining risk, and whether the authority must be consulted (GDPR Art. 36)' },
  ];
}

const limitTexts = ({ cautions }: FirstScreen): readonly string[] => [
  'A better attacker, more people or other data may find more. No figure here proves safety.',
  'The figures hold for these people and these data. Other people may be easier or harder to guess.',
  'Labels in data are often self-declared, incomplete or coarse.',
  'Harm was not measured. This report says what can be inferred, and not what follows from it for people.',
  ...cautions,
];
