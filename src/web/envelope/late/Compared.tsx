/** The same number of statements that nobody aimed: what those would have given away. */
import { Button } from '../../components/Button.tsx';
import { facts, type Measured } from '../visit/facts.ts';
import { QUESTIONS, type Visit, type VisitAction } from '../visit/visit.ts';
import { blindOf, outOf100 } from './guessWords.ts';

interface Props {
  readonly visit: Visit;
  readonly act: (action: VisitAction) => void;
}

export function Compared({ visit, act }: Props) {
  const draw = () => act({ kind: 'random', seed: crypto.getRandomValues(new Uint32Array(1))[0]! });
  const cell = ({ right }: Measured) => `${outOf100(right.value)} (${outOf100(right.low)} to ${outOf100(right.high)})`;
  return (
    <section aria-labelledby="compared">
      <h2 id="compared">Was it the statements?</h2>
      <p>
        The {QUESTIONS} statements were chosen because they tell most about all four attributes. Statements drawn at
        random tell less. Of 100 people, the guess is right for:
      </p>
      <div className="table">
        <table>
          <thead>
            <tr>
              <th scope="col">guess about</th>
              <th scope="col">chosen statements</th>
              <th scope="col">random statements</th>
              <th scope="col">no answers</th>
            </tr>
          </thead>
          <tbody>
            {facts.attributes.map((one) => (
              <tr key={one.id}>
                <th scope="row">{one.attribute}</th>
                <td>{cell(one.after.at(-1)!)}</td>
                <td>{cell(one.random)}</td>
                <td>{outOf100(blindOf(one))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet small">
        In brackets: 95% intervals. Measured on {facts.source.people.toLocaleString('en')} people by models that had not
        seen them. Popular statements cannot be compared: everybody answered every statement.
      </p>
      <div className="buttons">
        <Button onClick={draw}>
          {visit.seed === undefined ? 'Answer ten random statements' : 'Ten other random ones'}
        </Button>
        {visit.seed !== undefined && <Button onClick={() => act({ kind: 'erase' })}>Back to the chosen ones</Button>}
      </div>
    </section>
  );
}
