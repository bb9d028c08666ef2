/** What surfaces, attackers and anchors are called, and where their figures stand. */
import { counted } from '../common/format.ts';
import type { AnchorFigures, ModelAuditRecords, SurfaceFigure, SurfaceKind, ViewFigures } from '../common/input.ts';

const NAMES: Readonly<Record<SurfaceKind, string>> = {
  userVectors: 'user vectors',
  itemVectors: 'item vectors with ratings',
  lists: 'lists',
  scores: 'scores',
  ratings: 'whole histories',
};

export const anchorLabels: Readonly<Record<AnchorFigures['anchor'], string>> = {
  popularity: 'popularity',
  itemNeighbours: 'item neighbours',
  ease: 'EASE',
  implicitFactors: 'implicit factors',
};

/** "user vectors", "top-10 lists" */
export function viewName({ surface, top }: Pick<ViewFigures, 'surface' | 'top'>): string {
  return top === undefined ? NAMES[surface] : `top-${top} lists`;
}

export const anchorName = ({ anchor, top }: Pick<AnchorFigures, 'anchor' | 'top'>) =>
  `top-${top} lists of ${anchorLabels[anchor]}`;

/** What the headlines are about, the largest leak first. */
export function headlineViews({ headlines, views }: ModelAuditRecords): ViewFigures[] {
  return headlines.flatMap(({ surface, top }) => views.filter((view) => view.surface === surface && view.top === top));
}

/** The lists by ascending length. */
export function listViews({ views }: ModelAuditRecords): (ViewFigures & { readonly top: number })[] {
  return views.flatMap((view) => (view.top === undefined ? [] : [{ ...view, top: view.top }]));
}

/** A view has at least one attacker. */
export const strongestOf = ({ attackers }: ViewFigures): SurfaceFigure => attackers[0]!;

/** Of the audited lists, where they were measured. */
export function headlineLists(records: ModelAuditRecords): (ViewFigures & { readonly top: number }) | undefined {
  const top = records.headlines.find(({ surface }) => surface === 'lists')?.top;
  return listViews(records).find((view) => view.top === top);
}

export function peopleText({ data }: ModelAuditRecords): string {
  return counted(data.users, 'person', 'people');
}
