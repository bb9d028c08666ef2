/** What this is, the paper in plain words, responsible use, what happens to data, how to cite. */
import { VERSION } from '../../version/index.ts';
import { Explorables } from '../teach/Explorables.tsx';

const DOCUMENTS = [
  ['README.md', 'what it does, and how to start'],
  ['docs/guide.md', 'the command line, task by task'],
  ['docs/defence/advisor.md', 'the advisor: what an answer costs, and whether to give it'],
  ['docs/defence/questionnaires.md', 'questionnaires that learn tastes, not attributes'],
  ['docs/defence/detector.md', 'telling whether questions are aimed at something'],
  ['docs/defence/defences.md', 'defences, and what they are worth'],
  ['docs/reproduction.md', 'the paper’s figures beside ours'],
  ['docs/page.md', 'this page: how its models were made, and how often they are right'],
  ['docs/classroom.md', 'a lesson of 90 minutes with this page'],
  ['models/README.md', 'the models of this page, and where they come from'],
] as const;

export function AboutPage() {
  return (
    <div className="column about">
      <h1>About</h1>
      <p className="lead">
        Ulterior is a laboratory for one question: what do a few ratings reveal about the person who gives them, how
        fast, and what helps against it?
      </p>
      <section aria-labelledby="paper">
        <h2 id="paper">The idea, in plain words</h2>
        <p>
          You sign up to a service, and it asks you to rate some films, dishes or songs. That is reasonable: nobody can
          recommend anything to a stranger. But whoever chooses the questions may have another reason. Women and men,
          young and old, people here and there rate some things differently on average. One such difference says little.
          Ten well-chosen questions in a row can say a lot, and none of them looks odd.
        </p>
        <p>
          Smriti Bhagat, Udi Weinsberg, Stratis Ioannidis and Nina Taft showed in 2014 how to choose such questions, and
          that the recommendations stay as good as ever: the agenda is invisible. Ulterior implements their attack so
          that it can be measured, improves on it, and then takes your side: the same mathematics tells you what each
          answer gives away, whether a list of questions looks aimed, and how to write a list that learns tastes and
          little else.
        </p>
        <p>
          We do not claim that every recommender does this, or that it works on everybody. From ten statements about
          yourself it learns something about four attributes; with food it does little better than chance. Next to each
          guess you see how often such guesses are right.
        </p>
      </section>
      <Explorables />
      <section aria-labelledby="bits">
        <h2 id="bits">What is a bit?</h2>
        <p>
          A bit measures how much is known. A straight answer to a yes-or-no question about which nothing was known is
          worth one bit. A tenth of a bit turns a 50&nbsp;:&nbsp;50 guess into about 68&nbsp;:&nbsp;32, a hundredth into
          about 56&nbsp;:&nbsp;44. Small amounts add up over many answers, and over many services that share them.
        </p>
      </section>
      <section aria-labelledby="data">
        <h2 id="data">What this page does with your data</h2>
        <p>
          Your data stay with you. Your browser does all the work, on questions, answers and files alike. The page sends
          nothing, sets no cookies and stores nothing. Once it is loaded you can go offline and carry on. Close it, and
          everything is gone. What you download is yours.
        </p>
      </section>
      <section aria-labelledby="responsible">
        <h2 id="responsible">Responsible use</h2>
        <ul>
          <li>Use it on data you are allowed to use, about people who know about it.</li>
          <li>
            Do not use it to infer what somebody chose not to tell. In many places that is unlawful: gender, age,
            politics and health are protected. Everywhere it is a breach of trust.
          </li>
          <li>Ask real people for their consent first, and show them what was inferred.</li>
          <li>A guess about one person is only a guess. Never base a decision about anybody on it.</li>
        </ul>
      </section>
      <section aria-labelledby="cite">
        <h2 id="cite">How to cite</h2>
        <p>The paper:</p>
        <blockquote>
          S. Bhagat, U. Weinsberg, S. Ioannidis, N. Taft.{' '}
          <cite>Recommending with an Agenda: Active Learning of Private Attributes using Matrix Factorization.</cite>{' '}
          Proceedings of the 8th ACM Conference on Recommender Systems (RecSys), 2014.{' '}
          <a href="https://arxiv.org/abs/1311.6802" rel="noreferrer">
            arXiv:1311.6802
          </a>
        </blockquote>
        <p>This program:</p>
        <blockquote>
          <cite>Ulterior, a privacy-audit lab for recommender systems</cite>, version {VERSION}. MIT licence.
        </blockquote>
      </section>
      <section aria-labelledby="more">
        <h2 id="more">More</h2>
        <p>In the repository:</p>
        <dl className="facts">
          {DOCUMENTS.map(([path, about]) => (
            <div key={path} className="fact">
              <dt>
                <code>{path}</code>
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}
