export interface ItemWorldOptions {
  readonly seed: number;
  readonly leak?: boolean;
  readonly people?: number;
  readonly items?: number;
}

export interface ItemWorld {
  readonly name: string;
  readonly description: string;
  /** People x items; NaN for none. */
  readonly answers: number[][];
  readonly labels: number[];
}

export function rareItem(options: ItemWorldOptions): ItemWorld;
export function oneGroupOfTwelve(options: ItemWorldOptions): ItemWorld;
export function weak(options: ItemWorldOptions & { readonly step?: number }): ItemWorld;
