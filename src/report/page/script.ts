/**
 * The page's script: look figures up on a chart, question by question, with the pointer or with the arrow keys on a
 * slider. Without it the page loses nothing but that. Plain JavaScript as text, because it runs in the reader's browser.
 *
 * The page allows this script only, by its hash: a title that got past the escaping could still run nothing.
 */
import { sha256 } from '@noble/hashes/sha2.js';

export const script = `
for (const island of document.querySelectorAll('script[data-explorable]')) {
  const figure = island.closest('figure');
  const data = JSON.parse(island.textContent);
  const panel = figure.querySelector('.explorer');
  const slider = panel.querySelector('input');
  const heading = panel.querySelector('[data-at]');
  const cells = [...panel.querySelectorAll('[data-figure]')];
  const fixed = (value) => value.toFixed(data.digits).replace(/^-(?=[0.]*$)/, '');
  const number = (value) => data.unit === 'percent' ? Math.round(100 * value) + '%' : fixed(value);
  const plain = (value) => data.unit === 'percent' ? String(Math.round(100 * value)) : fixed(value);

  const make = (name, attributes, parent) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    parent.append(element);
    return element;
  };
  const cursors = [...figure.querySelectorAll('svg')].map((svg, at) => {
    const frame = data.frames[at];
    const group = make('g', { class: 'cursor', transform: 'translate(' + frame.left + ',' + frame.top + ')' }, svg);
    const line = make('line', { y1: 0, y2: frame.height }, group);
    const dots = data.series.map(({ colour }) => make('circle', { r: 4.5, fill: colour }, group));
    return { svg, frame, line, dots };
  });

  const show = (at) => {
    const asked = data.questions[at];
    const across = (asked - data.x[0]) / (data.x[1] - data.x[0]);
    const words = [];
    data.figures[at].forEach((figures, series) => {
      const text = figures === null ? '\\u2013' : number(figures[0]) + ' [' + plain(figures[1]) + ', ' + plain(figures[2]) + ']';
      cells[series].textContent = text;
      if (figures !== null) words.push(data.series[series].label + ' ' + number(figures[0]));
      for (const { frame, dots } of cursors) {
        const dot = dots[series];
        dot.style.display = figures === null ? 'none' : '';
        if (figures === null) continue;
        dot.setAttribute('cx', across * frame.width);
        dot.setAttribute('cy', frame.height * (data.y[1] - figures[0]) / (data.y[1] - data.y[0]));
      }
    });
    for (const { frame, line } of cursors) {
      line.setAttribute('x1', across * frame.width);
      line.setAttribute('x2', across * frame.width);
    }
    const name = asked === 1 ? '1 question' : asked + ' questions';
    heading.textContent = name;
    slider.value = at;
    slider.setAttribute('aria-valuetext', name + ': ' + words.join('; '));
  };

  const nearest = (wanted) => {
    let best = 0;
    data.questions.forEach((asked, at) => {
      if (Math.abs(asked - wanted) < Math.abs(data.questions[best] - wanted)) best = at;
    });
    return best;
  };
  for (const { svg, frame } of cursors) {
    const follow = (event) => {
      const box = svg.getBoundingClientRect();
      const across = ((event.clientX - box.left) * (frame.total / box.width) - frame.left) / frame.width;
      if (across > -0.05 && across < 1.05) show(nearest(data.x[0] + across * (data.x[1] - data.x[0])));
    };
    svg.addEventListener('pointermove', follow);
    svg.addEventListener('pointerdown', follow);
  }
  slider.addEventListener('input', () => show(Number(slider.value)));
  panel.hidden = false;
  figure.classList.add('explored');
  show(data.start);
}
`;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** What a Content-Security-Policy names a script by. */
export function scriptHash(text: string): string {
  const bytes = sha256(new TextEncoder().encode(text));
  let base64 = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first, second, third] = [bytes[at]!, bytes[at + 1], bytes[at + 2]];
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    const letters = [18, 12, 6, 0].map((shift) => ALPHABET[(bits >> shift) & 63]!);
    if (second === undefined) letters[2] = '=';
    if (third === undefined) letters[3] = '=';
    base64 += letters.join('');
  }
  return `sha256-${base64}`;
}
