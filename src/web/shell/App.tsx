import { Suspense, use, useEffect, useRef } from 'react';
import { EnvelopePage } from '../envelope/EnvelopePage.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { LiveRegion } from './LiveRegion.tsx';
import { type RoutePath, routes, useRoute } from './routes.ts';
import { loadViews } from './views.ts';

function View({ route }: { readonly route: RoutePath }) {
  return route === 'try' ? <EnvelopePage /> : <OtherView route={route} />;
}

function OtherView({ route }: { readonly route: Exclude<RoutePath, 'try'> }) {
  const { views } = use(loadViews());
  const Chosen = views[route];
  return <Chosen />;
}

export function App() {
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const title = routes.find(({ path }) => path === route)!.title;
  // A new view starts at its top, for the eye and for the screen reader; not when the page opens.
  useEffect(() => {
    document.title = `${title} · Ulterior`;
    if (!first.current) {
      scrollTo(0, 0);
      main.current?.focus();
    }
    first.current = false;
  }, [title]);
  return (
    <>
      <Header route={route} onSkip={() => main.current?.focus()} />
      <main ref={main} tabIndex={-1} aria-label={title}>
        <ErrorBoundary key={route}>
          <Suspense fallback={<p className="column quiet waiting">Loading …</p>}>
            <View route={route} />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <LiveRegion />
    </>
  );
}
