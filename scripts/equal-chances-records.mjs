/**
 * Tables and pictures of equal chances from the records that `npm run reproduce -- --defence --only equal-chances` writes:
 *
 *   node scripts/equal-chances-records.mjs --output docs/defence/equal-chances-curves.svg --frontier docs/defence/equal-chances-loss-curves.svg FOLDER ...
 *
 * A folder holds records.json (equal-chances-gender, equal-chances-age and so on). Prints Markdown: what each attacker
 * finds, what is lost, who uses it, and shuffled labels. The pictures have one panel per attribute: the AUC of each attacker
 * against the strength (--output), and against what is lost of the recommendations (--frontier). They follow the colours
 * of the page around them, light or dark.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values: options, positionals: folders } = parseArgs({
  options: { output: { type: 'string' }, frontier: { type: 'string' } },
  allowPositionals: true,
});
/** What attackers find and what is left of the recommender's work, by what people do: a defence at a strength, or nothing. */
function foundAt({ findings }, { defence, strength }, exposure = 'histories') {
  const own = findings.filter((one) => {
    return one.defence === defence && one.strength === strength && one.exposure === exposure;
  });
  const same = (a, b) => a.attacker === b.attacker && a.situation === b.situation;
  const attacks = own.filter(({ auc, variant, group }) => auc && variant === 'real' && group === undefined);
  const controls = own.filter(({ auc, variant }) => auc && variant === 'shuffled');
  const uses = own.filter(({ rmse }) => rmse !== undefined);
  return {
    attacks: attacks.map((one) => ({ ...one, control: controls.find((other) => same(one, other))?.auc })),
    utilities: uses
      .filter(({ group }) => group === undefined)
      .map((one) => ({
        ...one,
        byGroup: uses.filter(({ group, situation }) => group !== undefined && situation === one.situation),
      })),
  };
}
const runs = folders.map((folder) => {
  const records = JSON.parse(readFileSync(join(folder, 'records.json'), 'utf8'));
  const usedBy = (share, part) => `histories, used by ${share}: ${part}`;
  return {
    ...records,
    undefended: foundAt(records, {}),
    evaluations: records.evaluations.map((one) => ({
      ...one,
      ...foundAt(records, one),
      adoption: (one.adoption ?? []).map((share) => ({
        share,
        defending: foundAt(records, one, usedBy(share, 'those who do')),
        others: foundAt(records, one, usedBy(share, 'the others')),
      })),
    })),
  };
});
const nameOf = ({ data }) => data.attribute;
const knowing = (attacks) => attacks.filter(({ situation }) => situation === 'retrained');
const three = ({ value, low, high }) => `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
/** With bounds that hold for all attacks at once. */
const bounded = ({ auc }) => three({ value: auc.value, ...auc.bounds });
const strongestOf = (attacks) => attacks.reduce((best, one) => (one.auc.value > best.auc.value ? one : best));
const undefendedAttacks = ({ undefended }) => {
  const retrained = knowing(undefended.attacks);
  return retrained.length > 0 ? retrained : undefended.attacks;
};

/** Share of NDCG@10 that is lost against no defence. */
function lossOf(run, utilities, recommender = 'undefended') {
  const own = utilities.find((one) => one.situation === recommender);
  const before = run.undefended.utilities.find((one) => one.situation === 'undefended');
  if (own?.topTen === undefined || before?.topTen === undefined) return undefined;
  const lost = (after, from) => 1 - after.topTen.value / from.topTen.value;
  return {
    all: lost(own, before),
    groups: own.byGroup?.map((group, g) => lost(group, before.byGroup[g])) ?? [],
    rmse: own.rmse.value,
  };
}

const percent = (share) => (share === undefined ? '' : `${(100 * share).toFixed(1)}%`);
const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);

function mainTable() {
  const attackers = [
    ...new Set(
      runs.flatMap((run) => run.evaluations.flatMap(({ attacks }) => attacks)).map(({ attacker }) => attacker),
    ),
  ];
  row('attribute', 'defence', ...attackers, 'strongest', 'NDCG@10 lost', 'per group', 'RMSE', 'withheld');
  row(...new Array(7 + attackers.length).fill('---'));
  for (const run of runs) {
    const cells = (attacks) =>
      attackers.map((name) => attacks.find(({ attacker }) => attacker === name)?.auc.value.toFixed(3) ?? '');
    const none = undefendedAttacks(run);
    const rmse = run.undefended.utilities.find((one) => one.situation === 'undefended')?.rmse.value.toFixed(4);
    row(nameOf(run), 'none', ...cells(none), `**${bounded(strongestOf(none))}**`, '0', '', rmse, '0');
    for (const { defence, strength, attacks, utilities, changes } of run.evaluations) {
      const found = knowing(attacks);
      const loss = lossOf(run, utilities);
      const parts = [percent(loss?.all), loss?.groups.map(percent).join(' / ') ?? '', loss?.rmse.toFixed(4) ?? ''];
      const withheld = `${changes.withheld.toFixed(1)} of ${changes.ratings.toFixed(0)}`;
      row(
        nameOf(run),
        `\`${defence}\` ${strength}`,
        ...cells(found),
        `**${bounded(strongestOf(found))}**`,
        ...parts,
        withheld,
      );
    }
  }
}

function adoptionTable() {
  const shared = runs.flatMap((run) =>
    run.evaluations.flatMap(({ defence, strength, adoption = [] }) =>
      adoption.map((one) => ({ run, defence, strength, ...one })),
    ),
  );
  if (shared.length === 0) return;
  console.log();
  row('attribute', 'defence', 'used by', 'strongest about those who use it', 'about the others');
  row(...new Array(5).fill('---'));
  for (const { run, defence, strength, share, defending, others } of shared) {
    const said = ({ attacks }) => {
      const strongest = strongestOf(knowing(attacks));
      return `${strongest.attacker} ${bounded(strongest)}`;
    };
    row(nameOf(run), `\`${defence}\` ${strength}`, percent(share), said(defending), said(others));
  }
}

function shuffledTable() {
  const controlled = ({ attacks }) => attacks.some(({ control }) => control !== undefined);
  const all = runs.flatMap((run) => run.evaluations.filter(controlled).map((one) => ({ run, ...one })));
  if (all.length === 0) return;
  console.log();
  row('attribute', 'defence', 'labels shuffled: strongest', 'the same without a defence');
  row(...new Array(4).fill('---'));
  for (const { run, defence, strength, attacks } of all) {
    const controls = knowing(attacks).map(({ attacker, control }) => ({ attacker, auc: control }));
    const { attacker, auc } = strongestOf(controls);
    const without = run.undefended.attacks.find((one) => one.attacker === attacker);
    row(nameOf(run), `\`${defence}\` ${strength}`, `${attacker} ${three(auc)}`, three(without.control));
  }
}

const ATTACKERS = ['stack', 'logistic', 'kernelRidge', 'boosted', 'channels', 'chances', 'factor'];
const [WIDTH, HEIGHT, LEFT, TOP, STEP] = [340, 260, 46, 52, 430];
const [LOW, HIGH] = [0.5, 0.95];
const y = (auc) => TOP + HEIGHT * (1 - (auc - LOW) / (HIGH - LOW));
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const text = (left, top, words, more = '') =>
  `<text x="${left.toFixed(1)}" y="${top.toFixed(1)}" ${more}>${escaped(words)}</text>`;

/** What a picture has along its width: which defences, where each lies from 0 to 1, and the ticks. */
const STRENGTH = {
  title: 'strength of equal chances',
  wanted: (defence) => defence === 'equalChances',
  place: (_, { strength }) => strength,
  ticks: [0, 0.25, 0.5, 0.75, 1].map((strength) => ({ at: strength, words: String(strength) })),
};
const MOST_LOST = 0.12;
const LOSS = {
  title: 'NDCG@10 lost: growing strength, then thinning',
  wanted: () => true,
  place: (run, { utilities }) => Math.max(0, lossOf(run, utilities).all) / MOST_LOST,
  ticks: [0, 0.03, 0.06, 0.09, 0.12].map((lost) => ({ at: lost / MOST_LOST, words: `${Math.round(100 * lost)}%` })),
};

/** One curve per attacker, from no defence, at 0, on. */
function panel(run, axis) {
  const x = (place) => LEFT + WIDTH * place;
  const grid = [0.5, 0.6, 0.7, 0.8, 0.9].flatMap((auc) => [
    `<line class="grid" x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${y(auc)}" y2="${y(auc)}"/>`,
    text(LEFT - 6, y(auc) + 4, auc.toFixed(1), 'text-anchor="end"'),
  ]);
  const ticks = axis.ticks.map(({ at, words }) => text(x(at), TOP + HEIGHT + 16, words, 'text-anchor="middle"'));
  const curves = ATTACKERS.flatMap((attacker, colour) => {
    const figures = [
      { place: 0, attacks: undefendedAttacks(run) },
      ...run.evaluations
        .filter(({ defence }) => axis.wanted(defence))
        .map((one) => ({ place: axis.place(run, one), attacks: knowing(one.attacks) })),
    ].flatMap(({ place, attacks }) => {
      const own = attacks.find((one) => one.attacker === attacker);
      return own === undefined ? [] : [{ place, ...own.auc }];
    });
    if (figures.length === 0) return [];
    const path = figures.map(
      ({ place, value }, n) => `${n === 0 ? 'M' : 'L'}${x(place).toFixed(1)} ${y(value).toFixed(1)}`,
    );
    return [
      `<path class="c${colour}" fill="none" stroke-width="1.6" d="${path.join('')}"/>`,
      ...figures.flatMap(({ place, value, low, high }) => [
        `<line class="c${colour}" opacity="0.45" x1="${x(place).toFixed(1)}" x2="${x(place).toFixed(1)}" y1="${y(low).toFixed(1)}" y2="${y(high).toFixed(1)}"/>`,
        `<circle class="c${colour} dot" cx="${x(place).toFixed(1)}" cy="${y(value).toFixed(1)}" r="3"/>`,
      ]),
    ];
  });
  return [
    text(LEFT, TOP - 12, nameOf(run), 'font-weight="bold"'),
    ...grid,
    ...ticks,
    text(LEFT + WIDTH / 2, TOP + HEIGHT + 34, axis.title, 'text-anchor="middle"'),
    ...curves,
  ].join('\n');
}

function picture(axis) {
  const drawn = runs.filter((run) => run.evaluations.some(({ defence }) => defence === 'equalChances'));
  const [light, dark] = [
    ['#1b1b1b', '#0072b2', '#d55e00', '#8c6d1f', '#cc79a7', '#009e73', '#7f7f7f'],
    ['#f2f2f2', '#56b4e9', '#f0883e', '#d8b64a', '#e6a6c7', '#2fc79a', '#a0a0a0'],
  ];
  const rules = (colours) => colours.map((colour, n) => `.c${n}{stroke:${colour}}.dot.c${n}{fill:${colour}}`).join('');
  const style = `text{fill:#1b1b1b}.back{fill:#fff}.grid{stroke:#ddd}${rules(light)}@media (prefers-color-scheme: dark){text{fill:#eee}.back{fill:#14171a}.grid{stroke:#3a3f44}${rules(dark)}}`;
  const names = ATTACKERS.filter((name) =>
    drawn.some((run) =>
      undefendedAttacks(run)
        .concat(...run.evaluations.map(({ attacks }) => attacks))
        .some(({ attacker }) => attacker === name),
    ),
  );
  const legend = names.map((name, n) => {
    const left = LEFT + 96 * n;
    return `<circle class="c${ATTACKERS.indexOf(name)} dot" cx="${left}" cy="${TOP + HEIGHT + 58}" r="4"/>${text(left + 9, TOP + HEIGHT + 62, name)}`;
  });
  const wide = Math.max(STEP * drawn.length, LEFT + 96 * names.length);
  const panels = drawn.map((run, n) => `<g transform="translate(${n * STEP} 0)">\n${panel(run, axis)}\n</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${TOP + HEIGHT + 76}" font-family="sans-serif" font-size="11" role="img" aria-label="AUC of attackers against: ${axis.title}">
<style>${style}</style>
<rect class="back" width="100%" height="100%"/>
${text(8, 18, 'AUC of attackers who know of the defence; bars are 95% intervals')}
${panels.join('\n')}
${legend.join('\n')}
</svg>
`;
}

mainTable();
adoptionTable();
shuffledTable();
if (options.output !== undefined) writeFileSync(options.output, picture(STRENGTH));
if (options.frontier !== undefined) writeFileSync(options.frontier, picture(LOSS));
