/** What was read, as records say it. */
import { recommenderNamed } from '../../factorization/index.ts';
import { fingerprintOfPeople, userIndex } from '../../ratings/index.ts';
import { cautionsOf } from '../records/cautions.ts';
import { fingerprintOfModel } from './fingerprintOfModel.ts';
import type { ModelAuditData, SurfaceDescription } from './modelAuditRecords.ts';
import type { MatchedSurface, SelectedPeople } from './selectPeople.ts';
import { isExposure, type ModelAuditInput, surfaceName } from './surface.ts';
import { topsOf } from './views.ts';

export function describeModel(input: ModelAuditInput, selected: SelectedPeople, source: string): ModelAuditData {
  const { users, types, labels, small, together } = selected;
  const { attribute, dataset } = input.people;
  const known = attribute.values.filter((code) => code >= 0).length;
  const counts = new Uint32Array(labels.length);
  for (const type of types) counts[type]!++;
  return {
    source,
    attribute: attribute.name,
    users: users.length,
    leftOut: known - users.length,
    labels: labels.map((label, code) => ({ label, users: counts[code]! })),
    smallGroups: small,
    ...(dataset === undefined
      ? {}
      : { ratings: { users: dataset.users.size, items: dataset.items.size, ratings: dataset.ratings.count } }),
    fingerprint: fingerprintOfModel(input),
    people: fingerprintOfPeople(
      Array.from(users, (user) => input.people.users.id(userIndex(user))),
      Array.from(types, (type) => labels[type]!),
      together?.clusters,
    ),
    ...cautionsOf(dataset, [attribute.name], together),
  };
}

export function describeSurface({ surface, unknown, missing }: MatchedSurface): SurfaceDescription {
  const counts = { missing: missing.count, unknown: unknown.count };
  if (isExposure(surface)) return { kind: surfaceName(surface), ...counts };
  if ('recommender' in surface) {
    return { kind: surface.kind, recommender: recommenderNamed(surface.recommender).label, ...counts };
  }
  const { kind, file } = surface;
  const content = kind === 'lists' ? surface.lists : kind === 'scores' ? surface.scores : surface.vectors;
  if ('ids' in content) return { kind, file, dimension: content.dimension, ...counts };
  const [longest] = topsOf(content, { tops: [Number.POSITIVE_INFINITY] });
  return { kind, file, items: content.items.length, longest: longest!, ...counts };
}
