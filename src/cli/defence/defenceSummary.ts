/** An evaluation of defences in a few lines. */
import type { DefenceRecords } from '../../defence/index.ts';
import { attackerName, counted, defenceAnswer, defenceLabel, verdictWords } from '../../report/index.ts';

/** Width of a figure with its interval, and the mark of one below 0.5. */
const COLUMN = 21;
const TURNED = '*';

export function defenceLines(records: DefenceRecords): string[] {
  const { data, undefended, evaluations, spec } = records;
  const columns = spec.attackers.flatMap((attacker) =>
    (['oblivious', 'retrained'] as const).map((situation) => ({ attacker, situation })),
  );
  const width = Math.max(...evaluations.map(({ defence }) => defenceLabel(defence).length), 'defence'.length);
  const aucs = (attacks: typeof undefended.attacks) =>
    columns.map(({ attacker, situation }) => {
      const found = attacks.find((attack) => attack.attacker === attacker && attack.situation === situation)?.auc;
      const text = found && `${found.value.toFixed(3)} [${found.low.toFixed(3)}, ${found.high.toFixed(3)}]`;
      return `${text ?? ''}${found && found.high < 0.5 ? TURNED : ''}`.padEnd(COLUMN);
    });
  const row = (name: string, strength: string, cells: readonly string[], rmse: number, verdict: string) =>
    `${name.padEnd(width)}  ${strength.padEnd(5)}  ${cells.join('  ')}  ${rmse.toFixed(3)}  ${verdict}`.trimEnd();
  const heads = columns.map(({ situation }) => situation.padEnd(COLUMN));
  const names = spec.attackers.map((attacker) => attackerName(attacker).padEnd(2 * COLUMN + 2));
  return [
    `${data.attribute} of ${counted(data.users, 'person', 'people')} from ${counted(data.ratings, 'rating')} of ${counted(data.items, 'item')}`,
    '',
    defenceAnswer(records),
    ...verdictLines(records),
    '',
    'AUC of attackers who do not know of the defence (oblivious), and who trained on people who use it (retrained)',
    `${''.padEnd(width + 7)}  ${names.join('  ')}`.trimEnd(),
    `${'defence'.padEnd(width)}  ${'str.'.padEnd(5)}  ${heads.join('  ')}  RMSE   verdict (strongest attacker)`,
    row('none', '', aucs(undefended.attacks), undefended.utilities[0]!.rmse.value, ''),
    ...evaluations.map(({ defence, strength, attacks, utilities, verdict }) =>
      row(defenceLabel(defence), String(strength), aucs(attacks), utilities[0]!.rmse.value, verdictWords(verdict)),
    ),
    ...turnedLines(records),
  ];
}

/** Each defence at its largest strength, by what it is worth. */
function verdictLines({ evaluations }: DefenceRecords): string[] {
  const largest = evaluations.filter(({ defence }, at) => evaluations[at + 1]?.defence !== defence);
  return largest.map(
    ({ defence, strength, verdict }) => `  ${defenceLabel(defence)} ${strength} ${verdictWords(verdict)}`,
  );
}

/** An AUC below 0.5 looks like a success, and is none. */
function turnedLines({ evaluations }: DefenceRecords): string[] {
  const aucs = evaluations.flatMap(({ attacks }) => attacks.map(({ auc }) => auc)).filter(({ high }) => high < 0.5);
  if (aucs.length === 0) return [];
  const least = Math.min(...aucs.map(({ value }) => value));
  return [
    '',
    `${TURNED} Below 0.5: the defence turns the guess around. An attacker who knows of it reads it the other way: 1 − AUC, so that ${least.toFixed(3)} becomes ${(1 - least).toFixed(3)}. That is no protection.`,
  ];
}
