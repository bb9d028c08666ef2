/** How defences are told apart on charts: a colour for each family, a shape for each of its members, and a key. */
import { defences } from '../../../defence/index.ts';
import { shapes } from '../../charts/key.ts';
import { type Frame, type Layout, LETTER, type Spec } from '../../common/layout.ts';
import { describedAs, labelOf } from './words.ts';

interface Mark {
  readonly colour: string;
  readonly shape: string;
}

/** Plug-ins add families. One that is not known here, because its plug-in is not loaded, comes after all others. */
const families = () => [...new Set(defences.map(({ family }) => family))];

export function markOf(name: string): Mark {
  const known = families();
  const { family } = describedAs(name);
  const at = known.includes(family) ? known.indexOf(family) : known.length;
  const members = defences.filter((defence) => defence.family === family).map((defence) => defence.name);
  return { colour: `#${at}`, shape: shapes[Math.max(0, members.indexOf(name)) % shapes.length]! };
}

export const markColour = (): Spec => ({
  field: 'colour',
  type: 'nominal',
  scale: { domain: [...families(), 'of a plug-in'].map((_, at) => `#${at}`), range: 'category' },
  legend: null,
});
export const markShape: Spec = { field: 'shape', type: 'nominal', scale: null };

const LINE = 21;

/** Room for the key: to the right of the plot, below it on a phone. */
export function keyRoom(layout: Layout, names: readonly string[]): { readonly right: number; readonly bottom: number } {
  const longest = Math.max(...names.map((name) => labelOf(name).length));
  return { right: 52 + LETTER * longest, bottom: layout.named ? 52 : 58 + LINE * Math.ceil(names.length / 2) };
}

export function keyOf(layout: Layout, frame: Frame, names: readonly string[]): Spec[] {
  const values = names.map((name, at) => ({
    ...markOf(name),
    label: labelOf(name),
    x: layout.named ? frame.width + 30 : 14 - frame.left + (at % 2) * (layout.width / 2),
    y: layout.named ? 10 + LINE * at : frame.height + 62 + LINE * Math.floor(at / 2),
  }));
  const place = (field: string) => ({ field, type: 'quantitative', scale: null, axis: null });
  return [
    {
      data: { values },
      mark: { type: 'point', filled: true, size: 75, style: 'dot' },
      encoding: { x: place('x'), y: place('y'), fill: markColour(), shape: markShape },
    },
    {
      data: { values: values.map((value) => ({ ...value, x: value.x + 12 })) },
      mark: { type: 'text', style: 'labelText', align: 'left', baseline: 'middle', limit: 0 },
      encoding: { x: place('x'), y: place('y'), text: { field: 'label' } },
    },
  ];
}
