/** A section for a model card, in Markdown: what was measured, on whom, by whom, and what it does not say. */

import type { GatedRecords } from '../common/anyRecords.ts';
import { counted, listed } from '../common/format.ts';
import { leakSize, leakWords } from '../common/leakWords.ts';
import type { CheckedAudit } from './checked.ts';
import { aucText } from './gateWords.ts';
import { isGated, leaksOf } from './leaks.ts';
import { plain } from './plain.ts';

export function modelCardOf(audits: readonly CheckedAudit[]): string {
  const measured = audits.flatMap(({ name, records }) =>
    records !== undefined && isGated(records) ? [{ name, records }] : [],
  );
  const rows = measured.flatMap(({ name, records }) =>
    leaksOf(records).map((leak) => {
      const words =
        leak.basis === 'implied' ? 'implied by models; no one was asked' : leakWords[leakSize(leak.ends.lower)];
      const people = leak.people === undefined ? '–' : counted(leak.people, 'person', 'people');
      return [name, leak.attribute, leak.where, aucText(leak), words, leak.attacker, people];
    }),
  );
  const missing = audits.filter(({ records }) => records === undefined || !isGated(records));
  return [
    '## Privacy: what can be inferred about people',
    '',
    'How well the strongest attacker tells the groups of an attribute apart. An AUC of 0.5 is guessing, 1 is certainty: how often the attacker picks the right one of two people. Brackets hold the interval over all attackers that were tried.',
    '',
    '| audit | attribute | where | AUC [interval] | in words | strongest attacker | people |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((cells) => `| ${cells.map(plain).join(' | ')} |`),
    '',
    ...measured.map(({ name, records }) => `- ${plain(`${name}: ${methodText(records)}`)}`),
    ...missing.map(({ name }) => `- ${plain(`${name}: nothing was measured by AUC.`)}`),
    '',
    'No leak shown does not mean that there is none: a stronger attacker, or more people, may find one.',
    '',
  ].join('\n');
}

function methodText({ data, spec, provenance }: GatedRecords): string {
  const how = 'folds' in spec ? `, ${counted(spec.folds, 'fold')}, seed ${spec.seed}` : '';
  const from = data === undefined ? 'models alone' : `data "${data.source}"${groupsText(data)}`;
  return `${from}${how}; measured with Ulterior ${provenance.version} on ${provenance.finished.slice(0, 10)}.`;
}

function groupsText(data: NonNullable<GatedRecords['data']>): string {
  if (!('labels' in data)) return '';
  return ` (${listed(data.labels.map(({ label, users }) => `${label}: ${users}`))})`;
}
