/** Writes small files of Stata for tests, from what is published of the format. */
interface DtaVariable {
  readonly name: string;
  readonly label?: string;
  /** Bytes of a text; numbers where it is not given. */
  readonly text?: number;
  readonly format?: string;
  readonly valueLabels?: Readonly<Record<number, string>>;
}

type Cell = number | string | undefined;
const MISSING = 2 ** 1023;

export function dtaBytes(
  variables: readonly DtaVariable[],
  rows: readonly (readonly Cell[])[],
  release: 117 | 118 | 119,
): Uint8Array {
  const encoded = (text: string) => Buffer.from(text, release === 117 ? 'latin1' : 'utf8');
  const padded = (text: string, length: number) =>
    Buffer.concat([encoded(text), Buffer.alloc(length)]).subarray(0, length);
  const int = (value: number, bytes: number) => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeUIntLE(value, 0, Math.min(bytes, 6));
    return buffer;
  };
  const double = (value: number) => {
    const buffer = Buffer.alloc(8);
    buffer.writeDoubleLE(value);
    return buffer;
  };
  const [name, format, label] = release === 117 ? [33, 49, 81] : [129, 57, 321];
  const all = (own: (variable: DtaVariable) => Buffer) => Buffer.concat(variables.map(own));
  const sets = variables.map(({ name: column, valueLabels }) => {
    if (valueLabels === undefined) return Buffer.alloc(0);
    const texts = Object.values(valueLabels).map((text) => Buffer.concat([encoded(text), Buffer.alloc(1)]));
    const starts = texts.map((_, at) => texts.slice(0, at).reduce((sum, text) => sum + text.length, 0));
    const table = Buffer.concat([
      int(texts.length, 4),
      int(Buffer.concat(texts).length, 4),
      ...starts.map((start) => int(start, 4)),
      ...Object.keys(valueLabels).map((value) => int(Number(value), 4)),
      ...texts,
    ]);
    return Buffer.concat([
      encoded('<lbl>'),
      int(table.length, 4),
      padded(column, name),
      Buffer.alloc(3),
      table,
      encoded('</lbl>'),
    ]);
  });
  const cells = rows.flatMap((row) =>
    row.map((cell, at) =>
      variables[at]!.text === undefined ? double(Number(cell ?? MISSING)) : padded(String(cell), variables[at]!.text!),
    ),
  );
  const header = Buffer.concat([
    encoded(`<stata_dta><header><release>${release}</release><byteorder>LSF</byteorder><K>`),
    int(variables.length, release === 119 ? 4 : 2),
    encoded('</K><N>'),
    int(rows.length, release === 117 ? 4 : 8),
    encoded('</N><label>'),
    int(0, release === 117 ? 1 : 2),
    encoded('</label><timestamp>'),
    int(0, 1),
    encoded('</timestamp></header>'),
  ]);
  const parts: readonly (readonly [string, Buffer])[] = [
    ['variable_types', all(({ text }) => int(text ?? 65_526, 2))],
    ['varnames', all((one) => padded(one.name, name))],
    ['sortlist', Buffer.alloc(2 * (variables.length + 1))],
    ['formats', all((one) => padded(one.format ?? '%9.0g', format))],
    ['value_label_names', all((one) => padded(one.valueLabels === undefined ? '' : one.name, name))],
    ['variable_labels', all((one) => padded(one.label ?? '', label))],
    ['characteristics', Buffer.alloc(0)],
    ['data', Buffer.concat(cells)],
    ['strls', Buffer.alloc(0)],
    ['value_labels', Buffer.concat(sets)],
  ];
  const written = parts.map(([tag, contents]) => Buffer.concat([encoded(`<${tag}>`), contents, encoded(`</${tag}>`)]));
  const mapLength = '<map></map>'.length + 14 * 8;
  const starts = written.map((_, at) => header.length + mapLength + Buffer.concat(written.slice(0, at)).length);
  const map = Buffer.concat([0, header.length, ...starts, 0, 0].map((place) => int(place, 8)));
  return Buffer.concat([header, encoded('<map>'), map, encoded('</map>'), ...written, encoded('</stata_dta>')]);
}
