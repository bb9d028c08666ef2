/** Work that is done once for each key and then kept; what failed, or was stopped, is done again when it is next needed. */
export function memoizeAsync<Key extends WeakKey, Made>(): (key: Key, make: () => Promise<Made>) => Promise<Made> {
  const kept = new WeakMap<Key, Promise<Made>>();
  return (key, make) => {
    const found =
      kept.get(key) ??
      make().catch((error: unknown) => {
        kept.delete(key);
        throw error;
      });
    kept.set(key, found);
    return found;
  };
}
