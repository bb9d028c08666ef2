/** What surfaces and anchors are called, and where their figures stand. */
import { exposureRegistry } from '../../audit/index.ts';
import {
  type AfterDefence,
  type Finding,
  findingsWith,
  type ModelAuditRecords,
  type SurfaceDescription,
  type With,
} from '../common/input.ts';
import { type Bounded, boundedIn } from '../common/lookup.ts';

const NAMES: Readonly<Record<string, string>> = {
  userVectors: 'user vectors',
  itemVectors: 'item vectors with ratings',
  lists: 'lists',
  scores: 'scores',
};

/** "user vectors", "top-10 lists"; an exposure of a plug-in that is not loaded goes by its name. */
export function viewName({ exposure, length }: Pick<Finding, 'exposure' | 'length'>): string {
  if (length !== undefined) return `top-${length} lists`;
  return NAMES[exposure] ?? exposureRegistry.find(exposure)?.label ?? exposure;
}

/** Where a surface comes from: a file, a recommender that was trained here, or the data. */
export const surfaceSource = ({ file, recommender }: SurfaceDescription) => file ?? recommender;

/** "Blinding, strength 1" */
export const defenceName = ({ label, strength }: Pick<AfterDefence, 'label' | 'strength'>) =>
  strength === undefined ? label : `${label}, strength ${strength}`;

/** A surface, or of lists their first items: what attackers found there, the strongest first. */
export interface View extends Pick<Finding, 'exposure' | 'length' | 'defence'> {
  /** About everybody, and about single groups. */
  readonly found: readonly Bounded[];
  readonly strongest: Bounded;
}

function viewsIn(found: readonly Bounded[]): View[] {
  const views = new Map<string, Bounded[]>();
  for (const one of found) {
    const key = JSON.stringify([one.exposure, one.length]);
    views.set(key, [...(views.get(key) ?? []), one]);
  }
  return [...views.values()].map((own) => {
    const [strongest] = own as [Bounded, ...Bounded[]];
    const { exposure, length, defence } = strongest;
    return { exposure, length, defence, found: own, strongest };
  });
}

/** Surface by surface, lists by ascending length: before a defence, or after it. */
export function viewsOf({ findings, afterDefence }: ModelAuditRecords, when: 'before' | 'after' = 'before'): View[] {
  if (when === 'after' && afterDefence === undefined) return [];
  return viewsIn(boundedIn(findings, { defence: when === 'before' ? undefined : afterDefence!.name }));
}

/** The same view after the defence, where there is one. */
export const afterOf = (records: ModelAuditRecords, { exposure, length }: View): View | undefined =>
  viewsOf(records, 'after').find((view) => view.exposure === exposure && view.length === length);

/** AUC of the strongest attacker after the defence minus that before it. */
export const changeOf = ({ findings }: ModelAuditRecords, { exposure, length, defence }: View) =>
  findingsWith(findings, 'aucDifference', { exposure, length, defence })[0] as With<'aucDifference' | 'pValue'>;

/** The same attacker in the same place, on shuffled labels: everyone on a surface has this. */
export function controlAt({ findings }: ModelAuditRecords, found: Finding): With<'auc'> {
  const { exposure, length, defence, attacker } = found;
  return findingsWith(findings, 'auc', { exposure, length, defence, attacker, variant: 'shuffled' })[0]!;
}

/** What the headlines are about, the largest leak first. */
export function headlineViews(records: ModelAuditRecords): View[] {
  return viewsOf(records)
    .filter(({ length }) => length === undefined || length === records.headlineTop)
    .toSorted((a, b) => b.strongest.auc.value - a.strongest.auc.value);
}

/** Of the audited lists, where they were measured. */
export const headlineLists = (records: ModelAuditRecords): View | undefined =>
  headlineViews(records).find(({ exposure }) => exposure === 'lists');

/** What lists are worth, on ratings that were set aside. */
export type ListUse = With<'ndcg' | 'recall'>;

/** Lists of a recommender of our own, trained on the same ratings. */
export interface AnchorView {
  readonly label: string;
  /** "top-10 lists of popularity" */
  readonly name: string;
  /** The attacker that finds most. */
  readonly strongest: With<'auc'>;
  /** What the lists are worth; the AUC of the audited lists minus that on these. */
  readonly use: ListUse;
}

export function anchorsOf({ anchors, findings, headlineTop }: ModelAuditRecords): AnchorView[] {
  return anchors.map(({ name, label }) => {
    const exposure = `lists of ${name}`;
    const strongest = findingsWith(findings, 'auc', { exposure, variant: 'real' })[0]!;
    const use = findingsWith(findings, 'ndcg', { exposure })[0] as ListUse;
    return { label, name: `top-${headlineTop} lists of ${label}`, strongest, use };
  });
}

/** How good the audited lists are, where ratings were set aside for them: as they are, or after a defence. */
export const listsUse = ({ findings }: ModelAuditRecords, defence?: string) =>
  findingsWith(findings, 'ndcg', { exposure: 'lists', defence })[0] as ListUse | undefined;
