interface Example {
  readonly name: string;
  readonly title: string;
  readonly sentence: string;
  readonly code: string;
  /** A file below examples/gallery that it imports. */
  readonly helper: string | undefined;
  /** Entry to public names. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
}

export const gallery: readonly { readonly title: string; readonly examples: readonly Example[] }[];
export const examples: readonly Example[];
export function examplesOf(entry: string, name: string): readonly Example[];
