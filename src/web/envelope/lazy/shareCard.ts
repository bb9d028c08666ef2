/** The picture to send on: one sentence, drawn on a canvas. No answer and no group is in it. */
import type { CardWords } from './shareWords.ts';

export const SIZE = { width: 1200, height: 630 } as const;

const LEFT = 90;

export function drawCard(canvas: HTMLCanvasElement, { first, share, sure, end, foot }: CardWords): void {
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const styles = getComputedStyle(document.documentElement);
  const colour = (name: string) => styles.getPropertyValue(`--${name}`).trim();
  pen.fillStyle = colour('paper');
  pen.fillRect(0, 0, SIZE.width, SIZE.height);
  pen.fillStyle = colour('accent');
  pen.fillRect(0, 0, SIZE.width, 14);
  drawEnvelope(pen, colour);
  pen.fillStyle = colour('ink');
  pen.font = `400 50px ${colour('serif')}`;
  lines(pen, wrapped(pen, first, SIZE.width - 2 * LEFT - 260), { left: LEFT, top: 140, step: 62 });
  // The figure is what one sees first, in a list of messages too.
  pen.fillStyle = colour('accent');
  pen.font = `400 210px ${colour('serif')}`;
  pen.fillText(share, LEFT - 8, 450);
  const beside = LEFT + pen.measureText(share).width + 34;
  pen.fillStyle = colour('ink');
  pen.font = `600 46px ${colour('serif')}`;
  const said = [sure, end].flatMap((text) => wrapped(pen, text, SIZE.width - LEFT - beside));
  lines(pen, said, { left: beside, top: 450 - 58 * (said.length - 1), step: 58 });
  pen.fillStyle = colour('soft');
  pen.font = `400 32px ${colour('sans')}`;
  pen.fillText(foot, LEFT, SIZE.height - 60);
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly step: number;
}

function lines(pen: CanvasRenderingContext2D, texts: readonly string[], { left, top, step }: Place): void {
  for (const [at, text] of texts.entries()) pen.fillText(text, left, top + at * step);
}

function drawEnvelope(pen: CanvasRenderingContext2D, colour: (name: string) => string): void {
  const [x, y, width, height] = [SIZE.width - LEFT - 190, 80, 190, 120];
  pen.lineWidth = 6;
  pen.strokeStyle = colour('accent');
  pen.fillStyle = colour('wash');
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.fill();
  pen.stroke();
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x + width / 2, y + 0.6 * height);
  pen.lineTo(x + width, y);
  pen.stroke();
}

function wrapped(pen: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
