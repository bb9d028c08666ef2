/** Colours on terminals only: output that is piped or written to a file is plain. NO_COLOR and FORCE_COLOR decide first. */
import pc from 'picocolors';

export function coloursFor(stream: { readonly isTTY?: boolean }): ReturnType<typeof pc.createColors> {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  return pc.createColors(!NO_COLOR && (FORCE_COLOR ? FORCE_COLOR !== '0' : stream.isTTY === true));
}
