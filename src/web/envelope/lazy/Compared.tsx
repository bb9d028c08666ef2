/** The same number of statements that nobody aimed: what those would have given away. */
import { Button } from '../../components/Button.tsx';
import { useWords } from '../../words/language.ts';
import { facts, type Measured } from '../visit/facts.ts';
import { QUESTIONS, type Visit, type VisitAction } from '../visit/visit.ts';
import { blindOf, outOf100 } from './guessWords.ts';

interface Props {
  readonly visit: Visit;
  readonly act: (action: VisitAction) => void;
}

export function Compared({ visit, act }: Props) {
  const { compared, data, locale } = useWords();
  const draw = () => act({ kind: 'random', seed: crypto.getRandomValues(new Uint32Array(1))[0]! });
  const cell = ({ right }: Measured) =>
    compared.range(outOf100(right.value), outOf100(right.low), outOf100(right.high));
  return (
    <section aria-labelledby="compared">
      <h2 id="compared">{compared.heading}</h2>
      <p>{compared.about(QUESTIONS)}</p>
      <div className="table">
        <table>
          <thead>
            <tr>
              <th scope="col">{compared.guessAbout}</th>
              <th scope="col">{compared.chosen}</th>
              <th scope="col">{compared.random}</th>
              <th scope="col">{compared.none}</th>
            </tr>
          </thead>
          <tbody>
            {facts.attributes.map((one) => (
              <tr key={one.id}>
                <th scope="row">{data.attribute(one.attribute)}</th>
                <td>{cell(one.after.at(-1)!)}</td>
                <td>{cell(one.random)}</td>
                <td>{outOf100(blindOf(one))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet small">
        {compared.note(facts.source.people.toLocaleString(locale))}
        {data.translated !== '' && ` ${data.translated}`}
      </p>
      <div className="buttons">
        <Button onClick={draw}>{visit.seed === undefined ? compared.draw : compared.drawAgain}</Button>
        {visit.seed !== undefined && <Button onClick={() => act({ kind: 'erase' })}>{compared.backToChosen}</Button>}
      </div>
    </section>
  );
}
