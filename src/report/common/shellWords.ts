/** A command as a line for a POSIX shell. */

/** Letters that no shell reads as anything but themselves. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** In single quotes a shell reads everything as it stands, but for the single quote itself. */
export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export function commandLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}
