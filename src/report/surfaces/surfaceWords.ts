/** What surfaces, attackers and anchors are called, and where their figures stand. */
import { exposureRegistry } from '../../audit/index.ts';
import type {
  AfterDefence,
  AnchorFigures,
  DefendedView,
  ModelAuditRecords,
  SurfaceDescription,
  SurfaceFigure,
  ViewFigures,
} from '../common/input.ts';

const NAMES: Readonly<Record<string, string>> = {
  userVectors: 'user vectors',
  itemVectors: 'item vectors with ratings',
  lists: 'lists',
  scores: 'scores',
};

/** "user vectors", "top-10 lists"; an exposure of a plug-in that is not loaded goes by its name. */
export function viewName({ surface, top }: Pick<ViewFigures, 'surface' | 'top'>): string {
  if (top !== undefined) return `top-${top} lists`;
  return NAMES[surface] ?? exposureRegistry.find(surface)?.label ?? surface;
}

export const anchorName = ({ top, label }: Pick<AnchorFigures, 'label' | 'top'>) => `top-${top} lists of ${label}`;

/** Where a surface comes from: a file, a recommender that was trained here, or the data. */
export const surfaceSource = ({ file, recommender }: SurfaceDescription) => file ?? recommender;

/** The same view after the defence, where there is one. */
export function afterOf({ afterDefence }: ModelAuditRecords, { surface, top }: ViewFigures): DefendedView | undefined {
  return afterDefence?.views.find((view) => view.surface === surface && view.top === top);
}

/** "Blinding, strength 1" */
export const defenceName = ({ label, strength }: Pick<AfterDefence, 'label' | 'strength'>) =>
  `${label}, strength ${strength}`;

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
