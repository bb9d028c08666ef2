/** A chart of src/report as a figure: wide and narrow, in the colours of the page. */
import { type PointerEvent, type ReactNode, useEffect, useState } from 'react';
import { type ChartLayout, type Chart as ChartOfReport, layouts } from '../../report/index.ts';
import { useViewWords } from '../words/viewWords.ts';
import { loadChartLibrary } from './chartLibrary.ts';
import { Problem } from './Problem.tsx';

type Series = ChartOfReport['legend'][number];

type Drawn = Readonly<Record<'page' | 'phone', string>>;

/** What the mark under the pointer stands for, and where. */
interface Tip {
  readonly lines: readonly string[];
  readonly left: number;
  readonly top: number;
}

interface Props {
  readonly chart: ChartOfReport;
  readonly level?: 2 | 3 | 4;
  /** Of what the chart says, where it is not that of the page. */
  readonly lang?: string | undefined;
  /** Lies over the picture. */
  readonly over?: ((layout: 'page' | 'phone') => ReactNode) | undefined;
  /** What to say of the dot under the pointer, from the values it stands for, by the titles of their axes or fields. */
  readonly tips?: ((values: ReadonlyMap<string, string>) => readonly string[]) | undefined;
  /** The pointer is over the picture. */
  readonly onPoint?: ((event: PointerEvent, layout: 'page' | 'phone') => void) | undefined;
}

export function Chart({ chart, level = 3, lang, over, tips, onPoint }: Props) {
  const [drawn, setDrawn] = useState<Drawn>();
  const [error, setError] = useState<unknown>();
  const [tip, setTip] = useState<Tip>();
  const { components } = useViewWords();
  const labelled = tips !== undefined;
  useEffect(() => {
    let current = true;
    const draw = async () => {
      const { drawChart } = await loadChartLibrary();
      const picture = async (to: ChartLayout) => fluid(await drawChart(chart.spec(to), { labelled }));
      const [page, phone] = await Promise.all([picture(layouts.page), picture(layouts.phone)]);
      if (current) setDrawn({ page, phone });
    };
    draw().catch((reason: unknown) => current && setError(reason));
    return () => {
      current = false;
    };
  }, [chart, labelled]);
  const Heading = `h${level}` as const;
  return (
    <figure id={`figure-${chart.id}`} lang={lang}>
      <figcaption>
        <Heading>{chart.title}</Heading>
        <p>{chart.reading}</p>
      </figcaption>
      {error !== undefined && <Problem error={error} />}
      <ul className="legend">
        {chart.legend.map((series) => (
          <li key={series.label}>
            <Swatch {...series} />
            {series.label}
          </li>
        ))}
      </ul>
      {drawn === undefined ? (
        <p className="quiet">{components.drawing}</p>
      ) : (
        <div role="img" aria-label={chart.description}>
          {(['page', 'phone'] as const).map((layout) => (
            <div
              key={layout}
              className={layout === 'page' ? 'wide picture' : 'narrow picture'}
              onPointerMove={(event) => {
                setTip(tips && tipAt(event, tips));
                onPoint?.(event, layout);
              }}
              onPointerLeave={() => setTip(undefined)}
            >
              {/* The text comes from the chart library, which escapes what it draws. */}
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: SVG made here from a spec */}
              <div dangerouslySetInnerHTML={{ __html: drawn[layout] }} />
              {over?.(layout)}
              {tip !== undefined && <TipBox tip={tip} />}
            </div>
          ))}
        </div>
      )}
    </figure>
  );
}

function Swatch({ colour, palette, dashed, shape }: Series) {
  const paint = colour === 'control' ? 'var(--control)' : `var(--${palette[0]}${colour % 7})`;
  if (shape !== undefined) return <span className={`swatch dot ${shape}`} style={{ background: paint }} />;
  return <span className={dashed ? 'swatch dashed' : 'swatch'} style={{ borderTopColor: paint }} />;
}

function TipBox({ tip: { lines, left, top } }: { readonly tip: Tip }) {
  return (
    <div className="tip" aria-hidden="true" style={{ left, top }}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}

function tipAt(event: PointerEvent, tips: NonNullable<Props['tips']>): Tip | undefined {
  const mark = (event.target as Element).closest('.mark-symbol [aria-label]');
  if (mark === null) return undefined;
  const box = event.currentTarget.getBoundingClientRect();
  const values = new Map(
    mark
      .getAttribute('aria-label')!
      .split('; ')
      .map((part) => [part.split(': ', 1)[0]!, part.slice(part.indexOf(': ') + 2)]),
  );
  return {
    lines: tips(values),
    left: Math.min(event.clientX - box.left, box.width - 160),
    top: event.clientY - box.top,
  };
}

/** Takes the width it is given, and says nothing by itself: the figure does. */
function fluid(svg: string): string {
  return svg.replace(/^<svg[^>]*>/, (tag) => {
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(tag) ?? [];
    return `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">`;
  });
}
