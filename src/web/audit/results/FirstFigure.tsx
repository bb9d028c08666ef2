/** What a first look found, while the audit goes on. It may say that there is a leak, never that there is none. */
import type { FirstLook } from '../../../audit/index.ts';
import { useWords } from '../../words/language.ts';
import { useViewWords } from '../../words/viewWords.ts';
import { firstSentence } from '../state/firstSentence.ts';

export function FirstFigure({ look }: { readonly look: FirstLook }) {
  const { people, everyone, findings, level } = look;
  const words = useViewWords().audit.first;
  const { locale } = useWords();
  const decimal = (number: number) =>
    number.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const { value, bounds } = findings[0].auc!;
  return (
    <section id="first-look" aria-labelledby="first-look-title">
      <h3 className="step-part" id="first-look-title">
        {words.heading}
      </h3>
      <p className="lead">{firstSentence(look)}</p>
      <p className="quiet">
        {words.figure(decimal(value), decimal(bounds!.low), decimal(bounds!.high), 100 * level)}{' '}
        {people < everyone ? words.some(people, everyone) : words.all(people)} {words.left}
      </p>
    </section>
  );
}
