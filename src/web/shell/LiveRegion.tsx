import { setLiveRegion } from '../components/announce.ts';

export function LiveRegion() {
  return <div ref={setLiveRegion} className="unseen" role="status" aria-live="polite" />;
}
