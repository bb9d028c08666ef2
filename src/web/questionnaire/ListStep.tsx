/** Second: the questions, one per line. */
import { useMemo } from 'react';
import { FileDrop } from '../audit/parts/FileDrop.tsx';
import { Button } from '../components/Button.tsx';
import { Problem } from '../components/Problem.tsx';
import { changeText, checkList, takeListFile } from './questionnaireActions.ts';
import { chosenModels, type QuestionnaireState } from './questionnaireState.ts';
import { type ListLine, replaceLine, resolveList } from './resolveList.ts';

export function ListStep({ state }: { readonly state: QuestionnaireState }) {
  const { text, examples, listError, checking } = state;
  const model = chosenModels(state)[0]?.model;
  const lines = useMemo(() => (model === undefined ? [] : resolveList(text, model.items)), [text, model]);
  const found = lines.filter(({ kind }) => kind === 'found').length;
  const problem =
    model === undefined
      ? 'Choose at least one attribute.'
      : found === 0
        ? 'Write at least one question.'
        : found < lines.length
          ? 'Correct or remove the lines that are not known.'
          : undefined;
  return (
    <section aria-labelledby="list-title">
      <h2 id="list-title">2. The questions</h2>
      <p>
        “How do you like …?”, one item per line, by title or id. Start from an example, or paste what your sign-up asks.
      </p>
      <div className="buttons">
        {examples.map(({ id, label, titles }) => (
          <Button key={id} onClick={() => changeText(titles.join('\n'))}>
            {label}
          </Button>
        ))}
      </div>
      <div className="beside">
        <div className="field">
          <label htmlFor="list">The list</label>
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
            {found} {found === 1 ? 'question' : 'questions'} known
            {model !== undefined && ` of ${model.items.size} possible`}.
          </p>
          <Unclear lines={lines} text={text} />
          <FileDrop
            small
            label="Or a file with the list"
            hint="One item per line, CSV with a column item or title, JSON, or a transcript."
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
          {checking.kind === 'busy' ? `${checking.stage} …` : 'Check the list'}
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

function Unclear({ lines, text }: { readonly lines: readonly ListLine[]; readonly text: string }) {
  const unclear = lines.filter((line) => line.kind !== 'found');
  if (unclear.length === 0) return null;
  return (
    <div className="problem small" role="status">
      <ul className="unclear">
        {unclear.slice(0, SHOWN).map((line) =>
          line.kind === 'repeated' ? (
            <li key={`${line.text} again`}>“{line.text}” appears twice.</li>
          ) : (
            <li key={line.text}>
              “{line.text}” {line.kind === 'ambiguous' ? 'is the title of several items.' : 'is not known.'}{' '}
              {line.near.length > 0 && (
                <>
                  Did you mean{' '}
                  {line.near.map((title) => (
                    <Button key={title} look="plain" onClick={() => changeText(replaceLine(text, line.text, title))}>
                      {title}
                    </Button>
                  ))}
                  ?
                </>
              )}
            </li>
          ),
        )}
      </ul>
      {unclear.length > SHOWN && <p>And {unclear.length - SHOWN} more.</p>}
    </div>
  );
}
