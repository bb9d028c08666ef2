import { Suspense, use, useEffect, useRef } from 'react';
import { EnvelopePage } from '../envelope/EnvelopePage.tsx';
import { useWords } from '../words/language.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { giveBackEarlyTap } from './earlyTap.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { LiveRegion } from './LiveRegion.tsx';
import { type RoutePath, useRoute } from './routes.ts';
import { loadStory, loadViews } from './views.ts';

function View({ route }: { readonly route: RoutePath }) {
  if (route === 'try') return <EnvelopePage />;
  return route === 'story' ? <StoryView /> : <OtherView route={route} />;
}

function StoryView() {
  const { StoryPage } = use(loadStory());
  return <StoryPage />;
}

function OtherView({ route }: { readonly route: Exclude<RoutePath, 'try' | 'story'> }) {
  const { views } = use(loadViews());
  const Chosen = views[route];
  return <Chosen />;
}

export function App() {
  const route = useRoute();
  const main = useRef<HTMLElement>(null);
  const words = useWords();
  const [title] = words.shell.routes[route];
  const titled = words.shell.title(title);
  useEffect(() => {
    document.title = titled;
    document.documentElement.lang = words.locale;
  }, [titled, words]);
  useEffect(giveBackEarlyTap, []);
  // A new view starts at its top, for the eye and for the screen reader; not when the page opens.
  const shown = useRef(route);
  useEffect(() => {
    if (shown.current !== route) {
      scrollTo(0, 0);
      main.current?.focus();
    }
    shown.current = route;
  }, [route]);
  return (
    <>
      <Header route={route} onSkip={() => main.current?.focus()} />
      <main ref={main} tabIndex={-1} aria-label={title}>
        <ErrorBoundary key={route}>
          <Suspense fallback={<p className="column quiet waiting">{words.shell.loading}</p>}>
            <View route={route} />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <LiveRegion />
    </>
  );
}
