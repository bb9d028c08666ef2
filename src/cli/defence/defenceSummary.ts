/** An evaluation of defences in a few lines. */
import type { Estimate } from '../../audit/index.ts';
import { type DefenceRecords, isKnowingAttacker } from '../../defence/index.ts';
import {
  attackerName,
  bounded,
  counted,
  defenceAnswer,
  defenceLabel,
  hiddenText,
  knowingAuc,
  qualityCost,
  sendingCost,
  verdictWords,
} from '../../report/index.ts';

/** Width of a figure with its interval, and the mark of one below 0.5. */
const COLUMN = 21;
const TURNED = '*';

export function defenceLines(records: DefenceRecords): string[] {
  const { data, undefended, evaluations, spec } = records;
  const hidden = hiddenText(records);
  const columns = spec.attackers.flatMap((attacker) =>
    (['oblivious', 'retrained'] as const)
      .filter((situation) => situation === 'retrained' || !isKnowingAttacker(attacker))
      .map((situation) => ({ attacker, situation })),
  );
  const names = evaluations.map(({ defence }) => defenceLabel(defence));
  const width = Math.max(...[...names, 'defence', '  shuffled labels'].map((name) => name.length));
  const aucs = (
    attacks: typeof undefended.attacks,
    figure: (attack: (typeof attacks)[number]) => Estimate | undefined = bounded,
  ) =>
    columns.map(({ attacker, situation }) => {
      // Those who are never oblivious have learned from people without a defence where there is none.
      const own = attacks.filter((attack) => attack.attacker === attacker);
      const attack =
        own.find((one) => one.situation === situation) ?? (isKnowingAttacker(attacker) ? own[0] : undefined);
      const found = attack && figure(attack);
      const text = found && `${found.value.toFixed(3)} [${found.low.toFixed(3)}, ${found.high.toFixed(3)}]`;
      return `${text ?? ''}${found && found.high < 0.5 ? TURNED : ''}`.padEnd(COLUMN);
    });
  const row = (name: string, strength: string, cells: readonly string[], rmse: string, verdict: string) =>
    `${name.padEnd(width)}  ${strength.padEnd(5)}  ${cells.join('  ')}  ${rmse}  ${verdict}`.trimEnd();
  const controls = (attacks: typeof undefended.attacks) =>
    attacks.some(({ control }) => control !== undefined)
      ? [
          row(
            '  shuffled labels',
            '',
            aucs(attacks, ({ control }) => control),
            '',
            '',
          ),
        ]
      : [];
  const heads = columns.map(({ situation }) => situation.padEnd(COLUMN));
  const attackers = spec.attackers.map((attacker) => attackerName(attacker).padEnd(2 * COLUMN + 2));
  return [
    `${data.attribute} of ${counted(data.users, 'person', 'people')} from ${counted(data.ratings, 'rating')} of ${counted(data.items, 'item')}`,
    '',
    defenceAnswer(records),
    ...verdictLines(records),
    ...(hidden === undefined ? [] : [hidden]),
    '',
    `AUC of attackers who do not know of the defence (oblivious), and who trained on people who use it (retrained), with ${(100 * spec.level).toFixed(0)}% bounds that hold for all of them at once; controls with an interval of their own`,
    `${''.padEnd(width + 7)}  ${attackers.join('  ')}`.trimEnd(),
    `${'defence'.padEnd(width)}  ${'str.'.padEnd(5)}  ${heads.join('  ')}  RMSE   verdict (strongest attacker)`,
    row('none', '', aucs(undefended.attacks), undefended.utilities[0]!.rmse.value.toFixed(3), ''),
    ...controls(undefended.attacks),
    ...evaluations.flatMap(({ defence, strength, attacks, utilities, verdict }) => {
      const rmse = utilities[0]!.rmse.value.toFixed(3);
      return [
        row(defenceLabel(defence), String(strength), aucs(attacks), rmse, verdictWords(verdict)),
        ...controls(attacks),
      ];
    }),
    ...turnedLines(records),
    ...costLines(records),
    ...adoptionLines(records),
  ];
}

/** What made-up and withheld ratings cost, for defences that send other items. */
function costLines({ undefended, evaluations }: DefenceRecords): string[] {
  const moving = evaluations.filter(({ changes }) => changes.added + changes.withheld > 0);
  const before = undefended.utilities[0]?.topTen;
  if (moving.length === 0 || before === undefined) return [];
  const listed = ({ utilities }: Pick<DefenceRecords['undefended'], 'utilities'>) =>
    utilities.map(({ topTen }) => topTen?.value.toFixed(4) ?? '').join(', ');
  return [
    '',
    `NDCG@10 of ten recommended items, recommender of people without a defence (${before.value.toFixed(4)} undefended), and of people who use it`,
    ...moving.map(
      ({ defence, strength, changes, ...one }) =>
        `  ${defence} ${strength}: ${listed(one)}; ${changes.added.toFixed(1)} made up, ${changes.withheld.toFixed(1)} withheld of ${changes.ratings.toFixed(1)}`,
    ),
  ];
}

/** Those who use a defence, and those who do not. */
function adoptionLines({ evaluations }: DefenceRecords): string[] {
  const lines = evaluations.flatMap(({ defence, strength, adoption = [] }) =>
    adoption.map(
      ({ share, defending, others }) =>
        `  ${defence} ${strength}, used by ${(100 * share).toFixed(0)}%: ${knowingAuc(defending).value.toFixed(3)} about those who do, ${knowingAuc(others).value.toFixed(3)} about those who do not`,
    ),
  );
  return lines.length === 0 ? [] : ['', 'AUC of the strongest attacker where only some use the defence', ...lines];
}

/** Each defence at its largest strength, by what it is worth. */
function verdictLines(records: DefenceRecords): string[] {
  const { evaluations } = records;
  const largest = evaluations.filter(({ defence }, at) => evaluations[at + 1]?.defence !== defence);
  return largest.flatMap((evaluation) => {
    const { defence, strength, verdict, changes } = evaluation;
    const left = knowingAuc(evaluation).value.toFixed(3);
    return [
      `  ${defenceLabel(defence)} ${strength} ${verdictWords(verdict)}`,
      // Whoever decides on a defence must see what is left beside what it costs.
      ...(verdict === 'hides' || verdict === 'reduces'
        ? [`    left: an AUC of ${left}; costs: ${qualityCost(records, evaluation)}; ${sendingCost(changes)}`]
        : []),
    ];
  });
}

/** An AUC below 0.5 looks like a success, and is none. */
function turnedLines({ evaluations }: DefenceRecords): string[] {
  const aucs = evaluations.flatMap(({ attacks }) => attacks.map(bounded)).filter(({ high }) => high < 0.5);
  if (aucs.length === 0) return [];
  const least = Math.min(...aucs.map(({ value }) => value));
  return [
    '',
    `${TURNED} Below 0.5: the defence turns the guess around. An attacker who knows of it reads it the other way: 1 − AUC, so that ${least.toFixed(3)} becomes ${(1 - least).toFixed(3)}. That is no protection.`,
  ];
}
