export interface NumberWorld {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly attribute: string;
  readonly description: string;
}

export interface NumberWorldOptions {
  readonly leak?: boolean;
  readonly people?: number;
  readonly items?: number;
}

type World = (seed: number, options?: NumberWorldOptions) => NumberWorld;
export const uShape: World;
export const extremeAnswer: World;
export const linear: World;
