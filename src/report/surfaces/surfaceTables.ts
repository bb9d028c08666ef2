/** The tables of the page of a recommender. */
import { count, percent, percentWithInterval, pValue, withInterval } from '../common/format.ts';
import type { ModelAuditRecords } from '../common/input.ts';
import type { Html } from '../page/html.ts';
import { table } from '../page/tables.ts';
import { anchorLabels, viewName } from './surfaceWords.ts';

export function attackerTable({ views, spec }: ModelAuditRecords): Html {
  const rows = views.flatMap(({ attackers, control, ...view }) =>
    attackers.map((attacker, at) => ({
      ...attacker,
      name: at === 0 ? viewName(view) : '',
      control: at === 0 ? control : undefined,
    })),
  );
  return table(
    'Attackers by surface',
    `The strongest first. Intervals of ${percent(spec.level)} hold for each figure by itself, bounds for all attackers and surfaces at once. Control: logistic regression on shuffled labels.`,
    [
      { heading: 'Surface', cell: ({ name }) => name, text: true },
      { heading: 'Attacker', cell: ({ label }) => label, text: true },
      { heading: 'AUC, interval', cell: ({ auc }) => withInterval(auc, 3) },
      { heading: 'AUC, bounds', cell: ({ auc, bounds }) => withInterval({ value: auc.value, ...bounds }, 3) },
      { heading: 'Accuracy', cell: ({ accuracy }) => percentWithInterval(accuracy) },
      { heading: 'Control', cell: ({ control }) => (control === undefined ? '' : withInterval(control, 3)) },
    ],
    rows,
  );
}

export function anchorTable({ anchors, spec }: ModelAuditRecords): Html {
  const top = anchors[0]!.top;
  return table(
    `Top-${top} lists of other recommenders`,
    `Trained on the same ratings. AUC of the strongest attacker. NDCG and recall on ratings that the recommender did not see. Difference: AUC of the audited lists minus that of these; p-values are corrected for the number of recommenders (Holm). Intervals of ${percent(spec.level)}.`,
    [
      { heading: 'Recommender', cell: ({ anchor }) => anchorLabels[anchor], text: true },
      { heading: 'AUC', cell: ({ attackers }) => withInterval(attackers[0]!.auc, 3) },
      { heading: 'Attacker', cell: ({ attackers }) => attackers[0]!.label, text: true },
      { heading: 'Control', cell: ({ control }) => withInterval(control, 3) },
      { heading: `NDCG@${top}`, cell: ({ use }) => withInterval(use.ndcg, 3) },
      { heading: `Recall@${top}`, cell: ({ use }) => withInterval(use.recall, 3) },
      { heading: 'Catalogue shown', cell: ({ coverage }) => percent(coverage) },
      { heading: 'Difference', cell: ({ difference }) => (difference ? withInterval(difference.auc, 3) : '–') },
      { heading: 'p', cell: ({ difference }) => (difference ? pValue(difference.pValue, spec.resamples) : '–') },
    ],
    anchors,
  );
}

export function surfaceTable({ surfaces }: ModelAuditRecords): Html {
  return table(
    'What was read',
    'Not in it: people of known attribute who are left out everywhere because this surface does not have them. Not known: users of the surface whose attribute the data do not tell.',
    [
      { heading: 'Surface', cell: ({ kind }) => viewName({ surface: kind }), text: true },
      { heading: 'File', cell: ({ file }) => file ?? 'the data', text: true },
      {
        heading: 'Holds',
        cell: ({ dimension, items, longest }) =>
          dimension !== undefined
            ? `${count(dimension)} numbers each`
            : items === undefined
              ? 'ratings'
              : `${count(items)} items, up to ${count(longest!)} each`,
        text: true,
      },
      { heading: 'Not in it', cell: ({ missing }) => count(missing) },
      { heading: 'Not known', cell: ({ unknown }) => count(unknown) },
    ],
    surfaces,
  );
}
