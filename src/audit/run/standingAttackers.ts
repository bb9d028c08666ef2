/**
 * An attacker that failed anywhere, with the real labels or in the control, is left out everywhere: figures of some folds
 * would pass for figures of all, and without its control a figure says less. Who it was is part of the records.
 */
import { UlteriorError } from '../../errors/index.ts';
import { classifierNamed, type LeakSource, sourceLabels } from '../../inference/index.ts';
import { type FailedAttacker, firstFailures } from '../attackers/failures.ts';
import type { AttackerNote } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { contender } from '../spec/contender.ts';
import type { RunResult } from './auditRuns.ts';

interface Standing {
  readonly results: readonly RunResult[];
  /** Of those who stand alone. */
  readonly spec: AuditSpec;
  readonly notes: readonly AttackerNote[];
}

export function standingAttackers(all: readonly RunResult[], spec: AuditSpec): Standing {
  const failed = firstFailures(all.flatMap(({ failures }) => failures));
  if (failed.length === 0) return { results: all, spec, notes: [] };
  const stands = (kind: FailedAttacker['kind']) => (id: string) =>
    !failed.some((one) => one.kind === kind && one.id === id);
  const [asks, lists] = [stands('questions'), stands('openQuestions')];
  const [judges, tells] = [stands('history'), stands('parts')];
  const contenders = spec.contenders.filter(({ id }) => asks(id));
  if (contenders.length === 0) throw nobodyLeft(failed);
  const results = all.map((run) => ({
    ...run,
    outcomes: new Map([...run.outcomes].filter(([id]) => asks(id))),
    parts: new Map([...run.parts].filter(([id]) => tells(id))),
    openLists: new Map([...run.openLists].filter(([id]) => lists(id))),
    histories: new Map([...run.histories].filter(([id]) => judges(id))),
  }));
  const left = {
    contenders,
    shuffled: spec.shuffled.filter(asks),
    openLists: spec.openLists.filter(lists),
    sources: spec.sources.filter(tells),
    fullHistory: spec.fullHistory.filter(judges),
  };
  const labelOf = ({ kind, id }: FailedAttacker) =>
    kind === 'history'
      ? classifierNamed(id).label
      : kind === 'parts'
        ? sourceLabels[id as LeakSource]
        : kind === 'openQuestions'
          ? contender(id).label
          : spec.contenders.find((one) => one.id === id)!.label;
  const notes = failed.map((one): AttackerNote => ({ ...one, label: labelOf(one), form: 'failed' }));
  return { results, spec: { ...spec, ...left }, notes };
}

function nobodyLeft(failed: readonly FailedAttacker[]): UlteriorError {
  const asking = failed.filter(({ kind }) => kind === 'questions');
  return new UlteriorError(
    'ATTACKERS_FAILED',
    `no attacker that asks questions could run: ${asking.map(({ id, reason }) => `${id} (${reason})`).join('; ')}`,
    'name other strategies (strategies=random is the simplest), or leave out items and people with few ratings (--min-item, --min-user)',
    { failed },
  );
}
