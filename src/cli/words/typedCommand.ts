/** The words of the command that runs now, for whoever wants to run it again: what was answered in a dialogue is among them. */
import { commandLine } from '../../report/index.ts';

let words: readonly string[] | undefined;

const typed = () => words ?? process.argv.slice(2);

export function completeTyped(change: (words: readonly string[]) => readonly string[]): void {
  words = change(typed());
}

export const typedCommand = (): string => commandLine(['ulterior', ...typed()]);
