/** Keys from 1 on rate, 0 or S skips, U or Backspace takes back. Off while something is typed or set, and by a switch. */
import { useEffect, useRef } from 'react';
import type { Answer } from '../../ratings/index.ts';

interface Shortcuts {
  readonly enabled: boolean;
  /** The highest rating. */
  readonly ratings: number;
  readonly onAnswer: (answer: Answer) => void;
  readonly onUndo: () => void;
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { enabled, ratings, onAnswer, onUndo } = latest.current;
      if (!enabled || event.repeat || event.ctrlKey || event.metaKey || event.altKey || takesKeys(event.target)) return;
      const key = event.key.toLowerCase();
      if (/^[1-9]$/.test(key) && Number(key) <= ratings) onAnswer(Number(key));
      else if (key === '0' || key === 's') onAnswer('skip');
      else if (key === 'u' || key === 'backspace') onUndo();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function takesKeys(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'));
}
