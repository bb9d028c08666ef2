/** A chart of the results: where it has lines they can be looked up question by question; the figures are below. */
import { type PointerEvent, useId, useState } from 'react';
import { type Chart as ChartOfReport, layouts } from '../../../report/index.ts';
import { Chart } from '../../components/Chart.tsx';
import { Rich } from '../../components/Rich.tsx';
import { useViewWords } from '../../words/viewWords.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { type AuditedRecords, chartTable } from './chartTable.ts';
import { tipsOf } from './chartTips.ts';

type Lookup = NonNullable<ChartOfReport['explorable']>;
type LayoutName = 'page' | 'phone';

export function ResultChart({ chart, records }: { readonly chart: ChartOfReport; readonly records: AuditedRecords }) {
  const table = chartTable(chart, records);
  const words = useViewWords().audit.result;
  return (
    <div className="result-chart">
      {chart.explorable === undefined ? (
        <Chart chart={chart} lang="en" tips={tipsOf(chart.id, records)} />
      ) : (
        <ExploredChart chart={chart} lookup={chart.explorable} />
      )}
      {table !== undefined && (
        <details>
          <summary>
            {words.figures}
            <span className="unseen">{words.figuresOf(chart.title)}</span>
          </summary>
          <DataTable
            label={words.figuresRegion(chart.title)}
            caption={chart.title}
            heads={table.heads}
            rows={table.rows}
          />
        </details>
      )}
    </div>
  );
}

function ExploredChart({ chart, lookup }: { readonly chart: ChartOfReport; readonly lookup: Lookup }) {
  const words = useViewWords().audit.result;
  const [chosen, setChosen] = useState(lookup.start);
  const id = useId();
  const at = Math.min(chosen, lookup.questions.length - 1);
  const asked = lookup.questions[at]!;
  const after = words.after(asked);
  const figures = lookup.series.map((series, n) => ({ ...series, figure: figureText(lookup, at, n) }));
  const follow = (event: PointerEvent, name: LayoutName) => {
    const box = event.currentTarget.getBoundingClientRect();
    const { left, width, right } = chart.frame(layouts[name]);
    const across = (((event.clientX - box.left) / box.width) * (left + width + right) - left) / width;
    if (across < -0.05 || across > 1.05) return;
    setChosen(nearest(lookup.questions, lookup.x[0] + across * (lookup.x[1] - lookup.x[0])));
  };
  return (
    <>
      <Chart
        chart={chart}
        lang="en"
        over={(name) => <Cursor chart={chart} lookup={lookup} at={at} name={name} />}
        onPoint={follow}
      />
      <div className="explorer">
        <label htmlFor={id}>{words.lookUp}</label>
        <input
          id={id}
          type="range"
          min={0}
          max={lookup.questions.length - 1}
          value={at}
          aria-valuetext={`${after}: ${figures.map(({ label, figure }) => `${label} ${figure}`).join('; ')}`}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
        <div className="readout">
          <p>
            <Rich text={words.reading(lookup.quantity, after, lookup.note ?? words.intervals)} />
          </p>
          <ul lang="en">
            {figures.map(({ label, figure, colour, palette, dashed }) => (
              <li key={label}>
                <span
                  className={dashed ? 'swatch dashed' : 'swatch'}
                  style={{ borderTopColor: variable(palette, colour) }}
                />
                <span>{label}</span>
                <span className="figure">{figure}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  );
}

interface CursorProps {
  readonly chart: ChartOfReport;
  readonly lookup: Lookup;
  readonly at: number;
  readonly name: LayoutName;
}

/** A line over the plot and a dot on each series, placed in shares of the picture. */
function Cursor({ chart, lookup, at, name }: CursorProps) {
  const { left, width, right, top, height, bottom } = chart.frame(layouts[name]);
  const [wide, high] = [left + width + right, top + height + bottom];
  const across = (lookup.questions[at]! - lookup.x[0]) / (lookup.x[1] - lookup.x[0]);
  const x = `${(100 * (left + across * width)) / wide}%`;
  return (
    <div className="cursor" aria-hidden="true">
      <span
        className="cursor-line"
        style={{ left: x, top: `${(100 * top) / high}%`, height: `${(100 * height) / high}%` }}
      />
      {lookup.series.map(({ label, palette, colour }, n) => {
        const figure = lookup.figures[at]![n];
        if (figure === null || figure === undefined) return null;
        const down = (lookup.y[1] - figure[0]) / (lookup.y[1] - lookup.y[0]);
        const y = `${(100 * (top + down * height)) / high}%`;
        return (
          <span key={label} className="cursor-dot" style={{ left: x, top: y, background: variable(palette, colour) }} />
        );
      })}
    </div>
  );
}

function variable(palette: 'contenders' | 'types', colour: number | 'control'): string {
  return colour === 'control' ? 'var(--control)' : `var(--${palette[0]}${colour % 7})`;
}

function figureText({ figures, unit }: Lookup, at: number, series: number): string {
  const figure = figures[at]![series];
  if (figure === null || figure === undefined) return '–';
  const [value, low, high] = figure.map((number) =>
    unit === 'percent' ? (100 * number).toFixed(0) : number.toFixed(2),
  );
  return `${value}${unit === 'percent' ? '%' : ''} [${low}, ${high}]`;
}

function nearest(questions: readonly number[], wanted: number): number {
  return questions.reduce(
    (best, asked, at) => (Math.abs(asked - wanted) < Math.abs(questions[best]! - wanted) ? at : best),
    0,
  );
}
