/** Asks for the key. The form is never sent: the key goes into a header of the requests that this page makes. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { signIn } from './adminActions.ts';
import { adminStore } from './adminState.ts';
import { adminWords } from './words/adminWords.ts';
import { looksLikeKey, signInRefusal } from './words.ts';

/** Option and value stay on one line. */
const COMMAND = 'ulterior serve keys create me --scope\u00a0admin';

export function SignIn() {
  const { signingIn, refusal } = adminStore.use();
  const { place, signIn: words } = adminWords();
  const [text, setText] = useState('');
  const [malformed, setMalformed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const problem = malformed ? words.malformed : refusal && signInRefusal(refusal);
  useEffect(() => {
    if (problem !== undefined) field.current?.focus();
  }, [problem]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const key = text.trim();
    setMalformed(!looksLikeKey(key));
    if (looksLikeKey(key) && !signingIn) void signIn(key);
  };
  return (
    <div className="column">
      <h1>{place}</h1>
      <p className="lead">{words.lead}</p>
      <form className="card sign-in" onSubmit={submit}>
        <div className="field">
          <label htmlFor="key">{words.key}</label>
          <input
            id="key"
            ref={field}
            type="password"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? 'key-hint' : 'key-problem key-hint'}
            onChange={(event) => setText(event.target.value)}
          />
          {problem !== undefined && (
            <p id="key-problem" className="warning" role="alert">
              {problem}
            </p>
          )}
          <p id="key-hint" className="quiet small">
            {words.hint}
            <code>{COMMAND}</code>
          </p>
        </div>
        <button type="submit" className="button primary" aria-disabled={signingIn}>
          {signingIn ? words.asking : words.signIn}
        </button>
      </form>
    </div>
  );
}
