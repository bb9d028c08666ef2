/** Writes small files of SPSS for tests, from what is published of the format. */
export interface SavVariable {
  /** Eight letters at most. */
  readonly name: string;
  readonly longName?: string;
  readonly label?: string;
  /** Of texts. */
  readonly width?: number;
  readonly valueLabels?: Readonly<Record<number, string>>;
  readonly missing?: { readonly values?: readonly number[]; readonly range?: readonly [number, number] };
  /** 20 is a date. */
  readonly format?: number;
}

interface SavOptions {
  readonly packed?: boolean;
  readonly encoding?: 'UTF-8' | 'windows-1252';
  readonly bigEndian?: boolean;
}

type Cell = number | string | undefined;
const BIAS = 100;

export function savBytes(
  variables: readonly SavVariable[],
  rows: readonly (readonly Cell[])[],
  { packed = false, encoding = 'UTF-8', bigEndian = false }: SavOptions = {},
): Uint8Array {
  const parts: Buffer[] = [];
  const int = (...values: number[]) => {
    for (const value of values) {
      const bytes = Buffer.alloc(4);
      if (bigEndian) bytes.writeInt32BE(value);
      else bytes.writeInt32LE(value);
      parts.push(bytes);
    }
  };
  const double = (value: number) => {
    const bytes = Buffer.alloc(8);
    if (bigEndian) bytes.writeDoubleBE(value);
    else bytes.writeDoubleLE(value);
    return bytes;
  };
  const encoded = (value: string) => Buffer.from(value, encoding === 'UTF-8' ? 'utf8' : 'latin1');
  const padded = (value: string, length: number) =>
    Buffer.concat([encoded(value), Buffer.alloc(length, ' ')]).subarray(0, length);
  const elementsOf = ({ width = 0 }: SavVariable) => Math.max(1, Math.ceil(width / 8));
  parts.push(Buffer.from('$FL2'), padded('@(#) a test', 60));
  int(
    2,
    variables.reduce((sum, one) => sum + elementsOf(one), 0),
    Number(packed),
    0,
    rows.length,
  );
  parts.push(double(BIAS), padded('18 Nov 2610:00:00', 17), padded('', 64), Buffer.alloc(3));
  for (const variable of variables) {
    const { name, label, width = 0, missing: { values = [], range = [] } = {}, format = 5 } = variable;
    const counted = range.length > 0 ? -(2 + values.length) : values.length;
    int(2, width, Number(label !== undefined), counted, format << 16, format << 16);
    parts.push(padded(name, 8));
    if (label !== undefined) {
      const bytes = encoded(label);
      int(bytes.length);
      parts.push(bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4));
    }
    parts.push(...[...range, ...values].map(double));
    for (let n = 1; n < elementsOf(variable); n++) {
      int(2, -1, 0, 0, 0, 0);
      parts.push(padded('', 8));
    }
  }
  for (const [at, { valueLabels }] of variables.entries()) {
    if (valueLabels === undefined) continue;
    const labels = Object.entries(valueLabels);
    int(3, labels.length);
    for (const [value, label] of labels) {
      const bytes = encoded(label);
      parts.push(
        double(Number(value)),
        Buffer.from([bytes.length]),
        bytes,
        Buffer.alloc((8 - ((bytes.length + 1) % 8)) % 8),
      );
    }
    int(4, 1, 1 + variables.slice(0, at).reduce((sum, one) => sum + elementsOf(one), 0));
  }
  const extension = (subtype: number, text: string) => {
    const bytes = encoded(text);
    int(7, subtype, 1, bytes.length);
    parts.push(bytes);
  };
  extension(13, variables.map(({ name, longName = name }) => `${name}=${longName}`).join('\t'));
  extension(20, encoding);
  int(999, 0);
  const elements = rows.flatMap((row) =>
    row.flatMap((cell, at) => {
      if (typeof cell !== 'string') return [double(cell ?? -Number.MAX_VALUE)];
      const whole = padded(cell, 8 * elementsOf(variables[at]!));
      return Array.from({ length: whole.length / 8 }, (_, n) => whole.subarray(8 * n, 8 * n + 8));
    }),
  );
  if (!packed) return Buffer.concat([...parts, ...elements]);
  for (let from = 0; from <= elements.length; from += 8) {
    const own = elements.slice(from, from + 8);
    const codes = own.map((bytes) => {
      const value = bigEndian ? bytes.readDoubleBE() : bytes.readDoubleLE();
      if (bytes.equals(Buffer.alloc(8, ' '))) return 254;
      if (value === -Number.MAX_VALUE) return 255;
      return Number.isInteger(value) && value > -BIAS && value <= 251 - BIAS ? value + BIAS : 253;
    });
    const written = own.filter((_, at) => codes[at] === 253);
    parts.push(Buffer.from([...codes, 252, 0, 0, 0, 0, 0, 0, 0].slice(0, 8)), ...written);
  }
  return Buffer.concat(parts);
}
