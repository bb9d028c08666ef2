/** A new stage is a new page to a reader: it starts at its heading. */
import { type RefObject, useEffect, useRef } from 'react';

export function useStageHeading(stage: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(stage);
  useEffect(() => {
    if (shown.current !== stage) {
      scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    shown.current = stage;
  }, [stage]);
  return heading;
}
