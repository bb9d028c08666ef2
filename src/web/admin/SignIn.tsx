/** Asks for the key. The form is never sent: the key goes into a header of the requests that this page makes. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { signIn } from './adminActions.ts';
import { adminStore } from './adminState.ts';
import { looksLikeKey, signInRefusal } from './words.ts';

export function SignIn() {
  const { signingIn, refusal } = adminStore.use();
  const [text, setText] = useState('');
  const [malformed, setMalformed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const problem = malformed
    ? 'This is not a key. A key begins with ulk_ and is 64 characters long.'
    : refusal && signInRefusal(refusal);
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
      <h1>Administration</h1>
      <p className="lead">See how the service is doing, and decide who may use it.</p>
      <form className="card sign-in" onSubmit={submit}>
        <div className="field">
          <label htmlFor="key">Your key for administration</label>
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
            The first start of the service printed one. To make another:{' '}
            <code>
              ulterior keys create me <span className="whole">--scope</span> admin
            </code>
          </p>
        </div>
        <button type="submit" className="button primary" aria-disabled={signingIn}>
          {signingIn ? 'Asking the service …' : 'Sign in'}
        </button>
      </form>
    </div>
  );
}
