/**
 * A promise that a view reads without a pause once it is settled. React looks for these two fields before it waits: with
 * them a stage whose parts are loaded appears at once, and no key that is pressed meanwhile is lost.
 */
interface Read<Value> {
  status?: 'fulfilled';
  value?: Value;
}

export function readable<Value>(promise: Promise<Value>): Promise<Value> {
  const read: Promise<Value> & Read<Value> = promise;
  promise.then(
    (value) => Object.assign(read, { status: 'fulfilled', value }),
    // Whoever waits for it is told.
    () => undefined,
  );
  return read;
}

/** Loads when it is first asked to, and gives the same promise from then on. */
export function loadedOnce<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= readable(load());
    return loading;
  };
}
