/** Second: the questions, one per line. */
import { useMemo } from 'react';
import { FileDrop } from '../audit/parts/FileDrop.tsx';
import { Button } from '../components/Button.tsx';
import { Problem } from '../components/Problem.tsx';
import type { ViewWords } from '../words/catalogue.ts';
import { useWords } from '../words/language.ts';
import { useViewWords } from '../words/viewWords.ts';
import { changeText, checkList, takeListFile } from './questionnaireActions.ts';
import { chosenModels, type QuestionnaireState } from './questionnaireState.ts';
import { type ListLine, replaceLine, resolveList } from './resolveList.ts';

export function ListStep({ state }: { readonly state: QuestionnaireState }) {
  const { text, examples, listError, checking } = state;
  const { data } = useWords();
  const { questionnaire, components } = useViewWords();
  const words = questionnaire.list;
  const model = chosenModels(state)[0]?.model;
  const lines = useMemo(() => (model === undefined ? [] : resolveList(text, model.items)), [text, model]);
  const found = lines.filter(({ kind }) => kind === 'found').length;
  const problem =
    model === undefined
      ? words.noAttribute
      : found === 0
        ? words.noQuestion
        : found < lines.length
          ? words.unknownLines
          : undefined;
  return (
    <section aria-labelledby="list-title">
      <h2 id="list-title">{words.heading}</h2>
      <p>{words.about}</p>
      <div className="buttons">
        {examples.map(({ id, titles }) => (
          <Button key={id} onClick={() => changeText(titles.join('\n'))}>
            {exampleName(id, words, data.attribute)}
          </Button>
        ))}
      </div>
      <div className="beside">
        <div className="field">
          <label htmlFor="list">{words.label}</label>
          <textarea
            id="list"
            className="list"
            rows={11}
            spellCheck={false}
            value={text}
            placeholder={
              model === undefined ? '' : `${model.items.title(0 as never)}\n${model.items.title(1 as never)}\n…`
            }
            aria-describedby="list-state"
            onChange={(event) => changeText(event.target.value)}
          />
        </div>
        <div>
          <p id="list-state" className="small">
            {words.known(found)}
            {model !== undefined && words.possible(model.items.size)}.
          </p>
          <Unclear lines={lines} text={text} />
          <FileDrop
            small
            label={words.file}
            hint={words.fileHint}
            accept=".txt,.csv,.tsv,.json"
            onFile={(file) => void takeListFile(file)}
          />
        </div>
      </div>
      {listError !== undefined && <Problem error={listError} />}
      <div className="buttons go">
        <Button
          look="primary"
          disabled={problem !== undefined || checking.kind === 'busy'}
          aria-describedby="list-problem"
          onClick={() => void checkList()}
        >
          {checking.kind === 'busy' ? `${components.stage(checking.stage)} …` : words.check}
        </Button>
        <span id="list-problem" className="quiet small">
          {problem}
        </span>
      </div>
      {checking.kind === 'failed' && <Problem error={checking.error} />}
    </section>
  );
}

const SHOWN = 6;

/** Lists of attackers are named by what they look for. */
function exampleName(id: string, words: ViewWords['questionnaire']['list'], named: (attribute: string) => string) {
  return words.examples[id] ?? words.attackersList(named(id.replace(/^attacker:/, '')));
}

function Unclear({ lines, text }: { readonly lines: readonly ListLine[]; readonly text: string }) {
  const words = useViewWords().questionnaire.list;
  const unclear = lines.filter((line) => line.kind !== 'found');
  if (unclear.length === 0) return null;
  return (
    <div className="problem small" role="status">
      <ul className="unclear">
        {unclear.slice(0, SHOWN).map((line) =>
          line.kind === 'repeated' ? (
            <li key={`${line.text} again`}>{words.twice(line.text)}</li>
          ) : (
            <li key={line.text}>
              {line.kind === 'ambiguous' ? words.several(line.text) : words.unknown(line.text)}
              {line.near.length > 0 && (
                <>
                  {words.didYouMean}
                  {line.near.map((title) => (
                    <Button key={title} look="plain" onClick={() => changeText(replaceLine(text, line.text, title))}>
                      {title}
                    </Button>
                  ))}
                  {words.didYouMeanEnd}
                </>
              )}
            </li>
          ),
        )}
      </ul>
      {unclear.length > SHOWN && <p>{words.more(unclear.length - SHOWN)}</p>}
    </div>
  );
}
