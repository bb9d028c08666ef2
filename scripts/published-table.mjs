/**
 * The tables of docs/defence/published.md from the records of `ulterior audit --defence`:
 *
 *   node scripts/published-table.mjs FOLDER ...
 *
 * A folder holds records.json. The attacker of the papers is plain logistic regression that learned from people without the
 * defence; whoever knows of a defence learned from people who use it, runs it too, or turns a reversed guess round. Bounds
 * hold for all attacks of a folder at once. Named: the largest share of people that such an attacker names with 90% certainty.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAPERS = 'plainLogistic';
const WORDS = {
  betrays: 'tells more than no defence',
  useless: 'does not clearly help',
  foolsOblivious: 'fools only who does not know of it',
  reduces: 'reduces the leak',
  hides: 'hides it',
};
const SITUATIONS = {
  oblivious: 'learned without it',
  reversed: 'learned without it, turned round',
  retrained: 'learned from users',
  simulating: 'runs it too',
};

for (const folder of process.argv.slice(2)) print(JSON.parse(readFileSync(join(folder, 'records.json'), 'utf8')));

function print({ data, spec, findings, evaluations, attackers }) {
  const labels = data.labels.map(({ label }) => label);
  const labelOf = new Map(attackers.map(({ id, label }) => [id, label.toLowerCase()]));
  const own = (setting) =>
    findings.filter(({ defence, strength, exposure }) => {
      return defence === setting.defence && strength === setting.strength && exposure === 'histories';
    });
  const attacks = (setting, variant = 'real') =>
    own(setting).filter((one) => one.auc && one.variant === variant && one.group === undefined);
  const lost = (setting, situation, group) => {
    const of = (where, learned) =>
      own(where).find((one) => one.topTen && one.situation === learned && one.group === group)?.topTen.value;
    const [before, after] = [of({}, 'undefended'), of(setting, situation)];
    return before === undefined || after === undefined ? '' : percent(1 - after / before);
  };
  const withGroups = (setting, situation) =>
    [undefined, ...labels].map((group) => lost(setting, situation, group)).join(' / ');
  console.log(
    `\n${data.attribute}: ${data.users} people (${data.labels.map(({ label, users }) => `${label} ${users}`).join(', ')}), ${spec.folds} folds, ${attacks({}).length + evaluations.reduce((sum, one) => sum + attacks(one).length, 0)} attacks\n`,
  );
  const heads = [
    'defence',
    'attacker of the papers',
    'strongest attacker who knows of it',
    'which',
    'named',
    `NDCG@10 lost: all / ${labels.join(' / ')}`,
    'added, withheld',
    'verdict',
  ];
  console.log(`| ${heads.join(' | ')} |\n|${' --- |'.repeat(heads.length)}`);
  const before = strongest(attacks({}));
  const papers = attacks({}).find(({ attacker }) => attacker === PAPERS);
  console.log(
    `| none | ${papers ? bounded(papers.auc) : ''} | **${bounded(before.auc)}** | ${labelOf.get(before.attacker)} | ${named(attacks({}))} | | | |`,
  );
  for (const one of evaluations) {
    const all = attacks(one);
    const oblivious = all.find(({ attacker, situation }) => attacker === PAPERS && situation === 'oblivious');
    const worst = strongest(all.map(noticed));
    const { added, withheld } = one.changes;
    const cells = [
      `\`${one.defence}\`${one.strength === 0.1 ? '' : ` ${one.strength}`}`,
      oblivious ? bounded(oblivious.auc) : '',
      `**${bounded(worst.auc)}**`,
      `${labelOf.get(worst.attacker)}, ${SITUATIONS[worst.situation]}`,
      named(all.filter(({ situation }) => situation !== 'oblivious')),
      withGroups(one, 'undefended'),
      `${added.toFixed(1)}, ${withheld.toFixed(1)}`,
      WORDS[one.verdict],
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const controls = attacks({}, 'shuffled').map(({ attacker, auc }) => `${labelOf.get(attacker)} ${three(auc)}`);
  console.log(`\nShuffled labels, no defence: ${controls.join('; ')}`);
}

/** Whoever notices that a ranking is reversed turns it round. */
function noticed(one) {
  if (one.auc.value >= 0.5) return one;
  const { value, bounds } = one.auc;
  return {
    ...one,
    situation: 'reversed',
    auc: { value: 1 - value, bounds: { low: 1 - bounds.high, high: 1 - bounds.low } },
  };
}

function strongest(attacks) {
  return attacks.reduce((best, one) => (one.auc.value > best.auc.value ? one : best));
}

function bounded({ value, bounds }) {
  return three({ value, ...bounds });
}

function three({ value, low, high }) {
  return `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}

function named(attacks) {
  const most = attacks.reduce((best, one) => (one.named.value > best.named.value ? one : best));
  const { value, bounds } = most.named;
  return `${percent(value)} [${percent(bounds.low)}, ${percent(bounds.high)}]`;
}

function percent(share) {
  return `${(100 * share).toFixed(1)}%`;
}
