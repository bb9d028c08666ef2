export interface PlantedOptions {
  readonly seed: number;
  /** Default true. */
  readonly leak?: boolean;
  readonly people?: number;
  readonly items?: number;
  /** The chance that an item is answered. Default 1. */
  readonly answered?: number;
  /** Share of wrong labels. */
  readonly flipped?: number;
}

export interface PlantedWorld {
  readonly name: string;
  readonly description: string;
  /** people x items, from 1 to 5; NaN for none. */
  readonly answers: number[][];
  /** 0 or 1. */
  readonly labels: number[];
  /** AUC of an attacker that knows the rule. */
  readonly truth: number;
}

export type PlantedGenerator = (options: PlantedOptions) => PlantedWorld;

export const equal: PlantedGenerator;
export const parityOfFives: PlantedGenerator;
export const xorOfTwo: PlantedGenerator;
export const xorOfThree: PlantedGenerator;
export const plantedWorlds: Readonly<Record<'equal' | 'parityOfFives' | 'xorOfTwo' | 'xorOfThree', PlantedGenerator>>;

/** Numbers from 0 to below 1. */
export function seeded(seed: number): () => number;
