import { useState } from 'react';
import { Attribution } from '../../components/Attribution.tsx';
import { Button } from '../../components/Button.tsx';
import { listed } from '../../components/words.ts';
import { type ChooserName, choosersFor } from '../state/choosers.ts';
import type { Collection } from '../state/collections.ts';
import type { Setup as SetupOfSession } from '../state/session.ts';
import type { StageProps } from '../state/stageProps.ts';
import { Choice } from './Choice.tsx';

interface Props extends StageProps {
  readonly collections: readonly Collection[];
  readonly example: SetupOfSession | undefined;
}

const SECRET = 'secret';

export function Setup({ heading, act, collections, example }: Props) {
  const [id, setId] = useState(collections[0]!.id);
  const collection = collections.find((one) => one.id === id)!;
  const [wanted, setWanted] = useState<string>();
  const [chooser, setChooser] = useState<ChooserName>('sneaky');
  const [invented, setInvented] = useState(false);
  const target =
    wanted === SECRET
      ? SECRET
      : (collection.models.find((model) => model.id === wanted)?.id ?? collection.models[0]!.id);
  const start = () => {
    const [seed, draw] = crypto.getRandomValues(new Uint32Array(2));
    const secret = target === SECRET;
    const hidden = collection.models[draw! % collection.models.length]!.id;
    act({
      kind: 'start',
      setup: { collection: collection.id, target: secret ? hidden : target, secret, chooser, seed: seed!, invented },
    });
  };
  return (
    <div className="wide-column">
      <h1 ref={heading} tabIndex={-1}>
        Other questions and settings
      </h1>
      <p className="consent">
        From your answers the page guesses the attribute you choose, and the guess may be wrong. Your answers stay in
        this browser; nothing is sent or kept. Skip, take back, stop whenever you like.
      </p>
      <div className="setup">
        <Choice
          legend="What will be rated?"
          name="collection"
          options={collections.map(({ id: value, about: { title, about } }) => ({ value, title, about }))}
          value={collection.id}
          onChange={setId}
        />
        <Choice
          legend="What does the “recommender” secretly look for?"
          name="target"
          options={[
            ...collection.models.map(({ id: value, attribute, model }) => ({
              value,
              title: capitalised(attribute),
              about: model.typeLabels.length > 4 ? `one of ${model.typeLabels.length}` : listed(model.typeLabels, 'or'),
            })),
            { value: SECRET, title: 'Guess me', about: 'it tells you at the end what it looked for' },
          ]}
          value={target}
          onChange={setWanted}
        />
        <Choice
          legend="How does it choose its questions?"
          name="chooser"
          options={choosersFor(collection.models[0]!.model).map(({ name, title, about }) => ({
            value: name,
            title,
            about,
          }))}
          value={chooser}
          onChange={setChooser}
        />
        <Choice
          legend="Who answers?"
          name="who"
          options={[
            { value: 'visitor', title: 'I do' },
            { value: 'invented', title: 'An invented person', about: 'whose answers are drawn at random' },
          ]}
          value={invented ? 'invented' : 'visitor'}
          onChange={(value) => setInvented(value === 'invented')}
        />
      </div>
      <div className="buttons">
        <Button look="primary" onClick={start}>
          Start
        </Button>
        {example !== undefined && (
          <Button onClick={() => act({ kind: 'start', setup: example })}>Watch an invented person instead</Button>
        )}
      </div>
      <Attribution text={collection.about.attribution} />
    </div>
  );
}

export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
