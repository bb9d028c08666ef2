/** What the page of a recommender says in words: the question, methods, limits and provenance. */

import { exposureRegistry } from '../../audit/index.ts';
import { changesLists, eraserNamed, erases, listChangeNamed } from '../../defence/index.ts';
import { detectableSentence } from '../common/detectable.ts';
import { capital, count, counted, decimal, listed, percent, setAside } from '../common/format.ts';
import type { ModelAuditRecords } from '../common/input.ts';
import { labelsOf } from '../common/lookup.ts';
import {
  aucPoint,
  controlPoint,
  type Facts,
  NO_PROOF,
  provenanceOf,
  responsibleUse,
  softwareFacts,
} from '../page/howMeasured.ts';
import { type Html, html } from '../page/html.ts';
import { defenceName, surfaceSource, viewName, viewsOf } from './surfaceWords.ts';

export function modelQuestion({ data, surfaces }: ModelAuditRecords): Html {
  const names = listed(surfaces.map(({ kind }) => viewName({ exposure: kind })));
  return html`<p>A recommender keeps vectors, computes scores and shows lists. Whoever sees one of these surfaces can try to tell
people’s ${data.attribute} from it, even if the recommender never knew it. How well does that work?</p>
<p>To find out, attackers learned from people whose ${data.attribute} is known, and were tested on others: ${counted(data.users, 'person', 'people')} in all,
seen through ${names}.</p>`;
}

/** Those that ship; others are called by their label. */
const HOW: Readonly<Record<string, string>> = {
  logistic: 'logistic regression, whose ridge is chosen by folds inside the training people',
  kernelRidge:
    'kernel ridge regression with a Gaussian kernel, whose reach and ridge are chosen by leaving one training person out',
  stack:
    'a stack of logistic regression, kernel ridge regression and boosted trees, weighed by how well they judge training people whom they had not seen',
  boosted: 'boosted trees, whose number, depth and columns are chosen by people held out inside the training people',
};

const READ: Readonly<Record<string, string>> = {
  userVectors: 'User vectors are standardised; of more than 256 numbers their 128 leading directions are read.',
  itemVectors:
    'From item vectors, each person’s vector is computed in two ways, from the ratings (ridge regression) and from what was rated (implicit least squares); attackers read both.',
  lists: 'A list is read as a row of zeros and ones: which items are among its first, whatever their order.',
  scores:
    'Scores are read as they are where a table names some items per person; a row for all items is standardised, and of more than 256 columns the 128 leading directions are read.',
  ratings: 'Whole histories are read as what was rated, and how each rating differs from the item’s mean.',
};

/** What the definition says of itself, where the plug-in is at hand. */
function pluginText(name: string): string {
  const found = exposureRegistry.find(name);
  return found === undefined
    ? `“${name}” is what a plug-in made of the ratings.`
    : `${capital(found.label)}: ${found.summary}.`;
}

export function modelMethods(records: ModelAuditRecords): Html {
  const { spec, surfaces, anchors, afterDefence } = records;
  const labels = labelsOf(records);
  const first = labels.get(spec.attackers[0]!);
  const often =
    spec.controls === 1 ? '' : `; the first (${first}) ${counted(spec.controls, 'time')}, and its mean is shown`;
  const repeated = `repeats every attacker, settings and all, with the labels shuffled within each fold${often}`;
  return html`<ul>
<li><strong>No one is judged by an attacker that has seen their label.</strong> People were split into ${counted(spec.folds, 'fold')} with similar
shares of the groups; attackers that judge a fold learned from the others. The surface itself is the recommender’s, made from everyone.</li>
<li><strong>Attackers:</strong> ${listed(spec.attackers.map((name) => HOW[name] ?? labels.get(name) ?? name))}.</li>
${surfaces.map(({ kind }) => html`<li>${READ[kind] ?? pluginText(kind)}</li>\n`)}
${aucPoint}${controlPoint(repeated)}<li><strong>Bounds</strong> hold with ${percent(spec.level)} probability for all attackers, surfaces and lengths at once (max-t), with more than two groups also for each group against the rest, because whoever reports the
largest of several figures flatters it. They and all intervals come from ${count(spec.resamples)} resamples of the people, widened because folds share training people.
The verdict is that of the strongest attacker, corrected for all that were looked at.</li>
${afterDefence === undefined ? '' : defenceMethods(afterDefence)}${anchors.length === 0 ? '' : anchorMethods(records)}
</ul>`;
}

function defenceMethods(defence: NonNullable<ModelAuditRecords['afterDefence']>): Html {
  if (erases(defence.name)) {
    const { summary, needsGroups } = eraserNamed(defence.name);
    const told = needsGroups ? ' It must be told the group of everyone whose vector it changes.' : '';
    return html`<li><strong>After ${defence.label}</strong> (${summary}) everything was measured again.${told} In each fold the map was learned from half of the people outside it;
attackers learned from the other half, before and after. Lists are those that the recommender makes of the changed vectors. Bounds after it are a family of their own.</li>
`;
  }
  if (changesLists(defence.name)) {
    const { summary, strength } = listChangeNamed(defence.name);
    return html`<li><strong>${defenceName(defence)}</strong> (${summary}; the strength is the ${strength.means}). It is the same for everybody, or goes by the list alone: nobody
has to say which group they are in. In each fold it was learned from the lists of half of the people outside it; attackers learned from the other half, before and after. Bounds after it are a family of their own.</li>
`;
  }
  return html`<li><strong>After the defence</strong> (${defenceName(defence)}) everything was measured again. In each fold the defence learned what it must know of people
in general from those whom the attackers learned from; then everyone sent ratings in that way, the recommender made its surfaces of them, and attackers learned anew from
people who use the defence. Item vectors stayed as they were. Bounds after the defence are a family of their own.</li>
`;
}

function anchorMethods({ spec, anchors, headlineTop }: ModelAuditRecords): Html {
  const names = listed(anchors.map(({ label }) => label));
  return html`<li><strong>Other recommenders</strong> (${names}) were trained on the same ratings; what their first ${headlineTop} items tell is measured in the
same way. How good lists are is measured on ratings that the recommender did not see: those that were set aside for the audited one, or else
${setAside(spec)}.</li>`;
}

export function modelLimits(records: ModelAuditRecords): Html {
  const { data } = records;
  return html`<ul>
<li>${NO_PROOF} A high figure says that a group can be told apart on average, not that
a single guess about one person is right.</li>
<li>${detectableSentence(viewsOf(records)[0]!.strongest.detectable!)}</li>
<li>Attackers learned from people whose ${data.attribute} is known. An attacker with more such people may do better.</li>
${data.leftOut === 0 ? '' : html`<li>${counted(data.leftOut, 'person', 'people')} of known ${data.attribute} ${data.leftOut === 1 ? 'is' : 'are'} not in the figures, because a surface does not have them or their group is too small.</li>`}
<li>The figures hold for these people and this state of the recommender. Labels in data are often self-declared, incomplete or coarse, and ${data.attribute}
is richer than ${counted(data.labels.length, 'group')}.</li>
</ul>
${responsibleUse()}`;
}

export function modelProvenance(records: ModelAuditRecords): Html {
  const { data, spec, surfaces, verdict } = records;
  const facts: Facts = [
    ['Data', data.source],
    ...surfaces.flatMap((surface) => {
      const from = surfaceSource(surface);
      return from === undefined ? [] : [[viewName({ exposure: surface.kind }), from] as const];
    }),
    ['Fingerprint', data.fingerprint],
    ...softwareFacts(records),
    ['Seed', String(spec.seed)],
    ['Folds, resamples, shuffles', `${spec.folds}, ${count(spec.resamples)}, ${spec.controls}`],
    ['p-value of the verdict', decimal(verdict.tests[0]!.pValue, 4)],
  ];
  return provenanceOf(facts, 'people, surfaces and seed');
}
