/** The dots on a canvas. They move to where they are wanted, at the pace of the screen; at once where motion is not wanted. */
import { useEffect, useRef } from 'react';
import { between, type Dots, drawDots, type Look, placed } from './plot.ts';

const DURATION = 700;
const SEED = 1;

interface Props {
  readonly shares: Float64Array;
  readonly types: Uint8Array;
  readonly wrong: Uint8Array;
  readonly label: string;
}

export function Crowd({ shares, types, wrong, label }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useRef<Dots>(undefined);
  useEffect(() => {
    const element = canvas.current!;
    const target = placed(shares, SEED);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches || shown.current === undefined;
    const from = still ? target : shown.current!;
    let start: number | undefined;
    let frame = 0;
    const draw = (time: number) => {
      start ??= time;
      const share = still ? 1 : Math.min(1, (time - start) / DURATION);
      shown.current = between(from, target, share);
      drawDots(element, shown.current, { types, wrong, ...coloursOf(element) });
      if (share < 1) frame = requestAnimationFrame(draw);
    };
    const redraw = () => drawDots(element, shown.current ?? target, { types, wrong, ...coloursOf(element) });
    frame = requestAnimationFrame(draw);
    const sizes = new ResizeObserver(redraw);
    sizes.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', redraw);
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      scheme.removeEventListener('change', redraw);
    };
  }, [shares, types, wrong]);
  return <canvas ref={canvas} className="crowd" role="img" aria-label={label} />;
}

function coloursOf(element: Element): Pick<Look, 'colours' | 'ring' | 'line'> {
  const styles = getComputedStyle(element);
  const colour = (name: string) => styles.getPropertyValue(`--${name}`).trim();
  return { colours: [colour('t0'), colour('t1')], ring: colour('ink'), line: colour('rule') };
}
