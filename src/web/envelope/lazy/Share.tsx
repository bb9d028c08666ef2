/** Something to send on that gives nothing away: a picture drawn here, and a link without an answer in it. */
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../components/announce.ts';
import { Button } from '../../components/Button.tsx';
import { Check } from '../../components/Check.tsx';
import { saveBlob } from '../../components/download.ts';
import { likeliest } from '../../components/words.ts';
import type { Standing } from '../../models/trail.ts';
import { useWords } from '../../words/language.ts';
import { linkOf, type Visit } from '../visit/visit.ts';
import { drawCard, SIZE } from './shareCard.ts';
import { type Verdict, wordsOf } from './shareWords.ts';

interface Props {
  readonly standing: Standing;
  readonly visit: Visit;
}

const VERDICTS: readonly Verdict[] = ['right', 'wrong', 'unsaid'];

export function Share({ standing: { attribute, labels, now }, visit }: Props) {
  const words = useWords();
  const { share: texts } = words;
  const [verdict, setVerdict] = useState<Verdict>('unsaid');
  const canvas = useRef<HTMLCanvasElement>(null);
  const { share } = likeliest(labels, now);
  const card = wordsOf({ attribute, share, verdict }, words);
  useEffect(
    () => drawCard(canvas.current!, wordsOf({ attribute, share, verdict }, words)),
    [attribute, share, verdict, words],
  );
  const link = `${location.href.split('#')[0]}${linkOf(visit)}`;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => announce(texts.copied),
      () => announce(texts.notCopied),
    );
  return (
    <section aria-labelledby="share">
      <h2 id="share">{texts.heading}</h2>
      <fieldset className="share-verdict">
        <legend>{texts.what}</legend>
        {VERDICTS.map((value) => (
          <Check key={value} name="verdict" checked={verdict === value} onChange={() => setVerdict(value)}>
            {texts.verdicts[value]}
          </Check>
        ))}
      </fieldset>
      <canvas
        ref={canvas}
        className="share-card"
        width={SIZE.width}
        height={SIZE.height}
        role="img"
        aria-label={texts.card.spoken(card.first, card.share, card.sure, card.end)}
      />
      <p className="quiet small">{texts.about}</p>
      <div className="buttons">
        <Button
          look="primary"
          onClick={() => canvas.current!.toBlob((blob) => blob !== null && saveBlob('ten-statements.png', blob))}
        >
          {texts.save}
        </Button>
        <Button onClick={copy}>{texts.copy}</Button>
      </div>
      <p className="small share-link">{link}</p>
    </section>
  );
}
