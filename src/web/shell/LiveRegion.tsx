import { setLiveRegion } from './announce.ts';

export function LiveRegion() {
  return <div ref={setLiveRegion} className="unseen" role="status" aria-live="polite" />;
}
