/** What the view shows, and what can be done: choose, be asked, see, erase. */
import type { Answer } from '../../../ratings/index.ts';
import type { ChooserName } from './choosers.ts';
import { answered, type Session, type Setup, startSession, undone } from './session.ts';

export type State = { readonly stage: 'setup' } | { readonly stage: 'interview'; readonly session: Session };

export type Action =
  | { readonly kind: 'start'; readonly setup: Setup }
  | { readonly kind: 'answer'; readonly item: string; readonly answer: Answer }
  | { readonly kind: 'undo' }
  | { readonly kind: 'choose'; readonly chooser: ChooserName }
  | { readonly kind: 'end' }
  | { readonly kind: 'erase' };

export const BEGINNING: State = { stage: 'setup' };

/** Each question is a step of its own in the browser's history, and so is the end. */
export function stepOf(state: State): string {
  return state.stage === 'setup' ? state.stage : `${state.session.given.length} ${state.session.ended}`;
}

export function next(state: State, action: Action): State {
  switch (action.kind) {
    case 'start':
      return { stage: 'interview', session: startSession(action.setup) };
    case 'erase':
      return BEGINNING;
    default:
      return state.stage === 'interview' ? { stage: 'interview', session: changed(state.session, action) } : state;
  }
}

function changed(session: Session, action: Extract<Action, { kind: 'answer' | 'undo' | 'choose' | 'end' }>): Session {
  switch (action.kind) {
    case 'answer':
      return answered(session, action.item, action.answer);
    case 'undo':
      return undone(session);
    case 'choose':
      return { ...session, chooser: action.chooser };
    case 'end':
      return { ...session, ended: true };
  }
}
