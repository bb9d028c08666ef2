/** The code of the UlteriorError that `action` throws, with its message and advice: "CODE: message -> advice". */
import { UlteriorError } from '../../src/errors/index.ts';

export function failure(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return describeFailure(error);
  }
  return 'no error';
}

export async function asyncFailure(action: () => Promise<unknown>): Promise<string> {
  try {
    await action();
  } catch (error) {
    return describeFailure(error);
  }
  return 'no error';
}

function describeFailure(error: unknown): string {
  if (error instanceof UlteriorError) return `${error.code}: ${error.message} -> ${error.advice}`;
  throw error;
}
