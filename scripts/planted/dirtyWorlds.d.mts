/** Types of dirtyWorlds.mjs, for the tests. */
export interface DirtyWorld {
  readonly description: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly attribute: string;
  readonly flags: readonly string[];
  /** What the answer or the error must say; undefined where nothing can be known. */
  readonly says: RegExp | undefined;
  /** Whether the data are refused without the cure. */
  readonly refused: boolean;
  /** Whether an audit without the cure shows a leak that is not there. */
  readonly misleads: boolean;
  readonly cure: readonly string[];
  readonly cured: 'none' | 'leak';
}

export const dirtyWorlds: Readonly<Record<string, (seed: number) => DirtyWorld>>;
export function csvOf(world: DirtyWorld): string;
