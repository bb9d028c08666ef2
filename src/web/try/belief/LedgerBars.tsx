/** One bar for each answer: how far it moved the guess, in percentage points; bits under details. Both add up. */
import { addingUp, type Ledger } from '../../../defence/index.ts';
import { Rich } from '../../components/Rich.tsx';
import { decimal, percent } from '../../components/words.ts';
import { useWords } from '../../words/language.ts';
import { useViewWords } from '../../words/viewWords.ts';
import { answerWords, type CollectionWords } from '../state/collections.ts';
import { bitsInWords } from './bitsWords.ts';

interface Props {
  readonly ledger: Ledger;
  /** Which attribute, by its place. */
  readonly seat: number;
  readonly words: CollectionWords;
}

export function LedgerBars({ ledger, seat, words }: Props) {
  const { data } = useWords();
  const { ledger: own, why } = useViewWords().other;
  const { entries, totals } = ledger;
  const { labels, before, posterior, known, knownBefore } = totals[seat]!;
  const guess = posterior.indexOf(Math.max(...posterior));
  const shares = [before[guess]!, ...entries.map(({ lines }) => lines[seat]!.posterior[guess]!)];
  const moves = entries.map((_, at) => shares[at + 1]! - shares[at]!);
  const points = addingUp(moves, 2, before[guess]).map((move) => Math.round(100 * move));
  const bits = addingUp(
    entries.map(({ lines }) => lines[seat]!.bits),
    3,
    knownBefore,
  );
  const largest = Math.max(...moves.map(Math.abs));
  const most = moves.findIndex((move) => Math.abs(move) === largest);
  return (
    <>
      <ol className="ledger">
        {entries.map(({ item, title, answer }, at) => (
          <li key={item} className={at === most ? 'most' : undefined}>
            <span>
              {data.statement(item, title)} <span className="quiet">{answerWords(words, answer)}</span>
            </span>
            <span className="ledger-points">{own.points(pointsText(points[at]!), Math.abs(points[at]!))}</span>
            <span className="ledger-track" aria-hidden="true">
              <span style={{ width: `${largest > 0 ? (100 * Math.abs(moves[at]!)) / largest : 0}%` }} />
            </span>
          </li>
        ))}
      </ol>
      <p className="small">
        <Rich text={own.total(data.label(labels[guess]!), percent(before[guess]!), percent(posterior[guess]!))} />
        {entries.length > 1 && largest > 0 && own.most(data.statement(entries[most]!.item, entries[most]!.title))}
      </p>
      <details className="small">
        <summary>{why.bits}</summary>
        <ul>
          {entries.map(({ item, title }, at) => (
            <li key={item}>
              {data.statement(item, title)}: <span className="ledger-bits">{signed(decimal(bits[at]!, 3))}</span>
            </li>
          ))}
        </ul>
        <p>
          <Rich text={own.totalBits(decimal(known, 3), bitsInWords(known, own.bits))} />
        </p>
      </details>
    </>
  );
}

const signed = (text: string) => text.replace('-', '−');

function pointsText(points: number): string {
  return `${points > 0 ? '+' : ''}${signed(String(points))}`;
}
