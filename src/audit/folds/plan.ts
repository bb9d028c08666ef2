/**
 * Long work that is cut into units. A plan lists its units; each has a key that the same data and spec always give, and
 * depends on nothing but them. So units run in any order, in one process or in many, twice if need be, and every unit
 * ends as bytes. Records come out when the bytes of all units are put together:
 *
 *     records = collect(plan, { key -> runUnit(plan, key) for every unit })  =  runPlan(plan).
 *
 * `runPlan` is the plain way: as many units at once as there are threads, finished ones read from checkpoints. Several
 * machines that see one folder of checkpoints each run a part of the plan (`runPart`), and one of them puts it together
 * (`collect`).
 */
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import type { TrainingTools } from '../../factorization/index.ts';
import { inlineExecutor, runInLanes, type Task } from '../../maths/index.ts';

/** Where finished units are kept; keys are short words. */
export interface Checkpoints {
  read(key: string): Promise<Uint8Array | undefined>;
  write(key: string, bytes: Uint8Array): Promise<void>;
}

/** How many parts of the work are done. */
interface AuditProgress {
  readonly done: number;
  readonly total: number;
  /** The key of the unit that started first and is not done. */
  readonly unit?: string | undefined;
}

/** Where work runs, and who is told when a task of it is done. */
export interface WorkTools extends Omit<TrainingTools, 'onProgress'> {
  readonly onTaskDone?: (() => void) | undefined;
}

/** Units of a task, run and counted as the tools say. */
export function runTasks<Input, Output>(
  task: Task<Input, Output>,
  units: readonly Input[],
  { executor = inlineExecutor, signal, onTaskDone }: WorkTools,
): Promise<Output[]> {
  return executor.run(task, units, { signal, onDone: onTaskDone });
}

/** For work that is part of a task. */
export const uncounted = (tools: WorkTools): WorkTools => ({ ...tools, onTaskDone: undefined });

export interface RunTools extends Omit<WorkTools, 'onTaskDone'> {
  readonly onProgress?: ((progress: AuditProgress) => void) | undefined;
  readonly checkpoints?: Checkpoints | undefined;
}

export interface Unit<Found = unknown> {
  /** Unique in the plan; fit for the name of a file. */
  readonly key: string;
  /** How often its work says that a task is done. */
  readonly tasks: number;
  readonly work: (tools: WorkTools) => Promise<Uint8Array>;
  /** undefined for bytes that are no such result: a checkpoint that is not whole counts as none. */
  readonly read: (bytes: Uint8Array) => Found | undefined;
}

/** What was found in a unit of the plan. */
export type FoundIn = <Found>(unit: Unit<Found>) => Found;

export interface Plan<Records, Tools> {
  readonly units: readonly Unit[];
  /** How many tasks there are when all units are done. */
  readonly closingTasks: number;
  readonly records: (foundIn: FoundIn, tools: Tools, onTaskDone?: () => void) => Promise<Records>;
}

/** The bytes of one unit. */
export async function runUnit(plan: Plan<unknown, never>, key: string, tools: WorkTools): Promise<Uint8Array> {
  const unit = plan.units.find((one) => one.key === key);
  if (unit === undefined) throw outOfRange('unit', key, `one of ${plan.units.map((one) => one.key).join(', ')}`);
  return unit.work(tools);
}

/** The records, from the bytes of every unit by its key. */
export async function collect<Records, Tools>(
  plan: Plan<Records, Tools>,
  results: ReadonlyMap<string, Uint8Array>,
  tools: Tools,
): Promise<Records> {
  const found = new Map<string, unknown>();
  for (const { key, read } of plan.units) found.set(key, results.has(key) ? read(results.get(key)!) : undefined);
  return plan.records(lookUpIn(plan, found), tools);
}

export async function runPlan<Records, Tools extends RunTools>(
  plan: Plan<Records, Tools>,
  tools: Tools,
): Promise<Records> {
  const { found, onTaskDone } = await runUnits(plan.units, plan.closingTasks, tools);
  return plan.records(lookUpIn(plan, found), tools, onTaskDone);
}

/** A part of a plan: every `of`-th unit, from unit `part` on, counted from 0. */
export interface Part {
  readonly part: number;
  readonly of: number;
}

/**
 * Runs the units of one part that are not in the checkpoints yet. Units that follow each other differ least in what they
 * take, so every part gets some of each kind.
 */
export async function runPart(
  plan: Plan<unknown, never>,
  { part, of }: Part,
  tools: RunTools & { readonly checkpoints: Checkpoints },
): Promise<void> {
  await runUnits(
    plan.units.filter((_, place) => place % of === part),
    0,
    tools,
  );
}

/** The keys of units whose bytes are not in the checkpoints, or not whole. */
export async function missingUnits(plan: Plan<unknown, never>, checkpoints: Checkpoints): Promise<string[]> {
  const missing: string[] = [];
  for (const { key, read } of plan.units) {
    const saved = await checkpoints.read(key);
    if (saved === undefined || read(saved) === undefined) missing.push(key);
  }
  return missing;
}

async function runUnits(units: readonly Unit[], closingTasks: number, tools: RunTools) {
  const { kernels, executor = inlineExecutor, signal, checkpoints } = tools;
  const total = units.reduce((sum, { tasks }) => sum + tasks, closingTasks);
  let done = 0;
  const working = new Set<string>();
  const advance = (tasks: number) => {
    done += tasks;
    const [unit] = working;
    tools.onProgress?.({ done, total, unit });
  };
  const onTaskDone = () => advance(1);
  const found = new Map<string, unknown>();
  const workOn = async ({ key, tasks, work, read }: Unit) => {
    const saved = await checkpoints?.read(key);
    const known = saved && read(saved);
    if (known !== undefined) {
      found.set(key, known);
      advance(tasks);
      return;
    }
    working.add(key);
    const bytes = await work({ kernels, executor, signal, onTaskDone });
    working.delete(key);
    found.set(key, read(bytes));
    await checkpoints?.write(key, bytes);
  };
  await runInLanes(
    units,
    Array.from({ length: executor.threads }, () => workOn),
    { signal },
  );
  return { found, onTaskDone };
}

/** Refuses a plan that is not done: figures of some of the people would pass for figures of all. */
function lookUpIn({ units }: Plan<unknown, never>, found: ReadonlyMap<string, unknown>): FoundIn {
  const missing = units.filter(({ key }) => found.get(key) === undefined).map(({ key }) => key);
  if (missing.length > 0) {
    throw new UlteriorError(
      'UNITS_MISSING',
      `${missing.length} of ${units.length} units have no result, or one that is damaged: ${missing.join(', ')}`,
      'run these units, then collect again',
      { missing },
    );
  }
  return <Found>({ key }: Unit<Found>) => found.get(key) as Found;
}
