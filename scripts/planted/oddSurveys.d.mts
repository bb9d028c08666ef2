export interface OddSurvey {
  readonly odd: readonly (readonly (string | number)[])[];
  readonly clean: readonly (readonly (string | number)[])[];
  readonly attribute: string;
  readonly finds?: string;
  readonly stops: boolean;
  readonly cure: readonly string[];
  readonly items?: string;
  readonly description: string;
}

export const oddSurveys: Readonly<Record<string, (seed: number, people: number) => OddSurvey>>;
export function csvOf(rows: OddSurvey['odd']): string;
export const QUICK: readonly string[];
export function figureOf(records: unknown): { readonly value: number; readonly low: number; readonly high: number };
