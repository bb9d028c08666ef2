/** What the page knows. It ends with the page: nothing of it is stored anywhere. */
import { createStore } from '../../../src/web/audit/state/store.ts';
import type { Key, Model, Overview, Refusal } from './serviceAnswers.ts';

export interface Seen {
  readonly overview: Overview;
  readonly keys: readonly Key[];
  readonly models: readonly Model[];
  /** When it was read, by the clock of this machine. */
  readonly readAt: Date;
}

interface AdminState {
  /** The key that was typed and works; undefined: nobody is signed in. */
  readonly key: string | undefined;
  /** The last state that was read; it stays while the service is away. */
  readonly seen: Seen | undefined;
  readonly signingIn: boolean;
  readonly refreshing: boolean;
  readonly paused: boolean;
  /** Why signing in, or the last refresh, did not work. */
  readonly refusal: Refusal | undefined;
  /** A key that was just made, with its secret, until it is put away. */
  readonly made: { readonly name: string; readonly key: string } | undefined;
}

export const initialState: AdminState = {
  key: undefined,
  seen: undefined,
  signingIn: false,
  refreshing: false,
  paused: false,
  refusal: undefined,
  made: undefined,
};

export const adminStore = createStore<AdminState>(initialState);
