/** What this is, the paper in plain words, responsible use, what happens to data, how to cite. */
import { VERSION } from '../../version/index.ts';
import { Explorables } from '../teach/Explorables.tsx';
import { useViewWords } from '../words/viewWords.ts';

/** The same in every language. */
const PAPER = {
  authors: 'S. Bhagat, U. Weinsberg, S. Ioannidis, N. Taft. ',
  title: 'Recommending with an Agenda: Active Learning of Private Attributes using Matrix Factorization.',
  where: ' Proceedings of the 8th ACM Conference on Recommender Systems (RecSys), 2014. ',
  address: 'https://arxiv.org/abs/1311.6802',
  name: 'arXiv:1311.6802',
};
const PROGRAM = 'Ulterior, a privacy-audit lab for recommender systems';

export function AboutPage() {
  const { about } = useViewWords();
  const { idea, bits, data, responsible, cite, more } = about;
  return (
    <div className="column about">
      <h1>{about.heading}</h1>
      <p className="lead">{about.lead}</p>
      <section aria-labelledby="paper">
        <h2 id="paper">{idea.heading}</h2>
        {idea.text.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </section>
      <Explorables />
      <section aria-labelledby="bits">
        <h2 id="bits">{bits.heading}</h2>
        <p>{bits.text}</p>
      </section>
      <section aria-labelledby="data">
        <h2 id="data">{data.heading}</h2>
        <p>{data.text}</p>
      </section>
      <section aria-labelledby="responsible">
        <h2 id="responsible">{responsible.heading}</h2>
        <ul>
          {responsible.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="cite">
        <h2 id="cite">{cite.heading}</h2>
        <p>{cite.paper}</p>
        <blockquote lang="en">
          {PAPER.authors}
          <cite>{PAPER.title}</cite>
          {PAPER.where}
          <a href={PAPER.address} rel="noreferrer">
            {PAPER.name}
          </a>
        </blockquote>
        <p>{cite.program}</p>
        <blockquote>
          <cite lang="en">{PROGRAM}</cite>
          {cite.version(VERSION)}
        </blockquote>
      </section>
      <section aria-labelledby="more">
        <h2 id="more">{more.heading}</h2>
        <p>{more.where}</p>
        <dl className="facts">
          {Object.entries(more.documents).map(([path, text]) => (
            <div key={path} className="fact">
              <dt>
                <code>{path}</code>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
