/** A study of the detector in a few lines. */
import type { DetectorRecords } from '../../defence/index.ts';
import { askerName, counted, policyName } from '../../report/index.ts';
import { percent } from '../shared/output.ts';

export function detectorLines({ spec, falseAlarms, figures, askers, model }: DetectorRecords): string[] {
  const { compareAt, level, interviews, attacks } = spec;
  const names = [...falseAlarms.map(({ policy }) => policyName(policy)), ...askers.map(askerName)];
  const nameOf = (id: string) => askerName(askers.find((asker) => asker.id === id)!);
  const width = Math.max(...names.map((name) => name.length));
  const heads = [...compareAt.map((at) => `after ${at}`), 'any time'].map((head) => head.padStart(9));
  const share = (alarms: number, all: number) => `${((100 * alarms) / all).toFixed(1)}%`.padStart(9);
  const several = model.attributes.length > 1;
  const policies = [...new Set(falseAlarms.map(({ policy }) => policy))];
  return [
    `False alarms in ${counted(interviews, 'interview')} that aim at nobody (allowed: ${percent(level)}${several ? ', any attribute' : ''})`,
    `${''.padEnd(width)}  ${heads.join('  ')}`,
    ...policies.map((policy) => {
      const own = falseAlarms.filter((one) => one.policy === policy && (!several || one.attribute === undefined));
      return `${policyName(policy).padEnd(width)}  ${own.map((one) => share(one.alarms, one.interviews)).join('  ')}`;
    }),
    '',
    `Share of ${counted(attacks, 'interview')} that is noticed, and AUC over people drawn from the model after ${compareAt.at(-1)}`,
    `${''.padEnd(width)}  ${heads.join('  ')}     AUC  median questions until the alarm`,
    ...figures.map(({ asker, attribute, points, alarmed, medianQuestions }) => {
      const at = compareAt.map((questions) => points[questions - 1]!);
      const cells = [...at.map(({ noticed }) => noticed), alarmed].map((one) => share(one.alarms, one.interviews));
      const about = several ? `  (${attribute})` : '';
      return `${nameOf(asker).padEnd(width)}  ${cells.join('  ')}   ${at.at(-1)!.auc.value.toFixed(3)}  ${medianQuestions ?? 'more than half are never noticed'}${about}`;
    }),
  ];
}
