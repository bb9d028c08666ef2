/** Refuses a published figure that the records of its experiment cannot hold. */
import type { AuditSpec, Finding } from '../../audit/index.ts';
import { SpecFields } from './specFields.ts';

/** Fields of each kind of finding, besides the kind. */
const FIELDS: { readonly [K in Finding['kind']]: readonly string[] } = {
  auc: ['classifier'],
  accuracy: ['classifier'],
  aucAt: ['contender', 'questions'],
  aucLead: ['over', 'questions'],
  items: [],
  users: ['label'],
  ratings: ['label'],
  userRatio: ['labels'],
  ratingRatio: ['labels'],
  usersBelow: ['ratings'],
};

/** `file` as it is named in errors. */
export function checkFinding(file: string, finding: Finding | undefined, settings: AuditSpec): void {
  const fields = new SpecFields(`${file}, finding`, finding);
  fields.oneOf('kind', Object.keys(FIELDS));
  const { kind } = finding!;
  fields.only(['kind', ...FIELDS[kind]]);
  const contenders = settings.contenders.map(({ id }) => id);
  if (kind === 'auc' || kind === 'accuracy') fields.oneOf('classifier', settings.fullHistory);
  if (kind === 'aucAt') {
    fields.oneOf('contender', contenders);
    fields.number('questions');
  }
  if (kind === 'aucLead') {
    fields.oneOf('over', contenders.slice(1));
    fields.oneOf('questions', settings.compareAt);
  }
  if (kind === 'userRatio' || kind === 'ratingRatio') fields.list('labels', 2);
  if (kind === 'usersBelow') fields.number('ratings');
}
