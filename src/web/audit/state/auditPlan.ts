/** The settings of the form, and the spec of an audit that they stand for. */
import { type AuditSpec, type Contender, contender, type NumericAuditSpec } from '../../../audit/index.ts';

/** The ways of asking that the page offers, as the report names them (the catalogue has words for the form). */
export const askers: readonly Asker[] = [
  { id: 'separation', label: 'the attacker' },
  { id: 'maxGap', label: 'the attacker’s fixed list' },
  { id: 'popularity', label: 'popular first' },
  { id: 'entropy', label: 'divided opinions' },
  { id: 'random', label: 'at random' },
];

/** What the attacker of a number is compared with: names of strategies. */
export const rivals: readonly string[] = ['steepest', 'entropy', 'random'];
/** Always asks, so that the answer is never about a weaker attacker alone. */
const ATTACKER_OF_NUMBERS = 'varianceReduction';

interface Asker {
  /** Also the name of the strategy. */
  readonly id: string;
  readonly label: string;
}

export interface AuditSettings {
  readonly questions: number;
  readonly folds: number;
  readonly askers: readonly string[];
  /** Where a number is inferred. */
  readonly rivals: readonly string[];
  /** The same on shuffled attributes, in which nothing may be found. */
  readonly control: boolean;
  /** `open`: anything may be asked, and "don't know it" is an answer. */
  readonly protocol: 'rated' | 'open';
}

export const defaultSettings: AuditSettings = {
  questions: 20,
  folds: 5,
  askers: ['separation', 'popularity', 'random'],
  rivals: ['steepest', 'random'],
  control: true,
  protocol: 'rated',
};

const COMPARED_AT = [1, 5, 10, 20, 50, 100];
const RESAMPLES = 200;
/** Each worker has a matrix of its own: 16 MB of people by people, 80 MB of people by landmarks. */
const ON_A_PAGE = { exactPeople: 2000, landmarks: 500, mostPeople: 40_000 };
/** More than two groups: the attacker goes by pairs of groups. */
const SPY_OF_MANY = 'pairwise';

/** What the settings come to for data with this many groups. */
export function specOf(
  attribute: string,
  settings: AuditSettings,
  data: { readonly groups: number },
): Partial<AuditSpec> & Pick<AuditSpec, 'attribute'> {
  const { questions, folds, control, protocol } = settings;
  const contenders = contendersOf(settings, data.groups);
  return {
    attribute,
    folds,
    protocol,
    contenders,
    maxQuestions: questions,
    ratingErrorEvery: Math.max(1, Math.round(questions / 10)),
    compareAt: comparedAt(questions),
    fullHistory: ['factor', 'logistic', 'boosted', 'stack'],
    transductive: ON_A_PAGE,
    controls: 3,
    shuffled: control ? [contenders[0]!.id] : [],
    resamples: RESAMPLES,
  };
}

/** What the settings come to where a number is inferred; what is left open is as on the command line. */
export function numberSpecOf(
  attribute: string,
  unit: string,
  { questions, folds, control, rivals: chosen }: AuditSettings,
) {
  return {
    attribute,
    unit: unit.trim(),
    folds,
    strategies: [ATTACKER_OF_NUMBERS, ...rivals.filter((name) => chosen.includes(name))],
    maxQuestions: questions,
    compareAt: comparedAt(questions),
    shuffled: control,
    resamples: RESAMPLES,
  } satisfies Partial<NumericAuditSpec>;
}

const comparedAt = (questions: number) => [...COMPARED_AT.filter((count) => count < questions), questions];

function contendersOf({ askers: chosen, protocol }: AuditSettings, groups: number): Contender[] {
  return askers
    .filter(({ id }) => chosen.includes(id))
    .map(({ id, label }) => {
      const spy = id === 'separation';
      // Where anything may be asked, what somebody does not know tells something too.
      const model = spy && protocol === 'open' ? 'channels' : undefined;
      return contender(spy && groups > 2 ? SPY_OF_MANY : id, { id, label, model });
    });
}
