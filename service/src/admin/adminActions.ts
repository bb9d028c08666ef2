/** What can be done on the page. */
import { adminStore, initialState, type Seen } from './adminState.ts';
import { call, listAll } from './service.ts';
import { type Key, type Model, type Overview, Refusal, type Scope } from './serviceAnswers.ts';

/** Between refreshes, in milliseconds. */
const PAUSE = 10_000;

let timer: ReturnType<typeof setTimeout> | undefined;

export async function signIn(key: string): Promise<void> {
  adminStore.set({ signingIn: true, refusal: undefined });
  try {
    const seen = await read(key);
    adminStore.set({ key, seen, signingIn: false });
    refreshLater();
  } catch (error) {
    adminStore.set({ signingIn: false, refusal: asRefusal(error) });
  }
}

/** Forgets the key and everything that was shown with it. */
export function signOut(refusal?: Refusal): void {
  clearTimeout(timer);
  adminStore.set({ ...initialState, refusal });
}

/** Reads everything anew. A key that no longer works ends the visit; a service that is away does not. */
export async function refresh(): Promise<void> {
  const { key, refreshing } = adminStore.get();
  if (key === undefined || refreshing) return;
  clearTimeout(timer);
  adminStore.set({ refreshing: true });
  try {
    const seen = await read(key);
    if (adminStore.get().key === key) adminStore.set({ seen, refreshing: false, refusal: undefined });
  } catch (error) {
    const refusal = asRefusal(error);
    if (adminStore.get().key !== key) return;
    if (refusal.status === 401 || refusal.status === 403) return signOut(refusal);
    adminStore.set({ refreshing: false, refusal });
  }
  refreshLater();
}

export function setPaused(paused: boolean): void {
  adminStore.set({ paused });
  if (paused) clearTimeout(timer);
  else void refresh();
}

function refreshLater(wait = PAUSE): void {
  clearTimeout(timer);
  if (adminStore.get().paused) return;
  timer = setTimeout(() => {
    // Nobody looks: the next look begins with a refresh.
    if (document.hidden) document.addEventListener('visibilitychange', () => refreshLater(0), { once: true });
    else void refresh();
  }, wait);
}

async function read(key: string): Promise<Seen> {
  const overview = await call<Overview>(key, 'GET', 'overview');
  const [keys, models] = await Promise.all([listAll<Key>(key, 'keys'), listAll<Model>(key, 'models')]);
  return { overview, keys, models, readAt: new Date() };
}

/** Does something, and shows the state after it. Throws a Refusal where the service refuses. */
async function act<Result>(method: string, path: string, body?: object): Promise<Result> {
  const { key } = adminStore.get();
  if (key === undefined) throw new Refusal(401, '', 'no one is signed in', 'sign in again');
  const result = await call<Result>(key, method, path, body);
  void refresh();
  return result;
}

export async function makeKey(name: string, scope: Scope): Promise<void> {
  const { key } = await act<{ key: string }>('POST', 'keys', { name, scope });
  adminStore.set({ made: { name, key } });
}

export function putAwayMadeKey(): void {
  adminStore.set({ made: undefined });
}

export const revokeKey = (id: string) => act<void>('DELETE', `keys/${id}`);
export const cancelAudit = (id: string) => act<void>('POST', `audits/${id}/cancel`);
export const removeAudit = (id: string) => act<void>('DELETE', `audits/${id}`);

function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(0, '', String(error), 'load the page again');
}
