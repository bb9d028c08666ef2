/**
 * What to audit, as plain JSON: everything that decides the result. Threads, folders and progress are not part of it.
 */

import { channelDefaults, checkedChannelParameters, checkedParameters, presets } from '../../factorization/index.ts';
import { classifierNamed, leakSources } from '../../inference/index.ts';
import { requireLoaded } from '../../plugins/index.ts';
import { groupDefaults } from '../../ratings/index.ts';
import { filledIn, requireFit } from '../../schema/index.ts';
import { type AuditSpec, auditSchema } from './auditSchema.ts';
import { checkContenders, checkOpenLists } from './checkContenders.ts';
import { commonDefaults } from './commonSpec.ts';
import { contender, OPEN_LISTS } from './contender.ts';

/** What an audit does where its spec says nothing. */
export const auditDefaults: Omit<AuditSpec, 'attribute'> = {
  ...groupDefaults,
  ...commonDefaults,
  protocol: 'rated',
  training: presets.als,
  channels: channelDefaults,
  channelHistory: { dimension: 60, ridge: 10 },
  prior: 'uniform',
  predictionRidge: 'tuned',
  contenders: [
    contender('separation', { label: 'Exact (IncFBC)' }),
    contender('maxGap', { label: 'MaxGap' }),
    contender('entropy', { label: 'Entropy' }),
    contender('random', { label: 'Random' }),
  ],
  openLists: OPEN_LISTS,
  maxQuestions: 100,
  heldOut: 10,
  heldOutShare: 0.2,
  ratingErrorEvery: 10,
  confidences: [0.8, 0.9, 0.95],
  headlineQuestions: 10,
  compareAt: [1, 5, 10, 20, 50, 100],
  fullHistory: ['factor', 'logistic', 'boosted', 'stack', 'multinomial'],
  sources: leakSources,
  transductive: { exactPeople: 8000, landmarks: 2000, mostPeople: 50_000 },
  plugins: [],
  shuffled: ['separation'],
  controls: 5,
  permutations: 400,
};

/** Checks every value, and that they go together; fills in the defaults. Nothing is trained before. */
export function auditSpec(partial: Partial<AuditSpec> & Pick<AuditSpec, 'attribute'>): AuditSpec {
  // First: what a plug-in would define is not known without it.
  if (Array.isArray(partial?.plugins)) requireLoaded(partial.plugins);
  requireFit(auditSchema, partial);
  const first = partial.contenders?.[0];
  const shuffled = first === undefined ? auditDefaults.shuffled : [first.id];
  // Whoever names attackers has those alone.
  const openLists = first === undefined && partial.protocol !== 'open' ? OPEN_LISTS : [];
  const sources = partial.fullHistory === undefined ? leakSources : [];
  const usual: AuditSpec = { attribute: partial.attribute, ...auditDefaults, shuffled, openLists, sources };
  const spec: AuditSpec = filledIn(usual, partial);
  checkContenders(spec.contenders, spec.shuffled);
  checkOpenLists(spec);
  const channels = checkedChannelParameters(spec.channels);
  if (spec.fullHistory.some((name) => classifierNamed(name).model === 'channels')) {
    checkedChannelParameters({ ...channels, dimension: spec.channelHistory.dimension });
  }
  return { ...spec, training: checkedParameters(spec.training), channels };
}
