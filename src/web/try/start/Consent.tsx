import { Button } from '../../components/Button.tsx';
import type { Setup } from '../state/session.ts';
import type { StageProps } from '../state/stageProps.ts';

interface Props extends StageProps {
  readonly example: Setup | undefined;
}

export function Consent({ heading, act, example }: Props) {
  return (
    <div className="column">
      <h1 ref={heading} tabIndex={-1}>
        What do a few ratings give away about you?
      </h1>
      <p className="lead">
        An app asks you to rate ten things “to get to know your taste”. With well-chosen questions it learns more than
        your taste. Answer ten questions here, and watch what it learns.
      </p>
      <section className="tight" aria-labelledby="before">
        <h2 id="before">Before you begin</h2>
        <ul>
          <li>
            <strong>What we ask.</strong> Ten times: how do you like this? Rate it from 1 to 5, or say that you do not
            know it.
          </li>
          <li>
            <strong>What we do with your answers.</strong> From your answers the page guesses something you were not
            asked: your gender, age group or region. You choose which. The guess may be wrong.
          </li>
          <li>
            <strong>What happens to your answers.</strong> They never leave this page: your browser does all the work.
            Nothing is kept. Close the page, or press “Erase everything”, and they are gone.
          </li>
          <li>
            <strong>You decide.</strong> Skip questions, take answers back, stop whenever you like.
          </li>
        </ul>
        <div className="buttons">
          <Button look="primary" onClick={() => act({ kind: 'agree' })}>
            I agree, let’s begin
          </Button>
          {example !== undefined && (
            <Button onClick={() => act({ kind: 'start', setup: example })}>Watch an invented person instead</Button>
          )}
        </div>
      </section>
    </div>
  );
}
