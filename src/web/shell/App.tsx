import { useEffect, useRef } from 'react';
import { AboutPage } from '../about/AboutPage.tsx';
import { AuditPage } from '../audit/AuditPage.tsx';
import { QuestionnairePage } from '../questionnaire/QuestionnairePage.tsx';
import { TryPage } from '../try/TryPage.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { LiveRegion } from './LiveRegion.tsx';
import { type RoutePath, routes, useRoute } from './routes.ts';

const views: Readonly<Record<RoutePath, () => React.JSX.Element>> = {
  try: TryPage,
  audit: AuditPage,
  questionnaire: QuestionnairePage,
  about: AboutPage,
};

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
  const View = views[route];
  return (
    <>
      <Header route={route} onSkip={() => main.current?.focus()} />
      <main ref={main} tabIndex={-1} aria-label={title}>
        <ErrorBoundary key={route}>
          <View />
        </ErrorBoundary>
      </main>
      <Footer />
      <LiveRegion />
    </>
  );
}
