/** Equal chances at work: one invented history, what would be withheld and why, and what attackers believe before and after. */
import { Suspense, use, useMemo, useState } from 'react';
import { itemIndex } from '../../ratings/index.ts';
import { BeliefBars } from '../components/BeliefBars.tsx';
import { Button } from '../components/Button.tsx';
import { loadedOnce } from '../components/readable.ts';
import { decimal, percent } from '../components/words.ts';
import { loadCollection } from '../models/models.ts';
import { chanceWords } from '../words/chances.ts';
import { useWords } from '../words/language.ts';
import { FILMS, type Film, GROUPS, inventFilms, sendingOf } from './filmWorld.ts';
import './chances.css';

const SEED = 3;

/** When it is first looked at: the titles are those of the other invented films. */
const loadFilms = loadedOnce(async () => {
  const [demo] = await loadCollection('demo');
  const titles = Array.from({ length: FILMS }, (_, film) => demo!.model.items.title(itemIndex(film)));
  return inventFilms(titles, SEED);
});

const newSecret = () => crypto.getRandomValues(new Uint8Array(32));

export function EqualChances() {
  const { locale, shell } = useWords();
  const words = chanceWords[locale]!;
  return (
    <section aria-labelledby="equal-chances">
      <h2 id="equal-chances">{words.heading}</h2>
      <p>{words.about}</p>
      <p className="quiet">{words.invented}</p>
      <Suspense fallback={<p className="quiet waiting">{shell.loading}</p>}>
        <Shown />
      </Suspense>
    </section>
  );
}

function Shown() {
  const words = chanceWords[useWords().locale]!;
  const world = use(loadFilms());
  const [person, setPerson] = useState(0);
  const [secret, setSecret] = useState(newSecret);
  const { films, beliefs } = useMemo(() => sendingOf(world, person, secret), [world, person, secret]);
  const own = GROUPS[world.groupOf[person]!]!;
  const withheld = films.filter(({ sent }) => !sent).length;
  const { without, defended } = world;
  const labels = GROUPS.map((group) => words.named[group]!);
  const even = GROUPS.map(() => 1 / GROUPS.length);
  return (
    <>
      <p aria-live="polite">
        <strong>{words.person(words.groups[own]!, films.length)}</strong> {words.count(withheld, films.length)}
      </p>
      <div className="buttons">
        <Button onClick={() => setPerson((person + 1) % world.rated.length)}>{words.another}</Button>
        <Button onClick={() => setSecret(newSecret())}>{words.anotherSecret}</Button>
      </div>
      <p className="quiet small">{words.secret}</p>
      <div className="pair">
        <FilmTable films={films} labels={labels} />
        <div>
          <h3>{words.beliefs}</h3>
          <h4>{words.without}</h4>
          <BeliefBars labels={labels} now={beliefs.without} prior={even} name={words.without} />
          <h4>{words.defended}</h4>
          <BeliefBars labels={labels} now={beliefs.defended} prior={even} name={words.defended} />
          <p>
            {words.crowd(
              decimal(without.auc, 2),
              decimal(without.reach, 2),
              decimal(defended.auc, 2),
              decimal(defended.reach, 2),
            )}
          </p>
          <p className="quiet small">{words.limits}</p>
        </div>
      </div>
    </>
  );
}

interface TableProps {
  readonly films: readonly Film[];
  readonly labels: readonly string[];
}

function FilmTable({ films, labels }: TableProps) {
  const words = chanceWords[useWords().locale]!;
  return (
    <table className="chances-films">
      <caption>{words.table}</caption>
      <thead>
        <tr>
          <th scope="col">{words.film}</th>
          {labels.map((label) => (
            <th key={label} scope="col" className="number">
              {label}
            </th>
          ))}
          <th scope="col" className="number">
            {words.howOften}
          </th>
          <th scope="col">{words.thisTime}</th>
        </tr>
      </thead>
      <tbody>
        {films.map(({ title, chances, withholding, sent }) => (
          <tr key={title} className={sent ? undefined : 'withheld'}>
            <th scope="row">{title}</th>
            {chances.map((chance, group) => (
              <td key={labels[group]} className="number">
                {percent(chance)}
              </td>
            ))}
            <td className="number">{withholding < 0.005 ? words.never : percent(withholding)}</td>
            <td>{sent ? words.sent : <strong>{words.withheld}</strong>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
