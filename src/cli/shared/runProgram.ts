/** Runs a program on the words of the process. Exit status: 0 done, 1 our fault, 2 wrong call, 3 wrong data, 4 a gate. */
import { type Command, CommanderError } from 'commander';
import { exitStatus, UlteriorError } from '../../errors/index.ts';
import { namingFlags } from '../words/flagErrors.ts';
import { showError } from './output.ts';

export async function runProgram(program: Command): Promise<void> {
  // Whoever reads may have seen enough (`ulterior describe … | head`): that is no failure.
  if (process.stdout.listenerCount('error') === 0) {
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
  }
  let running: Command | undefined;
  program.hook('preAction', (_, command) => {
    running = command;
  });
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed what it had to say; help and version are no failures.
      process.exitCode = error.exitCode === 0 ? 0 : exitStatus.usage;
    } else {
      showError(namingFlags(error, running));
      process.exitCode = error instanceof UlteriorError ? exitStatus[error.kind] : exitStatus.fault;
    }
  }
}
