/** The records of an audit of a recommender in a few lines of text: the verdict first, then who found what. */
import type { Estimate, ModelAuditRecords } from '../../audit/index.ts';
import { afterOf, counted, defenceName, modelAnswer, surfaceSource, viewName } from '../../report/index.ts';
import { smallGroupLines } from './smallGroups.ts';

export function modelSummaryLines(records: ModelAuditRecords): string[] {
  const { data } = records;
  const { verdict, found, meaning, behind } = modelAnswer(records);
  return [
    `${data.attribute} of ${counted(data.users, 'person', 'people')} from ${records.surfaces.map(sourceText).join(', ')}`,
    ...smallGroupLines(records),
    '',
    ...[verdict, found, meaning, behind].filter((text) => text !== '').flatMap((text) => [text, '']),
    ...viewLines(records),
    ...defenceLines(records),
    ...anchorLines(records),
  ];
}

function sourceText(surface: ModelAuditRecords['surfaces'][number]): string {
  const from = surfaceSource(surface);
  return `${viewName({ surface: surface.kind })}${from === undefined ? '' : ` (${from})`}`;
}

function viewLines({ views, spec }: ModelAuditRecords): string[] {
  const names = views.map(viewName);
  const width = Math.max(...names.map((name) => name.length));
  const labels = Math.max(...views.flatMap(({ attackers }) => attackers.map(({ label }) => label.length)));
  const line = (name: string, label: string, text: string) => `${name.padEnd(width)}  ${label.padEnd(labels)}  ${text}`;
  return [
    `AUC by surface and attacker, with ${(100 * spec.level).toFixed(0)}% bounds that hold for all of them at once`,
    `${''.padEnd(width + labels + 4)}${'real labels'.padEnd(20)}  shuffled labels (control)`,
    ...views.flatMap(({ attackers }, at) =>
      attackers.map(({ label, auc, bounds, control }, n) =>
        line(n === 0 ? names[at]! : '', label, `${figure({ value: auc.value, ...bounds })}  ${figure(control)}`),
      ),
    ),
  ];
}

/** Before and after, side by side. */
function defenceLines(records: ModelAuditRecords): string[] {
  if (records.afterDefence === undefined) return [];
  const strongest = ({ attackers }: ModelAuditRecords['views'][number]) =>
    figure({ value: attackers[0]!.auc.value, ...attackers[0]!.bounds });
  const width = Math.max(...records.views.map((view) => viewName(view).length));
  return [
    '',
    `AUC of the strongest attacker before and after ${defenceName(records.afterDefence)}; difference, with its interval`,
    ...records.views.map((view) => {
      const after = afterOf(records, view)!;
      return `${viewName(view).padEnd(width)}  ${strongest(view)}  ${strongest(after)}  ${figure(after.difference.auc)}`;
    }),
  ];
}

function anchorLines({ anchors, lists }: ModelAuditRecords): string[] {
  if (anchors.length === 0) return [];
  const width = Math.max(...anchors.map(({ label }) => label.length), 'audited lists'.length);
  const top = anchors[0]!.top;
  const own =
    lists?.use === undefined
      ? []
      : [`${'audited lists'.padEnd(width)}  ${''.padEnd(20)}  ${figure(lists.use.ndcg)}  ${figure(lists.use.recall)}`];
  return [
    '',
    `Top-${top} lists of other recommenders: AUC of the strongest attacker, NDCG@${top}, recall@${top}, share of the catalogue`,
    ...anchors.map(
      ({ label, attackers, use, coverage }) =>
        `${label.padEnd(width)}  ${figure(attackers[0]!.auc)}  ${figure(use.ndcg)}  ${figure(use.recall)}  ${(100 * coverage).toFixed(1)}%`,
    ),
    ...own,
  ];
}

function figure({ value, low, high }: Estimate): string {
  return `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}
