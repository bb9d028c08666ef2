/** Who may use the service: make keys, see them, revoke them. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { announce } from '../components/announce.ts';
import { Button } from '../components/Button.tsx';
import { makeKey, putAwayMadeKey, revokeKey } from './adminActions.ts';
import { adminStore } from './adminState.ts';
import { Confirm } from './Confirm.tsx';
import { type Key, Refusal, type Scope } from './serviceAnswers.ts';
import { agoText, counted, isOwnKey, refusalText, SCOPES } from './words.ts';

interface Props {
  readonly keys: readonly Key[];
  readonly now: string;
}

export function KeysSection({ keys, now }: Props) {
  const { key: own, made } = adminStore.use();
  const [asked, setAsked] = useState<Key>();
  const heading = useRef<HTMLHeadingElement>(null);
  const live = keys.filter(({ revokedAt }) => revokedAt === undefined);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== undefined);
  const closed = (done: boolean) => {
    setAsked(undefined);
    if (!done) return;
    announce('The key is revoked.');
    // The button that was pressed goes away with its row.
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="keys-title">
      <h2 id="keys-title" ref={heading} tabIndex={-1}>
        Keys
      </h2>
      <ul className="rows">
        {live.map((key) => (
          <li key={key.id}>
            <span className="row-name">
              {key.name} {isOwnKey(key, own) && <em className="badge">yours</em>}
            </span>
            <span className="row-facts quiet">
              <span>{SCOPES[key.scope].name}</span> <code>{key.id}</code>{' '}
              <span>made {agoText(key.createdAt, now)}</span>
            </span>
            <Button className="small-button" aria-label={`Revoke ${key.name}`} onClick={() => setAsked(key)}>
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {revoked.length > 0 && (
        <details>
          <summary>{counted(revoked.length, 'revoked key')}</summary>
          <ul className="rows">
            {revoked.map((key) => (
              <li key={key.id}>
                <span className="row-name">{key.name}</span>
                <span className="row-facts quiet">
                  <span>{SCOPES[key.scope].name}</span> <code>{key.id}</code>{' '}
                  <span>revoked {agoText(key.revokedAt!, now)}</span>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {made === undefined ? <MakeKey /> : <MadeKey name={made.name} secret={made.key} />}
      {asked !== undefined && (
        <Confirm
          title={`Revoke “${asked.name}”?`}
          verb="Revoke the key"
          act={() => revokeKey(asked.id)}
          onClose={closed}
        >
          <p>Whoever uses this key is refused from the next request on. This cannot be undone.</p>
          {isOwnKey(asked, own) && (
            <p className="warning">It is the key you are signed in with: you will be signed out.</p>
          )}
        </Confirm>
      )}
    </section>
  );
}

function MakeKey() {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('interview');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') return setProblem('Give the key a name, so that you know later whose it is.');
    setBusy(true);
    setProblem(undefined);
    try {
      await makeKey(name.trim(), scope);
    } catch (error) {
      setProblem(error instanceof Refusal ? refusalText(error) : String(error));
      setBusy(false);
    }
  };
  return (
    <form className="card make-key" onSubmit={(event) => void submit(event)}>
      <h3>Make a key</h3>
      <div className="fields">
        <div className="field">
          <label htmlFor="key-name">Name</label>
          <input
            id="key-name"
            type="text"
            maxLength={100}
            autoComplete="off"
            placeholder="whose it is, or what it is for"
            value={name}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : 'make-key-problem'}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor="key-scope">For</label>
          <select id="key-scope" value={scope} onChange={(event) => setScope(event.target.value as Scope)}>
            {Object.entries(SCOPES).map(([value, { name, gives }]) => (
              <option key={value} value={value}>
                {name}: {gives}
              </option>
            ))}
          </select>
        </div>
      </div>
      {problem !== undefined && (
        <p id="make-key-problem" className="warning" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className="button primary" aria-disabled={busy}>
        Make the key
      </button>
    </form>
  );
}

/** The secret, this once: the service keeps only its hash. */
function MadeKey({ name, secret }: { readonly name: string; readonly secret: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
    announce('The key is copied.');
  };
  return (
    <div className="card made-key">
      <h3 ref={heading} tabIndex={-1}>
        The key “{name}” is made
      </h3>
      <p>Copy it now. It is shown this once: the service keeps only its hash, so nobody can show it again.</p>
      <p className="secret">
        <code>{secret}</code>
      </p>
      <div className="buttons">
        {/* Browsers let a page copy only where the connection is safe. */}
        {isSecureContext && (
          <Button look="primary" onClick={() => void copy()}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
        <Button onClick={putAwayMadeKey}>I have it: hide the key</Button>
      </div>
    </div>
  );
}
