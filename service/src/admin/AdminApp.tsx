import { useEffect, useRef } from 'react';
import { Button } from '../../../src/web/components/Button.tsx';
import { ErrorBoundary } from '../../../src/web/shell/ErrorBoundary.tsx';
import { LiveRegion } from '../../../src/web/shell/LiveRegion.tsx';
import { AuditsSection } from './AuditsSection.tsx';
import { signOut } from './adminActions.ts';
import { adminStore } from './adminState.ts';
import { Glance } from './Glance.tsx';
import { KeysSection } from './KeysSection.tsx';
import { LoadSection } from './LoadSection.tsx';
import { ModelsSection } from './ModelsSection.tsx';
import { SignIn } from './SignIn.tsx';
import { adminWords } from './words/adminWords.ts';

export function AdminApp() {
  const { key, seen } = adminStore.use();
  const words = adminWords();
  const signedIn = key !== undefined && seen !== undefined;
  useEffect(() => {
    document.title = words.title;
  }, [words]);
  return (
    <>
      <header className="top">
        <div className="wide-column top-row">
          <a className="name" href="./" translate="no">
            {NAME}
          </a>
          <p className="place">{words.place}</p>
          {signedIn && (
            <Button look="plain" className="sign-out" onClick={() => signOut()}>
              {words.signOut}
            </Button>
          )}
        </div>
      </header>
      <main>
        <ErrorBoundary>{signedIn ? <SignedIn /> : <SignIn />}</ErrorBoundary>
      </main>
      <footer>
        <div className="wide-column">
          <p>{words.keyStays}</p>
          <p>
            {words.alsoHttp}
            <a href="./docs">{words.description}</a>.
          </p>
        </div>
      </footer>
      <LiveRegion />
    </>
  );
}

/** The same in every language. */
const NAME = 'Ulterior';

function SignedIn() {
  const { seen } = adminStore.use();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), []);
  if (seen === undefined) return null;
  return (
    <div className="wide-column">
      <h1 ref={heading} tabIndex={-1} className="admin-title">
        {adminWords().heading}
      </h1>
      <Glance seen={seen} />
      <div className="admin-sections">
        <div>
          <LoadSection overview={seen.overview} />
          <AuditsSection overview={seen.overview} />
        </div>
        <div>
          <KeysSection keys={seen.keys} now={seen.overview.time} />
          <ModelsSection models={seen.models} now={seen.overview.time} />
        </div>
      </div>
    </div>
  );
}
