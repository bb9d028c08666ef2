import { useEffect, useState } from 'react';
import { VERSION } from '../../version/index.ts';
import { messageOf } from '../components/Problem.tsx';
import { useWords, type Words } from '../words/language.ts';
import { keepForReload } from './keepForReload.ts';
import { preloadAll } from './preload.ts';

type Loaded = Awaited<ReturnType<typeof preloadAll>> | { readonly failed: string } | undefined;

/** Says whether anything is still to be fetched, and whether the kernels run as they should. */
export function Footer() {
  const { shell } = useWords();
  const [loaded, setLoaded] = useState<Loaded>();
  const [kept, setKept] = useState(false);
  useEffect(() => {
    preloadAll().then(
      async (all) => {
        setLoaded(all);
        setKept(await keepForReload());
      },
      (error: unknown) => setLoaded({ failed: messageOf(error) }),
    );
  }, []);
  return (
    <footer>
      <div className="wide-column">
        <p>
          {shell.nothingLeaves}{' '}
          <span id="loaded" data-kernels={loaded !== undefined && 'kind' in loaded ? loaded.kind : undefined}>
            {loadedWords(loaded, kept, shell)}
          </span>
        </p>
        <p>
          {shell.licence(VERSION)} <a href="#/about">{shell.aboutLink}</a>
        </p>
      </div>
    </footer>
  );
}

function loadedWords(loaded: Loaded, kept: boolean, shell: Words['shell']): string {
  if (loaded === undefined) return shell.loadingRest;
  if ('failed' in loaded) return shell.notLoaded(loaded.failed);
  return (
    (kept ? shell.kept : shell.loaded) +
    (loaded.fallbackReason === undefined ? '' : shell.slower(loaded.fallbackReason))
  );
}
