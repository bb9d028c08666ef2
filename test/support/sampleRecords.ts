/**
 * Records with plausible curves, invented by formulas: for tests and for looking at the report without an audit. Nothing
 * in them was measured.
 */
import type { AuditRecords, Finding } from '../../src/audit/index.ts';
import { channelDefaults, presets } from '../../src/factorization/index.ts';
import { around, boundedAround } from './findings.ts';

const USERS = 6040;
const CONTENDERS = [
  { id: 'separation', label: 'Exact (IncFBC)', strategy: 'separation', top: 0.345, speed: 6 },
  { id: 'maxGap', label: 'MaxGap', strategy: 'maxGap', top: 0.32, speed: 8 },
  { id: 'entropy', label: 'Entropy', strategy: 'entropy', top: 0.31, speed: 18 },
  { id: 'random', label: 'Random', strategy: 'random', top: 0.3, speed: 24 },
] as const;

const HISTORIES = [
  { id: 'factor', label: 'Factor model', auc: 0.853, half: 0.011, accuracy: 0.791 },
  { id: 'logistic', label: 'Logistic regression', auc: 0.844, half: 0.011, accuracy: 0.782 },
  { id: 'multinomial', label: 'Naive Bayes', auc: 0.815, half: 0.012, accuracy: 0.764 },
] as const;

/** A fixed wobble between -1 and 1, so that curves look drawn from data. */
const wobble = (at: number) => Math.sin(12.9898 * at + 4.1414) * Math.cos(78.233 * at);

/** As if people had been drawn again and again. */
export const replicatesAround = (auc: number) => Array.from({ length: 500 }, (_, draw) => auc + 0.01 * wobble(draw));

const PLACE = { target: 'gender', variant: 'real' } as const;

/** A figure with bounds that are wider than its interval. */
const bounded = (attacker: string, value: number, half: number, rank: number) => ({
  ...PLACE,
  attacker,
  auc: boundedAround(value, half, 1.4 * half),
  detectable: 0.53,
  judged: true as const,
  ...(rank === 0 ? { replicates: replicatesAround(value) } : {}),
});

function figures(length: number, people: number, auc: number, half: number) {
  const accuracy = 0.5 + 0.82 * (auc - 0.5);
  const { low, high } = around(auc, 1.6 * half);
  return {
    length,
    people,
    auc: { ...around(auc, half), band: { low, high } },
    accuracy: around(accuracy, half),
    logLoss: around(0.69 - 0.5 * (auc - 0.5), 0.01),
    brier: around(0.25 - 0.2 * (auc - 0.5), 0.006),
    calibrationError: 0.02 + 0.0003 * length,
    confidence: accuracy + 0.02,
  };
}

function curves(maxQuestions: number): Finding[] {
  return CONTENDERS.flatMap(({ id, top, speed }, at) =>
    (['survivors', 'fixed'] as const).flatMap((cohort): Finding[] => {
      const users = (questions: number) =>
        cohort === 'fixed' ? 2840 : Math.round(USERS - 3200 * (questions / maxQuestions) ** 1.3);
      const half = (questions: number) => (questions === 0 ? 0 : 1.05 / Math.sqrt(users(questions)));
      const curve = (variant: Finding['variant'], aucAt: (questions: number) => number) =>
        Array.from({ length: maxQuestions + 1 }, (_, questions): Finding => {
          const place = { ...PLACE, exposure: 'questions', attacker: id, variant, cohort } as const;
          return { ...place, ...figures(questions, users(questions), aucAt(questions), half(questions)) };
        });
      const real = curve('real', (questions) => {
        const auc = 0.5 + top * (1 - Math.exp(-questions / speed)) * (cohort === 'fixed' ? 0.97 : 1);
        return auc + (questions && 0.003 * wobble(questions + 50 * at));
      });
      const shuffled = curve('shuffled', (questions) => 0.5 + (questions && 0.006 * wobble(questions / 40)));
      return at > 0 ? real : [...real, ...shuffled];
    }),
  );
}

const TITLES = [
  'Dirty Dancing (1987)',
  'Sound of Music, The (1965)',
  'Mary Poppins (1964)',
  'Grease (1978)',
  'Steel Magnolias (1989)',
  'Good, The Bad and The Ugly, The (1966)',
  'Animal House (1978)',
  'Kentucky Fried Movie, The (1977)',
  'Dumb & Dumber (1994)',
  'Rocky Horror Picture Show, The (1975)',
  'Anastasia (1997)',
  'Little Women (1994)',
  'Evil Dead II (Dead By Dawn) (1987)',
  'Gone with the Wind (1939)',
  'Reservoir Dogs (1992)',
  'Color Purple, The (1985)',
  'Fargo (1996)',
  'Ghost (1990)',
  'Thelma & Louise (1991)',
  'Pretty Woman (1990)',
  'Army of Darkness (1993)',
  'Sense and Sensibility (1995)',
];

function reached(confidence: number, slow: number, maxQuestions: number): number[] {
  return Array.from(
    { length: maxQuestions + 1 },
    (_, questions) =>
      (1.25 - confidence) * 2.1 * (1 - Math.exp(-Math.max(0, questions - 3 * slow) / (30 * confidence * slow))),
  );
}

export function sampleRecords(options: { maxQuestions?: number; titles?: readonly string[] } = {}): AuditRecords {
  const { maxQuestions = 100, titles = TITLES } = options;
  const compareAt = [1, 5, 10, 20, 50, 100].filter((questions) => questions <= maxQuestions);
  const headline = Math.min(10, maxQuestions);
  const allCurves = curves(maxQuestions);
  const aucAt = (id: string, questions: number) =>
    allCurves.find((one) => one.attacker === id && one.length === questions && one.cohort === 'survivors')!.auc!.value;
  return {
    format: 'ulterior-audit',
    version: 1,
    spec: {
      attribute: 'gender',
      minGroup: 20,
      smallGroups: 'leaveOut',
      folds: 10,
      protocol: 'rated',
      training: presets.als,
      channels: channelDefaults,
      channelHistory: { dimension: 60, ridge: 10 },
      ridge: 'model',
      prior: 'uniform',
      predictionRidge: 'tuned',
      contenders: CONTENDERS.map(({ id, label, strategy }) => ({ id, label, strategy, classifier: 'factor' })),
      maxQuestions,
      heldOut: 10,
      heldOutShare: 0.2,
      ratingErrorEvery: 10,
      confidences: [0.8, 0.9, 0.95],
      headlineQuestions: 10,
      compareAt,
      openLists: [],
      sources: [],
      fullHistory: ['factor', 'logistic', 'multinomial'],
      transductive: { exactPeople: 8000, landmarks: 2000, mostPeople: 50_000 },
      plugins: [],
      shuffled: ['separation'],
      controls: 5,
      permutations: 400,
      resamples: 500,
      level: 0.95,
      seed: 1,
    },
    data: {
      source: 'invented sample (no audit was run)',
      attribute: 'gender',
      users: USERS,
      items: 3706,
      ratings: 1000209,
      labels: [
        { label: 'F', users: 1709, ratings: 246440 },
        { label: 'M', users: 4331, ratings: 753769 },
      ],
      histogram: [56174, 107557, 261197, 348971, 226310].map((count, at) => ({ rating: at + 1, count })),
      ratingsPerUser: Array.from({ length: 101 }, (_, at) => Math.round(20 * 115 ** ((at / 100) ** 1.35))),
      fingerprint: '9b1c0f4e2a7d5586c3e8f0a91d24b7c6658e3f12ab90cd77e4510f6a2b8c9d3e',
      people: '1'.repeat(64),
      smallGroups: [],
    },
    attackers: [
      ...CONTENDERS.map(({ id, label, strategy }) => {
        return { id, label, exposure: 'questions', strategy, classifier: 'factor' };
      }),
      ...HISTORIES.map(({ id, label }) => ({ id, label, exposure: 'histories' })),
    ],
    findings: [
      ...allCurves,
      ...CONTENDERS.flatMap(({ id: attacker }, at) =>
        Array.from({ length: Math.floor(maxQuestions / 10) + 1 }, (_, step) => ({
          ...PLACE,
          exposure: 'questions',
          length: 10 * step,
          attacker,
          people: USERS - 300 * step,
          rmse: around(0.912 + 0.075 * Math.exp(-step / (2.2 + 0.3 * at)) + 0.004 * at * Math.min(1, step), 0.006),
          rmseItemMeans: around(0.986 + 0.0004 * step, 0.006),
          rmseOverItemMeans: around(-0.074 + 0.075 * Math.exp(-step / (2.2 + 0.3 * at)) - 0.0004 * step, 0.004),
        })),
      ),
      ...CONTENDERS.map(({ id }, rank) => ({
        ...bounded(id, aucAt(id, headline), 0.014, rank),
        exposure: 'questions',
        length: headline,
        people: allCurves[headline]!.people,
      })),
      ...HISTORIES.map(({ id, auc, half, accuracy }, rank) => ({
        ...bounded(id, auc, half, rank),
        exposure: 'histories',
        people: USERS,
        aucByFold: auc - 0.001,
        accuracy: around(accuracy, half - 0.001),
      })),
      {
        ...PLACE,
        exposure: 'histories',
        attacker: 'factor',
        variant: 'shuffled',
        people: USERS,
        shuffles: 5,
        auc: around(0.497, 0.016),
        aucByFold: 0.498,
        accuracy: around(0.502, 0.013),
      },
    ],
    verdict: {
      leak: true,
      possible: false,
      tests: [
        { name: 'attackers', pValue: 0.002, level: 0.01 },
        { name: 'permutation', pValue: 0.0025, level: 0.04 },
      ],
    },
    permutation: {
      features: 'factors',
      dimensions: 64,
      shuffles: 400,
      pValue: 0.0025,
      statistics: [
        { name: 'mean', value: 0.84, shuffledMean: 0.507, pValue: 0.0025 },
        { name: 'fit', value: 0.3, shuffledMean: 0.02, pValue: 0.0025 },
        { name: 'seen', value: 60, shuffledMean: 3.4, pValue: 0.0025 },
        { name: 'rating', value: 9, shuffledMean: 3.6, pValue: 0.0025 },
      ],
      items: [],
    },
    confidences: CONTENDERS.flatMap(({ id }, at) =>
      [0.8, 0.9, 0.95].map((confidence) => ({
        attacker: id,
        confidence,
        reached: reached(confidence, 1 + 0.6 * at, maxQuestions),
        right: confidence - 0.03,
      })),
    ),
    reliability: compareAt.map((length) => ({
      attacker: 'separation',
      length,
      bins: Array.from({ length: 10 }, (_, bin) => {
        const stated = 0.5 + (0.1 + 0.38 * (1 - Math.exp(-length / 15))) * ((bin + 1) / 10);
        return { stated, right: around(stated - 0.02 + 0.02 * wobble(bin + length), 0.03), people: USERS / 10 };
      }),
    })),
    confusions: [],
    overlaps: [],
    comparisons: compareAt.flatMap((questions) =>
      CONTENDERS.slice(1).map(({ id }) => {
        const difference = aucAt('separation', questions) - aucAt(id, questions);
        return {
          target: 'gender',
          length: questions,
          people: USERS,
          first: 'separation',
          second: id,
          difference: around(difference, 0.011),
          pValue: Math.abs(difference) > 0.02 ? 0 : Math.max(0.004, 0.6 - 40 * Math.abs(difference)),
        };
      }),
    ),
    items: titles.map((title, at) => {
      const gap = 0.62 / (1 + 0.09 * at);
      const middle = 3.4 + 0.5 * wobble(at);
      const biases = at % 3 === 1 ? [middle - gap, middle + gap] : [middle + gap, middle - gap];
      const askedEarly = 0.94 / (1 + 0.12 * at);
      const bits = around(0.4 / (1 + 0.1 * at), 0.03);
      const worth = {
        contribution: askedEarly * bits.value,
        rated: { answers: Math.round(USERS * askedEarly), bits },
        skipped: { answers: 0 },
      };
      return { id: String(at + 1), title, gap, biases, ratings: 300 + 97 * at, askedEarly, worth };
    }),
    gaps: Array.from({ length: 3706 }, (_, at) => 0.62 * ((at + 1) / 3706) ** 5 + 0.09 * ((at + 1) / 3706)),
    provenance: {
      version: '0.1.0',
      noiseVariances: [0.741, 0.739, 0.744],
      predictionRidges: [3, 3, 10],
      finished: '2026-01-05T12:00:00.000Z',
    },
  };
}
