/** Which measurement a command line means: what is exposed decides, and what does not go together is refused. */
import { UlteriorError } from '../../errors/index.ts';
import { optionOf } from '../shared/options.ts';

/** Flags that name what a recommender exposes, and keys of the spec. */
export const SURFACES = ['vectors', 'lists', 'exposures', 'recommender'] as const;
const SURFACE_KEYS = ['itemVectors', 'scores'] as const;

export type MeasurementName = 'interviews' | 'matrix' | 'list' | 'surfaces' | 'defences';

type Exposed = { readonly [Flag in (typeof SURFACES | typeof SURFACE_KEYS)[number] | 'list' | 'defence']?: unknown } & {
  /** What is inferred. */
  readonly attributes: readonly string[];
};

/** Interviews infer groups or a number: the data say which. */
export function whichMeasurement(flags: Exposed): MeasurementName {
  const named = SURFACES.filter((name) => flags[name] !== undefined).map(optionOf);
  const surfaces = [...named, ...SURFACE_KEYS.filter((name) => flags[name] !== undefined)];
  const defence = flags.defence === undefined ? [] : ['--defence'];
  const several = flags.attributes.length > 1 ? ['several --attribute'] : [];
  if (flags.list !== undefined) {
    const [other] = [...surfaces, ...defence];
    if (other !== undefined) throw apart('--list', other, 'a list of questions goes with one or several --attribute');
    return 'list';
  }
  const [surface] = surfaces;
  if (surface !== undefined) {
    if (several.length > 0) throw apart(surface, several[0]!, 'what a recommender exposes goes with one --attribute');
    return 'surfaces';
  }
  if (defence.length > 0) {
    if (several.length > 0) throw apart('--defence', several[0]!, 'a defence goes with one --attribute');
    return 'defences';
  }
  return several.length > 0 ? 'matrix' : 'interviews';
}

function apart(one: string, other: string, goes: string): UlteriorError {
  return new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `${one} and ${other} do not go together`,
    `measure them one after the other: ${goes}`,
    { parameter: one },
  );
}
