/** State that outlives a view: changing to another view and back loses nothing. It ends with the page. */
import { useSyncExternalStore } from 'react';

interface Store<State> {
  get(): State;
  /** Takes the changed parts, or a function from the state to them. */
  set(change: Partial<State> | ((state: State) => Partial<State>)): void;
  use(): State;
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get: () => state,
    set: (change) => {
      state = { ...state, ...(typeof change === 'function' ? change(state) : change) };
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, () => state),
  };
}
