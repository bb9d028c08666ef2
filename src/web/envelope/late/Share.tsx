/** Something to send on that gives nothing away: a picture drawn here, and a link without an answer in it. */
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../components/announce.ts';
import { Button } from '../../components/Button.tsx';
import { likeliest } from '../../components/words.ts';
import type { Standing } from '../../models/trail.ts';
import { saveBlob } from '../../try/finding/download.ts';
import { linkOf, type Visit } from '../visit/visit.ts';
import { drawCard, SIZE } from './shareCard.ts';
import { type Verdict, wordsOf } from './shareWords.ts';

interface Props {
  readonly standing: Standing;
  readonly visit: Visit;
}

const VERDICTS: readonly (readonly [Verdict, string])[] = [
  ['right', 'It was right'],
  ['wrong', 'It was wrong'],
  ['unsaid', 'I’d rather not say'],
];

export function Share({ standing: { attribute, labels, now }, visit }: Props) {
  const [verdict, setVerdict] = useState<Verdict>('unsaid');
  const canvas = useRef<HTMLCanvasElement>(null);
  const { share } = likeliest(labels, now);
  const words = wordsOf({ attribute, share, verdict });
  useEffect(() => drawCard(canvas.current!, wordsOf({ attribute, share, verdict })), [attribute, share, verdict]);
  const link = `${location.href.split('#')[0]}${linkOf(visit)}`;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => announce('The link was copied.'),
      () => announce('The link could not be copied: select it instead.'),
    );
  return (
    <section aria-labelledby="share">
      <h2 id="share">Send it on, without sending yourself</h2>
      <fieldset className="share-verdict">
        <legend>What should the picture say?</legend>
        {VERDICTS.map(([value, text]) => (
          <label key={value} className="check">
            <input type="radio" name="verdict" checked={verdict === value} onChange={() => setVerdict(value)} />
            {text}
          </label>
        ))}
      </fieldset>
      <canvas
        ref={canvas}
        className="share-card"
        width={SIZE.width}
        height={SIZE.height}
        role="img"
        aria-label={`${words.first} ${words.second}`}
      />
      <p className="quiet small">
        Your browser draws the picture. It contains neither your answers nor what was guessed, only how sure the guess
        was. The link contains no answer either.
      </p>
      <div className="buttons">
        <Button
          look="primary"
          onClick={() => canvas.current!.toBlob((blob) => blob !== null && saveBlob('ten-statements.png', blob))}
        >
          Save the picture
        </Button>
        <Button onClick={copy}>Copy the link</Button>
      </div>
      <p className="small share-link">{link}</p>
    </section>
  );
}
