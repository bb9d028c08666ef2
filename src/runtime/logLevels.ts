/** How much a program that runs for long says of itself, from the least to the most. */
export const LOG_LEVELS: readonly string[] = ['fatal', 'error', 'warn', 'info', 'debug'];
