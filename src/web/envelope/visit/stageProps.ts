import type { RefObject } from 'react';
import type { Visit, VisitAction } from './visit.ts';

/** What every stage of the envelope is given. */
export interface StageProps {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly visit: Visit;
  readonly act: (action: VisitAction) => void;
}
