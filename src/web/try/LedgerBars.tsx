/** One bar for each answer: how far it moved the belief, in bits. */
import type { Ledger } from '../../defence/index.ts';
import { bitsInWords, bitsText } from '../components/words.ts';
import { answerWords, type CollectionWords } from './collections.ts';

interface Props {
  readonly ledger: Ledger;
  /** Which attribute, by its place. */
  readonly seat: number;
  readonly words: CollectionWords;
}

export function LedgerBars({ ledger, seat, words }: Props) {
  const bits = ledger.entries.map(({ lines }) => lines[seat]!.bits);
  const largest = Math.max(...bits);
  const most = bits.indexOf(largest);
  const { known, moved } = ledger.totals[seat]!;
  return (
    <>
      <ol className="ledger">
        {ledger.entries.map(({ item, title, answer }, at) => (
          <li key={item} className={at === most ? 'most' : undefined}>
            <span>
              {title} <span className="quiet">{answerWords(words, answer)}</span>
            </span>
            <span className="ledger-bits">{bitsText(bits[at]!)}</span>
            <span className="ledger-track" aria-hidden="true">
              <span style={{ width: `${largest > 0 ? (100 * bits[at]!) / largest : 0}%` }} />
            </span>
          </li>
        ))}
      </ol>
      <p className="small">
        In total: <strong>{bitsText(known)}</strong>, {bitsInWords(known)}.
        {ledger.entries.length > 1 && largest > 0 && <> “{ledger.entries[most]!.title}” moved the guess most.</>}
        {known < moved / 2 && ledger.entries.length > 1 && (
          <> Some answers pulled the other way, so they do not add up.</>
        )}
      </p>
    </>
  );
}
