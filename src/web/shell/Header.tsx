import { Button } from '../components/Button.tsx';
import { setLanguage, useWords } from '../words/language.ts';
import { type RoutePath, routePaths } from './routes.ts';

interface Props {
  readonly route: RoutePath;
  readonly onSkip: () => void;
}

export function Header({ route, onSkip }: Props) {
  const { shell, other } = useWords();
  // The part behind # names the view, so this link moves the focus itself.
  const skip = (event: React.MouseEvent) => {
    event.preventDefault();
    onSkip();
  };
  return (
    <header className="top">
      <a className="skip" href={`#/${route}`} onClick={skip}>
        {shell.skipToContent}
      </a>
      <div className="wide-column top-row">
        <a className="name" href="#/try" translate="no">
          {NAME}
        </a>
        <nav aria-label={shell.views}>
          <ul className="views">
            {routePaths.map((path) => {
              const [, short] = shell.routes[path];
              return (
                short !== '' && (
                  <li key={path}>
                    <a href={`#/${path}`} aria-current={path === route ? 'page' : undefined}>
                      {short}
                    </a>
                  </li>
                )
              );
            })}
          </ul>
        </nav>
        <Button
          look="plain"
          className="language"
          lang={other.language}
          onClick={() => void setLanguage(other.language)}
        >
          {other.name}
        </Button>
      </div>
    </header>
  );
}

/** The same in every language. */
const NAME = 'Ulterior';
