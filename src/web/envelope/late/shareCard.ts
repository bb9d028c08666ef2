/** The picture to send on: one sentence, drawn on a canvas. No answer and no group is in it. */
import type { CardWords } from './shareWords.ts';

export const SIZE = { width: 1200, height: 630 } as const;

const LEFT = 90;

export function drawCard(canvas: HTMLCanvasElement, { first, second }: CardWords): void {
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
  pen.font = `400 58px ${colour('serif')}`;
  let top = 150;
  for (const line of wrapped(pen, first, SIZE.width - 2 * LEFT - 260)) {
    pen.fillText(line, LEFT, top);
    top += 70;
  }
  top += 30;
  pen.font = `600 58px ${colour('serif')}`;
  for (const line of wrapped(pen, second, SIZE.width - 2 * LEFT)) {
    pen.fillText(line, LEFT, top);
    top += 72;
  }
  pen.fillStyle = colour('soft');
  pen.font = `400 32px ${colour('sans')}`;
  pen.fillText('Ulterior: what do ten statements give away about you?', LEFT, SIZE.height - 60);
}

function drawEnvelope(pen: CanvasRenderingContext2D, colour: (name: string) => string): void {
  const [x, y, width, height] = [SIZE.width - LEFT - 220, 90, 220, 140];
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
