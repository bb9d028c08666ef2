/** Where the dots of the story stand, and how they are drawn: from left to right by what the attacker thinks. */
import { derive } from '../../maths/index.ts';

export interface Dots {
  /** From 0 to 1, both ways. */
  readonly x: Float32Array;
  readonly y: Float32Array;
}

const BINS = 48;
/** Dots at one place lie side by side: the wider, the more of them there are. */
const SPREAD = 0.028;
const LEAST_SPREAD = 0.012;

/**
 * Each dot keeps its own place in the crowd, from its seed; where the crowd is thin it is low, and where it is dense it
 * is high.
 */
export function placed(shares: ArrayLike<number>, seed: number): Dots {
  const people = shares.length;
  const [x, y] = [new Float32Array(people), new Float32Array(people)];
  const counts = new Float32Array(BINS);
  const binOf = (share: number) => Math.min(BINS - 1, Math.floor(share * BINS));
  for (let person = 0; person < people; person++) {
    // One person counts for the neighbours too, so that the outline is smooth.
    for (const [step, weight] of [
      [-2, 1],
      [-1, 2],
      [0, 3],
      [1, 2],
      [2, 1],
    ] as const) {
      const bin = binOf(shares[person]!) + step;
      if (bin >= 0 && bin < BINS) counts[bin] = counts[bin]! + weight;
    }
  }
  const most = Math.max(...counts);
  const spread = Math.max(LEAST_SPREAD, (SPREAD * most) / people);
  for (let person = 0; person < people; person++) {
    const own = derive(seed, 'place', person);
    const share = shares[person]!;
    x[person] = share + spread * (own.uniform() + own.uniform() - 1);
    const height = 0.12 + 0.88 * Math.sqrt(counts[binOf(share)]! / most);
    y[person] = 0.5 + height * (own.uniform() - 0.5);
  }
  return { x, y };
}

/** A share of the way from one place to the other, slow at both ends. */
export function between(from: Dots, to: Dots, share: number): Dots {
  const eased = share * share * (3 - 2 * share);
  const mix = (a: Float32Array, b: Float32Array) => a.map((value, at) => value + eased * (b[at]! - value));
  return { x: mix(from.x, to.x), y: mix(from.y, to.y) };
}

export interface Look {
  readonly types: Uint8Array;
  readonly wrong: Uint8Array;
  /** Of the two groups, of the ring around those misjudged, and of the line in the middle. */
  readonly colours: readonly [string, string];
  readonly ring: string;
  readonly line: string;
}

export function drawDots(canvas: HTMLCanvasElement, { x, y }: Dots, { types, wrong, colours, ring, line }: Look): void {
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const ratio = devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.strokeStyle = line;
  pen.setLineDash([4, 4]);
  pen.beginPath();
  pen.moveTo(width / 2, 0);
  pen.lineTo(width / 2, height);
  pen.stroke();
  pen.setLineDash([]);
  const radius = Math.max(2.2, Math.min(4, Math.sqrt((width * height) / (22 * types.length))));
  const [left, top] = [(at: number) => 8 + x[at]! * (width - 16), (at: number) => 8 + y[at]! * (height - 16)];
  const dots = (wanted: (at: number) => boolean) => {
    pen.beginPath();
    for (let at = 0; at < types.length; at++) {
      if (!wanted(at)) continue;
      pen.moveTo(left(at) + radius, top(at));
      pen.arc(left(at), top(at), radius, 0, 2 * Math.PI);
    }
  };
  pen.globalAlpha = 0.75;
  for (const type of [0, 1] as const) {
    pen.fillStyle = colours[type];
    dots((at) => types[at] === type);
    pen.fill();
  }
  pen.globalAlpha = 1;
  pen.lineWidth = 1;
  pen.strokeStyle = ring;
  dots((at) => wrong[at] === 1);
  pen.stroke();
}
