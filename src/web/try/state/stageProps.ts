/** What every stage of an interview is given. */
import type { Collection } from './collections.ts';
import type { Session } from './session.ts';
import type { Action } from './state.ts';

export interface StageProps {
  readonly heading: React.RefObject<HTMLHeadingElement | null>;
  readonly act: (action: Action) => void;
}

export interface InterviewProps extends StageProps {
  readonly session: Session;
  readonly collection: Collection;
}

export function targetOf({ target }: Session, { models }: Collection) {
  return models.find(({ id }) => id === target)!;
}
