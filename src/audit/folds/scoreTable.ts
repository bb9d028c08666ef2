/**
 * What a fold finds: the only thing that it produces, and that a checkpoint holds.
 *
 *   scores  by key, a flat array with as many numbers for each person of the fold
 *   facts   what is not about single people, such as the noise of a model: arrays by name, and whatever JSON can hold
 *
 * A key says what the numbers are:  variant / exposure / target / attacker / quantity
 *
 *   variant   the dealing of the labels: left out where the unit is about one alone, which its own key names
 *   exposure  what was seen: "questions", "history", a list, a view of a recommender, a defence at a strength
 *   target    what is inferred: left out where there is one attribute alone
 *   attacker  who scores: left out of quantities that are nobody's, such as how many questions were answered
 *   quantity  what the numbers are: "logits", "lengths", "squaredErrors", ...
 */
import { decodeTensors, encodeTensors, type TensorArray } from '../../factorization/index.ts';

export type NamedArrays = Readonly<Record<string, TensorArray>>;

export type ScoreTable<Values extends TensorArray = TensorArray> = ReadonlyMap<string, Values>;

export interface FoldFound<Facts extends object = object> {
  readonly scores: ScoreTable;
  readonly facts: Facts;
}

interface ScorePlace {
  readonly variant?: string;
  readonly exposure?: string;
  readonly target?: string;
  readonly attacker?: string;
}

/** Names may hold a slash. */
const escaped = (part = '') => part.replace(/[%/]/g, encodeURIComponent);

export function scoreKey(at: ScorePlace & { readonly quantity: string }): string {
  return [at.variant, at.exposure, at.target, at.attacker, at.quantity].map(escaped).join('/');
}

/** Every quantity of one place, by its name. */
export function noteScores(table: Map<string, TensorArray>, at: ScorePlace, quantities: object): void {
  for (const [quantity, values] of Object.entries(quantities)) table.set(scoreKey({ ...at, quantity }), values);
}

/** The same back; undefined where nothing was noted. */
export function scoresAt<Quantities>(table: ScoreTable, at: ScorePlace): Quantities | undefined {
  const place = scoreKey({ ...at, quantity: '' });
  const own = [...table].filter(([key]) => key.startsWith(place));
  if (own.length === 0) return undefined;
  return Object.fromEntries(own.map(([key, values]) => [key.slice(place.length), values])) as Quantities;
}

/** What was found about some people; `people` are their places among everybody. */
interface ScoredPart {
  readonly people: ArrayLike<number>;
  readonly scores: ScoreTable;
}

/** Everybody's numbers: those of all parts in their places. */
export function joinScores(parts: readonly ScoredPart[], everyone: number): ScoreTable {
  const whole = new Map<string, TensorArray>();
  for (const { people, scores } of parts) {
    for (const [key, from] of scores) {
      const width = from.length / people.length;
      const to = whole.get(key) ?? emptyLike(from, everyone * width);
      whole.set(key, to);
      for (let n = 0; n < people.length; n++) to.set(from.subarray(n * width, (n + 1) * width), people[n]! * width);
    }
  }
  return whole;
}

/** One below the other. */
export function joinedNumbers<Values extends TensorArray>(list: readonly Values[]): Values {
  const all = emptyLike(
    list[0]!,
    list.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (const numbers of list) {
    all.set(numbers, at);
    at += numbers.length;
  }
  return all as Values;
}

/** What tasks found about people who follow each other, by the same names; there is at least one part. */
export function joinedParts<Rows extends object>(parts: readonly Rows[]): Rows {
  const arraysOf = (name: string) => parts.map((part) => (part as NamedArrays)[name]!);
  return Object.fromEntries(Object.keys(parts[0]!).map((name) => [name, joinedNumbers(arraysOf(name))])) as Rows;
}

function emptyLike(values: TensorArray, length: number): TensorArray {
  if (values instanceof Float32Array) return new Float32Array(length);
  return values instanceof Float64Array ? new Float64Array(length) : new Uint32Array(length);
}

/** Keys of scores have more slashes. */
const FACT = 'facts/';

export function encodeFound({ scores, facts }: FoldFound): Uint8Array {
  const isArray = ([, value]: readonly [string, unknown]) => ArrayBuffer.isView(value);
  const entries = Object.entries(facts);
  const arrays = entries.filter(isArray).map(([name, values]) => [FACT + name, values as TensorArray] as const);
  const others = Object.fromEntries(entries.filter((entry) => !isArray(entry)));
  const tensors = [...scores, ...arrays].map(([name, values]) => [name, { shape: [values.length], values }] as const);
  return encodeTensors({ metadata: { facts: JSON.stringify(others) }, tensors: Object.fromEntries(tensors) });
}

/** undefined for bytes that are not whole: such a checkpoint counts as none. */
export function decodeFound<Facts extends object>(bytes: Uint8Array): FoldFound<Facts> | undefined {
  const decoded = decodeTensors(bytes);
  const others = decoded.ok ? decoded.file.metadata['facts'] : undefined;
  if (!decoded.ok || others === undefined) return undefined;
  const scores = new Map<string, TensorArray>();
  const facts = JSON.parse(others);
  for (const [name, { values }] of Object.entries(decoded.file.tensors)) {
    if (name.startsWith(FACT)) facts[name.slice(FACT.length)] = values;
    else scores.set(name, values);
  }
  return { scores, facts };
}
