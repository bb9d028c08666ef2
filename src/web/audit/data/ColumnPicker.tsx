/**
 * The columns of a wide table, each with a choice: item, attribute or left out. There may be hundreds: the list scrolls
 * by itself, is searched, and takes ranges. It is one stop of the Tab key; the arrow keys go up and down in it.
 */
import { type KeyboardEvent, memo, useCallback, useMemo, useRef, useState } from 'react';
import type { ColumnGuess } from '../../../tables/index.ts';
import { announce } from '../../components/announce.ts';
import { Button } from '../../components/Button.tsx';
import { useViewWords } from '../../words/viewWords.ts';
import { SelectField, TextField } from '../parts/Field.tsx';
import { setMeaning } from '../state/auditActions.ts';
import type { AuditState } from '../state/auditState.ts';
import {
  type ColumnFilter,
  type ColumnMeaning,
  columnMeanings,
  noFilter,
  shownColumns,
} from '../state/columnMeanings.ts';
import { openColumns } from '../state/dataSource.ts';

const PAGE_ROWS = 10;

export function ColumnPicker({ state }: { readonly state: AuditState }) {
  const { files, columns, meanings } = state;
  const words = useViewWords().audit.columns;
  const preview = files.ratings!.preview!;
  const [filter, setFilter] = useState<ColumnFilter>(noFilter);
  const names = useMemo(() => openColumns({ files, columns }), [files, columns]);
  const details = useMemo(() => columnDetails(preview.names, preview.rows, preview.guess.columns), [preview]);
  const shown = useMemo(() => shownColumns(names, meanings, filter), [names, meanings, filter]);
  const count = (meaning: ColumnMeaning) => names.filter((name) => meanings.get(name) === meaning).length;
  const narrow = useCallback((part: Partial<ColumnFilter>) => setFilter((before) => ({ ...before, ...part })), []);
  const setFrom = useCallback((from: string) => narrow({ from }), [narrow]);
  const setTo = useCallback((to: string) => narrow({ to }), [narrow]);
  const setShown = (meaning: ColumnMeaning) => {
    setMeaning(shown, meaning);
    announce(words.wereSet(shown.length, words.meanings[meaning]));
  };
  return (
    <div className="columns">
      <p id="column-counts" role="status">
        <strong>{words.items(count('item'))}</strong>
        {words.attributesLeft(count('attribute'), count('ignore'))}
        <span className="quiet">{words.guessed}</span>
      </p>
      <div className="fields">
        <TextField label={words.search} value={filter.search} onChange={(search) => narrow({ search })} />
        <SelectField
          label={words.show}
          value={filter.meaning}
          options={[
            ['all', words.shown.all],
            ...columnMeanings.map((meaning) => [meaning, words.shown[meaning]] as const),
          ]}
          onChange={(meaning) => narrow({ meaning: meaning as ColumnFilter['meaning'] })}
        />
        <EndField label={words.from} none={words.first} value={filter.from} names={names} onChange={setFrom} />
        <EndField label={words.to} none={words.last} value={filter.to} names={names} onChange={setTo} />
      </div>
      <div className="buttons bulk">
        <span className="small">{words.set(shown.length)}</span>
        {columnMeanings.map((meaning) => (
          <Button key={meaning} disabled={shown.length === 0} onClick={() => setShown(meaning)}>
            {words.meanings[meaning]}
          </Button>
        ))}
      </div>
      <ColumnList shown={shown} meanings={meanings} details={details} />
      <p className="quiet small">{words.keys}</p>
    </div>
  );
}

interface EndProps {
  readonly label: string;
  /** What it means to choose none. */
  readonly none: string;
  readonly value: string;
  readonly names: readonly string[];
  readonly onChange: (name: string) => void;
}

/** One end of a range. Its hundreds of options are not drawn again at every tick. */
const EndField = memo(function EndField({ label, none, value, names, onChange }: EndProps) {
  const options = [['', none] as const, ...names.map((name) => [name, name] as const)];
  return <SelectField label={label} value={value} options={options} onChange={onChange} />;
});

interface ListProps {
  readonly shown: readonly string[];
  readonly meanings: AuditState['meanings'];
  readonly details: ReadonlyMap<string, ColumnDetails>;
}

function ColumnList({ shown, meanings, details }: ListProps) {
  const words = useViewWords().audit.columns;
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  /** Where the last click was: Shift goes from there. */
  const anchor = useRef<string>(undefined);
  // Rows are drawn again only where something of their own changes; so what they call must stay the same.
  const latest = useRef({ shown, meanings });
  latest.current = { shown, meanings };

  const choose = useCallback((at: number, meaning: ColumnMeaning, through: boolean) => {
    const { shown: rows } = latest.current;
    const from = through && anchor.current !== undefined ? rows.indexOf(anchor.current) : -1;
    const start = from < 0 ? at : from;
    setMeaning(rows.slice(Math.min(start, at), Math.max(start, at) + 1), meaning);
    anchor.current = rows[at];
    setActive(at);
  }, []);

  const move = useCallback((event: KeyboardEvent, at: number) => {
    const { shown: rows, meanings: now } = latest.current;
    const to = targetRow(event.key, at, rows.length);
    if (to === undefined) return;
    event.preventDefault();
    if (event.shiftKey) setMeaning(rows.slice(Math.min(at, to), Math.max(at, to) + 1), now.get(rows[at]!) ?? 'ignore');
    anchor.current = rows[to];
    setActive(to);
    list.current?.querySelectorAll('li')[to]?.querySelector<HTMLInputElement>('input:checked')?.focus();
  }, []);

  const tabbable = Math.min(active, shown.length - 1);
  return (
    <div className="table picker">
      {shown.length === 0 && <p className="quiet">{words.none}</p>}
      <ul ref={list}>
        {shown.map((name, at) => (
          <ColumnRow
            key={name}
            name={name}
            at={at}
            meaning={meanings.get(name) ?? 'ignore'}
            details={details.get(name)!}
            tabbable={at === tabbable}
            choose={choose}
            move={move}
          />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  readonly name: string;
  readonly at: number;
  readonly meaning: ColumnMeaning;
  readonly details: ColumnDetails;
  readonly tabbable: boolean;
  readonly choose: (at: number, meaning: ColumnMeaning, through: boolean) => void;
  readonly move: (event: KeyboardEvent, at: number) => void;
}

const ColumnRow = memo(function ColumnRow({ name, at, meaning, details, tabbable, choose, move }: RowProps) {
  const words = useViewWords().audit.columns;
  const { place, examples, reason } = details;
  return (
    <li className={`picker-row ${meaning}`}>
      <fieldset>
        <legend className="unseen">{name}</legend>
        <span className="picker-name" aria-hidden="true">
          <span className="quiet">{place}</span> {name}
        </span>
        <span className="picker-choices">
          {columnMeanings.map((own) => (
            <label key={own}>
              <input
                type="radio"
                name={`meaning-${place}`}
                checked={own === meaning}
                tabIndex={tabbable ? 0 : -1}
                // A click says whether Shift is held; a change does not. Arrow keys click too.
                onClick={(event) => choose(at, own, event.shiftKey)}
                onChange={() => {}}
                onKeyDown={(event) => move(event, at)}
              />
              <span>{words.meanings[own]}</span>
            </label>
          ))}
        </span>
        <span className="picker-details quiet">
          {examples === '' ? '' : `${examples} · `}
          <span lang="en">{reason}</span>
        </span>
      </fieldset>
    </li>
  );
});

interface ColumnDetails {
  /** In the file, from 1. */
  readonly place: number;
  readonly examples: string;
  readonly reason: string;
}

const EXAMPLES = 4;

function columnDetails(
  names: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
  guesses: readonly ColumnGuess[],
): ReadonlyMap<string, ColumnDetails> {
  return new Map(
    names.map((name, at) => {
      const values = new Set(rows.flatMap((cells) => (cells[at] ? [cells[at]] : [])));
      const examples = [...values].slice(0, EXAMPLES).join(', ') + (values.size > EXAMPLES ? ' …' : '');
      return [name, { place: at + 1, examples, reason: guesses[at]?.reason ?? '' }];
    }),
  );
}

function targetRow(key: string, at: number, rows: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    PageUp: at - PAGE_ROWS,
    PageDown: at + PAGE_ROWS,
    Home: 0,
    End: rows - 1,
  };
  const to = steps[key];
  return to === undefined ? undefined : Math.max(0, Math.min(rows - 1, to));
}
