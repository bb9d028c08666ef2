/** Records of every kind of report with names as long as data can have them, and an attribute of sixteen groups. */
import type { AuditRecords } from '../../src/audit/index.ts';
import { auditDefaults } from '../../src/audit/index.ts';
import { runDetectorStudy } from '../../src/defence/index.ts';
import { createModel } from '../../src/factorization/index.ts';
import { drawChart, renderReport } from '../../src/render/index.ts';
import { type AnyRecords, type Reproduction, reproductionPage } from '../../src/report/index.ts';
import { groupFindings } from './findings.ts';
import { LONG_TITLE, LONG_WORD } from './layout.ts';
import { randomChannelModel } from './models.ts';
import { sampleDefenceRecords } from './sampleDefenceRecords.ts';
import { sampleLeakRecords } from './sampleLeakRecords.ts';
import { sampleNumericRecords } from './sampleNumericRecords.ts';
import { sampleQuestionnaireStudy } from './sampleQuestionnaireStudy.ts';
import { sampleRecords } from './sampleRecords.ts';

/** Every other title is one word; numbers keep them apart. */
const longTitle = (at: number) => `${at} ${at % 2 === 0 ? LONG_TITLE : LONG_WORD}`;

/** Lengthens what data name: titles, sources, labels of groups and of contenders. */
function lengthened<Records extends AnyRecords>(records: Records): Records {
  let titles = 0;
  const longer = (key: string, value: unknown) => {
    if (typeof value !== 'string') return value;
    if (key === 'title' || key === 'source') return longTitle(titles++);
    return key === 'label' ? `${value} ${LONG_WORD}` : value;
  };
  return JSON.parse(JSON.stringify(records), longer) as Records;
}

export function sixteenGroups(): AuditRecords {
  const records = sampleRecords({ maxQuestions: 20 });
  const labels = Array.from({ length: 16 }, (_, at) => ({
    label: `${at % 3 === 0 ? 'a group with a longer name' : 'group'} ${at + 1}`,
    users: 300 + at,
    ratings: 9000,
  }));
  return {
    ...records,
    data: { ...records.data, labels },
    items: records.items.map((item, row) => ({
      ...item,
      biases: labels.map((_, at) => 3 + Math.sin(at * 7 + row)),
    })),
    findings: [
      ...records.findings,
      ...[5, 10, 20].flatMap((length) =>
        groupFindings('separation', length, 4800, labels, (group) => 0.55 + 0.02 * group),
      ),
    ],
    confusions: [5, 10, 20].map((length) => ({
      attacker: 'separation',
      length,
      counts: labels.map((_, truth) => labels.map((__, named) => (truth === named ? 90 : 10 + ((truth + named) % 5)))),
    })),
  };
}

/** HTML by the kind of report. */
export async function longReports(): Promise<ReadonlyMap<string, string>> {
  const base = randomChannelModel({ items: 40, dimension: 2, types: 2, seed: 3 });
  const detector = await runDetectorStudy(
    createModel({ ...base, itemStatistics: { ...base.itemStatistics, entropies: new Float32Array(40).fill(1) } }),
    { questions: 6, compareAt: [3, 6], samples: 200, interviews: 200, attacks: 60, resamples: 50, shares: [0.5] },
    { source: LONG_TITLE, finished: () => '2030-01-02T03:04:05Z' },
  );
  const kinds: readonly (readonly [string, AnyRecords])[] = [
    ['audit', lengthened(sampleRecords({ maxQuestions: 20 }))],
    ['sixteen', sixteenGroups()],
    ['numeric', lengthened(sampleNumericRecords())],
    ['leak-matrix', lengthened(sampleLeakRecords({ attributes: ['gender', LONG_WORD, 'age'] }))],
    ['defence', lengthened(sampleDefenceRecords())],
    ['questionnaire', lengthened(await sampleQuestionnaireStudy({ task: 'check' }))],
    ['detector', lengthened(detector)],
  ];
  const pages = new Map<string, string>();
  for (const [kind, records] of kinds) pages.set(kind, await renderReport(records));
  pages.set('reproduction', await longReproduction());
  return pages;
}

async function longReproduction(): Promise<string> {
  const common = {
    shows: LONG_TITLE,
    paper: { label: `fig:${LONG_WORD}`, caption: LONG_TITLE, says: LONG_WORD },
    runs: ['one'],
    published: [],
    differences: LONG_WORD,
  };
  const exhibits: Reproduction['exhibits'] = [
    { ...common, order: 1, id: 'data', title: LONG_TITLE, kind: 'statistics' },
    { ...common, order: 2, id: 'history', title: LONG_WORD, kind: 'fullHistory' },
    { ...common, order: 3, id: 'gaps', title: 'Gaps', kind: 'distribution', of: 'topGaps' },
    { ...common, order: 4, id: 'auc', title: 'AUC', kind: 'curves', metric: 'auc', contenders: ['random', 'maxGap'] },
  ];
  const experiment = {
    id: 'one',
    title: LONG_WORD,
    about: LONG_TITLE,
    source: { kind: 'world' as const },
    spec: auditDefaults,
  };
  return reproductionPage({
    subject: 'paper',
    exhibits,
    runs: [{ experiment, records: lengthened(sampleRecords({ maxQuestions: 20 })) }],
    timings: new Map(),
    draw: drawChart,
  });
}
