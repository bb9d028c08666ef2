/** Asks before something that cannot be undone. The browser keeps the focus inside, and gives it back at the end. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../src/web/components/Button.tsx';
import { Refusal } from './serviceAnswers.ts';
import { adminWords } from './words/adminWords.ts';
import { refusalText } from './words.ts';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** On the button that does it. */
  readonly verb: string;
  readonly act: () => Promise<void>;
  /** `done`: it was done; else it was called off. */
  readonly onClose: (done: boolean) => void;
}

export function Confirm({ title, children, verb, act, onClose }: Props) {
  const { confirm } = adminWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => dialog.current?.showModal(), []);
  const go = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
      dialog.current?.close('done');
    } catch (error) {
      setProblem(error instanceof Refusal ? refusalText(error) : String(error));
      setBusy(false);
    }
  };
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => onClose(dialog.current?.returnValue === 'done')}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`}>
        {problem === undefined ? (
          children
        ) : (
          <div className="problem" role="alert">
            <p>{problem}</p>
          </div>
        )}
      </div>
      <div className="buttons">
        <Button onClick={() => dialog.current?.close()}>{problem === undefined ? confirm.leave : confirm.close}</Button>
        {problem === undefined && (
          <Button className="danger" aria-disabled={busy} onClick={() => !busy && void go()}>
            {verb}
          </Button>
        )}
      </div>
    </dialog>
  );
}
