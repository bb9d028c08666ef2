/** The leaks of a run as a LaTeX table (booktabs), for a paper. */
import { decimal } from '../common/format.ts';
import type { CheckedAudit } from './checked.ts';
import { type Leak, leaksOf } from './leaks.ts';

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
};

export function latexOf(audits: readonly CheckedAudit[]): string {
  const rows = audits.flatMap(({ name, records }) =>
    records === undefined ? [] : leaksOf(records).map((leak) => rowOf(name, leak)),
  );
  return [
    '% needs \\usepackage{booktabs}',
    '\\begin{tabular}{lllrrr}',
    '\\toprule',
    'audit & attribute & where & AUC & interval & people \\\\',
    '\\midrule',
    ...rows,
    '\\bottomrule',
    '\\end{tabular}',
    '',
  ].join('\n');
}

function rowOf(name: string, { attribute, where, ends, people, basis }: Leak): string {
  const interval = basis === 'implied' ? '--' : `[${number(ends.lower)}, ${number(ends.upper)}]`;
  const cells = [escaped(name), escaped(attribute), escaped(where), number(ends.estimate), interval, people ?? '--'];
  return `${cells.join(' & ')} \\\\`;
}

const number = (value: number) => decimal(value, 3).replace('–', '--').replace('−', '$-$');

function escaped(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\{}~^<>&%$#_]/g, (sign) => SPECIAL[sign] ?? `\\${sign}`);
}
