/**
 * The header of an .npy file is a Python dictionary. It is read by this grammar and no other; nothing is evaluated:
 *
 *     header  {'descr': text, 'fortran_order': flag, 'shape': shape,}    in any order, each exactly once
 *     text    '...' or "..." without quotes and backslashes inside
 *     flag    True or False
 *     shape   () or (n,) or (n, m) ...
 *
 * A description that is a list stands for records, which no vectors are.
 */

export interface NpyHeader {
  /** For example "<f4": byte order, kind, size. */
  readonly type: string;
  readonly fortranOrder: boolean;
  readonly shape: readonly number[];
}

const PATTERN = {
  text: /\s*(?:'([^'"\\]*)'|"([^'"\\]*)")\s*/y,
  flag: /\s*(True|False)\s*/y,
  shape: /\s*\(\s*((?:\d{1,15}\s*,\s*)*(?:\d{1,15})?)\s*\)\s*/y,
} as const;

/** Undefined for anything that the grammar does not allow. */
export function parseNpyHeader(text: string): NpyHeader | undefined {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return undefined;
    at = pattern.lastIndex;
    return found;
  };
  const sign = (wanted: string): boolean => {
    const found = text[at] === wanted;
    if (found) at++;
    return found;
  };
  const word = () => {
    const found = take(PATTERN.text);
    return found?.[1] ?? found?.[2];
  };
  let [type, fortranOrder, shape]: [string?, boolean?, number[]?] = [];
  if (!sign('{')) return undefined;
  for (let entry = 0; entry < 3; entry++) {
    const key = word();
    if (!sign(':')) return undefined;
    if (key === 'descr' && type === undefined) type = word();
    else if (key === 'fortran_order' && fortranOrder === undefined) {
      const flag = take(PATTERN.flag)?.[1];
      fortranOrder = flag === undefined ? undefined : flag === 'True';
    } else if (key === 'shape' && shape === undefined) shape = shapeFrom(take(PATTERN.shape)?.[1]);
    else return undefined;
    if (!sign(',') && entry < 2) return undefined;
  }
  if (!/^\s*\}\s*$/.test(text.slice(at))) return undefined;
  if (type === undefined || fortranOrder === undefined || shape === undefined) return undefined;
  return { type, fortranOrder, shape };
}

/** "3, 4" or "3," or nothing; one number without a comma is no tuple. */
function shapeFrom(inside: string | undefined): number[] | undefined {
  if (inside === undefined || /^\d+\s*$/.test(inside)) return undefined;
  return inside
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(Number);
}
