/** The control with a known answer, where the data are an invented world of two types. */
import { type PlantedLeak, plantedLeak } from '../../audit/index.ts';
import { type DatasetSource, worldSpecOf } from '../../datasets/index.ts';
import { loadKernels, type ThreadPool } from '../../runtime/index.ts';

const QUESTIONS = 10;
const PEOPLE = 2000;

export function plantedIn(
  source: DatasetSource,
  types: number,
  { resamples, level }: { readonly resamples: number; readonly level: number },
  pool: ThreadPool,
): (() => Promise<PlantedLeak>) | undefined {
  if (source.kind !== 'world' || types !== 2) return undefined;
  const tools = { kernels: loadKernels(), executor: pool };
  return () =>
    plantedLeak(
      worldSpecOf(source),
      source.seed ?? 1,
      { questions: QUESTIONS, people: PEOPLE, resamples, level },
      tools,
    );
}
