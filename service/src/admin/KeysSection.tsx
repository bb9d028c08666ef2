/** Who may use the service: make keys, see them, revoke them. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { announce } from '../../../src/web/components/announce.ts';
import { Button } from '../../../src/web/components/Button.tsx';
import { makeKey, putAwayMadeKey, revokeKey } from './adminActions.ts';
import { adminStore } from './adminState.ts';
import { Confirm } from './Confirm.tsx';
import { type Key, Refusal, type Scope } from './serviceAnswers.ts';
import { adminWords } from './words/adminWords.ts';
import { agoText, isOwnKey, refusalText } from './words.ts';

interface Props {
  readonly keys: readonly Key[];
  readonly now: string;
}

export function KeysSection({ keys, now }: Props) {
  const { key: own, made } = adminStore.use();
  const words = adminWords().keys;
  const [asked, setAsked] = useState<Key>();
  const heading = useRef<HTMLHeadingElement>(null);
  const live = keys.filter(({ revokedAt }) => revokedAt === undefined);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== undefined);
  const closed = (done: boolean) => {
    setAsked(undefined);
    if (!done) return;
    announce(words.revokedNews);
    // The button that was pressed goes away with its row.
    heading.current?.focus();
  };
  return (
    <section aria-labelledby="keys-title">
      <h2 id="keys-title" ref={heading} tabIndex={-1}>
        {words.heading}
      </h2>
      <ul className="rows">
        {live.map((key) => (
          <li key={key.id}>
            <span className="row-name">
              {key.name} {isOwnKey(key, own) && <em className="badge">{words.yours}</em>}
            </span>
            <span className="row-facts quiet">
              <span>{words.scopes[key.scope].name}</span> <code>{key.id}</code>{' '}
              <span>{words.made(agoText(key.createdAt, now))}</span>
            </span>
            <Button className="small-button" aria-label={words.revokeNamed(key.name)} onClick={() => setAsked(key)}>
              {words.revoke}
            </Button>
          </li>
        ))}
      </ul>
      {revoked.length > 0 && (
        <details>
          <summary>{words.revokedKeys(revoked.length)}</summary>
          <ul className="rows">
            {revoked.map((key) => (
              <li key={key.id}>
                <span className="row-name">{key.name}</span>
                <span className="row-facts quiet">
                  <span>{words.scopes[key.scope].name}</span> <code>{key.id}</code>{' '}
                  <span>{words.revoked(agoText(key.revokedAt!, now))}</span>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {made === undefined ? <MakeKey /> : <MadeKey name={made.name} secret={made.key} />}
      {asked !== undefined && (
        <Confirm
          title={words.revokeTitle(asked.name)}
          verb={words.revokeVerb}
          act={() => revokeKey(asked.id)}
          onClose={closed}
        >
          <p>{words.revokeText}</p>
          {isOwnKey(asked, own) && <p className="warning">{words.revokeOwn}</p>}
        </Confirm>
      )}
    </section>
  );
}

function MakeKey() {
  const words = adminWords().keys;
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('interview');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') return setProblem(words.noName);
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
      <h3>{words.make}</h3>
      <div className="fields">
        <div className="field">
          <label htmlFor="key-name">{words.name}</label>
          <input
            id="key-name"
            type="text"
            maxLength={100}
            autoComplete="off"
            placeholder={words.nameExample}
            value={name}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : 'make-key-problem'}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <div className="field">
          <label htmlFor="key-scope">{words.scope}</label>
          <select id="key-scope" value={scope} onChange={(event) => setScope(event.target.value as Scope)}>
            {Object.entries(words.scopes).map(([value, { name, gives }]) => (
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
        {words.makeIt}
      </button>
    </form>
  );
}

/** The secret, this once: the service keeps only its hash. */
function MadeKey({ name, secret }: { readonly name: string; readonly secret: string }) {
  const words = adminWords().keys;
  const heading = useRef<HTMLHeadingElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
    announce(words.copiedNews);
  };
  return (
    <div className="card made-key">
      <h3 ref={heading} tabIndex={-1}>
        {words.isMade(name)}
      </h3>
      <p>{words.copyNow}</p>
      <p className="secret">
        <code>{secret}</code>
      </p>
      <div className="buttons">
        {/* Browsers let a page copy only where the connection is safe. */}
        {isSecureContext && (
          <Button look="primary" onClick={() => void copy()}>
            {copied ? words.copied : words.copy}
          </Button>
        )}
        <Button onClick={putAwayMadeKey}>{words.hide}</Button>
      </div>
    </div>
  );
}
