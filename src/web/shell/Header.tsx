import { type RoutePath, routes } from './routes.ts';

interface Props {
  readonly route: RoutePath;
  readonly onSkip: () => void;
}

export function Header({ route, onSkip }: Props) {
  // The part behind # names the view, so this link moves the focus itself.
  const skip = (event: React.MouseEvent) => {
    event.preventDefault();
    onSkip();
  };
  return (
    <header className="top">
      <a className="skip" href={`#/${route}`} onClick={skip}>
        Skip to the content
      </a>
      <div className="wide-column top-row">
        <a className="name" href="#/try">
          Ulterior
        </a>
        <nav aria-label="Views">
          <ul className="views">
            {routes.map(
              ({ path, short }) =>
                short !== undefined && (
                  <li key={path}>
                    <a href={`#/${path}`} aria-current={path === route ? 'page' : undefined}>
                      {short}
                    </a>
                  </li>
                ),
            )}
          </ul>
        </nav>
      </div>
    </header>
  );
}
