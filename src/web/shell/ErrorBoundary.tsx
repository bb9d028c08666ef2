/** A fault in one view does not take the page with it, and is said in words. */
import { Component, type ReactNode } from 'react';
import { Problem } from '../components/Problem.tsx';
import { wordsNow } from '../words/language.ts';

interface State {
  readonly error: unknown;
}

export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    const { shell } = wordsNow();
    return (
      <div className="column">
        <h1>{shell.wrong}</h1>
        <Problem error={this.state.error} />
        <p>
          <a href="./">{shell.reload}</a>
          {shell.startOver}
        </p>
      </div>
    );
  }
}
