/** An evaluation of defences in a few lines. */
import type { DefenceRecords } from '../defence/index.ts';
import { verdictWords } from '../report/index.ts';
import { count } from './output.ts';

export function defenceLines({ data, undefended, evaluations, spec }: DefenceRecords): string[] {
  const columns = spec.attackers.flatMap((attacker) =>
    (['oblivious', 'retrained'] as const).map((situation) => ({ attacker, situation })),
  );
  const width = Math.max(...evaluations.map(({ defence }) => defence.length), 'no defence'.length);
  const aucs = (attacks: typeof undefended.attacks) =>
    columns.map(({ attacker, situation }) => {
      const found = attacks.find((attack) => attack.attacker === attacker && attack.situation === situation)?.auc;
      const text = found && `${found.value.toFixed(3)} [${found.low.toFixed(3)}, ${found.high.toFixed(3)}]`;
      return (text ?? '').padEnd(20);
    });
  const row = (name: string, strength: string, cells: readonly string[], rmse: number, verdict: string) =>
    `${name.padEnd(width)}  ${strength.padEnd(5)}  ${cells.join('  ')}  ${rmse.toFixed(3)}  ${verdict}`.trimEnd();
  const heads = columns.map(({ attacker, situation }) => `${attacker}, ${situation}`.padEnd(20));
  return [
    `${data.attribute} of ${count(data.users)} people: AUC of attackers who do not know of the defence, and who trained on it`,
    `${'defence'.padEnd(width)}  ${'str.'.padEnd(5)}  ${heads.join('  ')}  RMSE   verdict (strongest attacker)`,
    row('no defence', '', aucs(undefended.attacks), undefended.utilities[0]!.rmse.value, ''),
    ...evaluations.map(({ defence, strength, attacks, utilities, verdict }) =>
      row(defence, String(strength), aucs(attacks), utilities[0]!.rmse.value, verdictWords(verdict)),
    ),
  ];
}
