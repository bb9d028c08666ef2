/**
 * The stages of a view in the browser's history: Back goes one step back and does not leave the page. The history is
 * given the number of a step and nothing else, because a browser may keep it; what was answered stays in this module,
 * for as long as the page is open.
 */
import { useEffect, useSyncExternalStore } from 'react';

/** What an entry of the history carries. */
interface Place {
  readonly view: string;
  readonly step: number;
  /** Steps of what was erased lead nowhere. */
  readonly life: number;
}

interface Stages<State, Action> {
  use(): { readonly state: State; readonly act: (action: Action) => void };
}

/**
 * `stepOf`: states of the same step are one entry of the history. Going to `beginning` erases what was before; `first`
 * is what a link may ask for instead.
 */
export function createStages<State, Action>(
  view: string,
  beginning: State,
  next: (state: State, action: Action) => State,
  stepOf: (state: State) => string,
  first: State = beginning,
): Stages<State, Action> {
  let states: readonly State[] = [first];
  let step = 0;
  let life = 0;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const place = (): Place => ({ view, step, life });
  const follow = () => {
    const at = history.state as Place | null;
    if (at?.view !== view) return;
    const known = at.life === life && at.step < states.length;
    step = known ? at.step : 0;
    tell();
  };
  const act = (action: Action) => {
    const now = states[step]!;
    const after = next(now, action);
    if (after === now) return;
    if (after === beginning) {
      [states, step, life] = [[beginning], 0, life + 1];
      history.replaceState(place(), '');
    } else if (stepOf(after) === stepOf(now)) {
      states = states.with(step, after);
    } else {
      states = [...states.slice(0, step + 1), after];
      step += 1;
      history.pushState(place(), '');
    }
    tell();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    use: () => {
      const state = useSyncExternalStore(
        subscribe,
        () => states[step]!,
        () => first,
      );
      useEffect(() => {
        // An entry that a link made knows no step: it is the step that is shown.
        if (history.state === null) history.replaceState(place(), '');
        else follow();
        addEventListener('popstate', follow);
        return () => removeEventListener('popstate', follow);
      }, []);
      return { state, act };
    },
  };
}
