import { useState } from 'react';
import { Attribution } from '../../components/Attribution.tsx';
import { Button } from '../../components/Button.tsx';
import { useWords } from '../../words/language.ts';
import { useViewWords } from '../../words/viewWords.ts';
import type { ChooserName } from '../state/choosers.ts';
import type { Collection } from '../state/collections.ts';
import type { Setup as SetupOfSession } from '../state/session.ts';
import type { StageProps } from '../state/stageProps.ts';
import { Choice, chooserOptions } from './Choice.tsx';

interface Props extends StageProps {
  readonly collections: readonly Collection[];
  readonly example: SetupOfSession | undefined;
}

const SECRET = 'secret';

export function Setup({ heading, act, collections, example }: Props) {
  const { data } = useWords();
  const { other, or } = useViewWords();
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
        {other.heading}
      </h1>
      <p className="consent">{other.consent}</p>
      <div className="setup">
        <Choice
          legend={other.whatRated}
          name="collection"
          options={collections.map(({ id: value, about: { title, about } }) => ({ value, title, about }))}
          value={collection.id}
          onChange={setId}
        />
        <Choice
          legend={other.lookFor}
          name="target"
          options={[
            ...collection.models.map(({ id: value, attribute, model }) => ({
              value,
              title: capitalised(data.attribute(attribute)),
              about:
                model.typeLabels.length > 4
                  ? other.oneOf(model.typeLabels.length)
                  : or(model.typeLabels.map(data.label)),
            })),
            { value: SECRET, title: other.guessMe, about: other.guessMeAbout },
          ]}
          value={target}
          onChange={setWanted}
        />
        <Choice
          legend={other.howChosen}
          name="chooser"
          options={chooserOptions(collection.models[0]!.model, other.choosers)}
          value={chooser}
          onChange={setChooser}
        />
        <Choice
          legend={other.whoAnswers}
          name="who"
          options={[
            { value: 'visitor', title: other.visitor },
            { value: 'invented', title: other.invented, about: other.inventedAbout },
          ]}
          value={invented ? 'invented' : 'visitor'}
          onChange={(value) => setInvented(value === 'invented')}
        />
      </div>
      <div className="buttons">
        <Button look="primary" onClick={start}>
          {other.start}
        </Button>
        {example !== undefined && <Button onClick={() => act({ kind: 'start', setup: example })}>{other.watch}</Button>}
      </div>
      <Attribution of={collection.id} text={collection.about.attribution} />
    </div>
  );
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
