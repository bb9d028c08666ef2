/** Fetches pieces of work one at a time and hands them on, until it is stopped. */

export interface WorkLoop {
  /** Looks for a job now instead of at the next turn. */
  wake(): void;
  /** Fetches no more; resolves when the job in hand has been handled. */
  stop(): Promise<void>;
  /** Fetches no more, and lets go of the job in hand. */
  abandon(): Promise<void>;
}

interface LoopOptions<Job> {
  readonly fetch: () => Promise<Job | undefined>;
  readonly handle: (job: Job) => Promise<void>;
  readonly pollSeconds: number;
  readonly onProblem: (problem: unknown) => void;
}

export function startLoop<Job>({ fetch, handle, pollSeconds, onProblem }: LoopOptions<Job>): WorkLoop {
  let state: 'running' | 'stopping' | 'abandoned' = 'running';
  let handling = false;
  let woken = false;
  let endPause = () => {};

  const wake = () => {
    woken = true;
    endPause();
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, 1000 * pollSeconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
      if (woken) endPause();
    });

  /** Whether there was a job. */
  const turn = async (): Promise<boolean> => {
    const job = await fetch();
    if (job === undefined) return false;
    handling = true;
    try {
      await handle(job);
    } catch (problem) {
      onProblem(problem);
    } finally {
      handling = false;
    }
    return true;
  };

  const run = async () => {
    // A database that is away is reported once, not at every turn.
    let failing = false;
    while (state === 'running') {
      woken = false;
      let worked = false;
      try {
        worked = await turn();
        failing = false;
      } catch (problem) {
        if (!failing) onProblem(problem);
        failing = true;
      }
      if (!worked && state === 'running') await pause();
    }
  };
  const finished = run();

  return {
    wake,
    stop: async () => {
      if (state === 'running') state = 'stopping';
      wake();
      await finished;
    },
    abandon: async () => {
      state = 'abandoned';
      wake();
      if (!handling) await finished;
    },
  };
}
