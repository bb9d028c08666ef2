import { useEffect, useState } from 'react';
import { VERSION } from '../../version/index.ts';
import { messageOf } from '../components/Problem.tsx';
import { preloadAll } from './preload.ts';

interface Loaded {
  readonly words: string;
  readonly kernels?: 'wasm' | 'twin';
}

/** Says whether anything is still to be fetched, and whether the kernels run as they should. */
export function Footer() {
  const [{ words, kernels }, setLoaded] = useState<Loaded>({ words: 'Loading the rest of the page …' });
  useEffect(() => {
    whenLoaded().then(setLoaded, (error: unknown) =>
      setLoaded({ words: `Part of the page could not be loaded: ${messageOf(error)}.` }),
    );
  }, []);
  return (
    <footer>
      <div className="wide-column">
        <p>
          Nothing you enter leaves this page, and nothing is kept.{' '}
          <span id="loaded" data-kernels={kernels}>
            {words}
          </span>
        </p>
        <p>
          Ulterior {VERSION}, MIT licence. <a href="#/about">About, responsible use, how to cite</a>
        </p>
      </div>
    </footer>
  );
}

async function whenLoaded(): Promise<Loaded> {
  const { kind, fallbackReason } = await preloadAll();
  const slower =
    fallbackReason === undefined
      ? ''
      : ` WebAssembly could not start (${fallbackReason}). The page runs slower, with the same results.`;
  return { words: `Everything is loaded: the page now works without a network.${slower}`, kernels: kind };
}
