import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headlineIn, withFindings } from '../../../test/support/findings.ts';
import { sampleDefenceRecords } from '../../../test/support/sampleDefenceRecords.ts';
import { sampleLeakRecords } from '../../../test/support/sampleLeakRecords.ts';
import { sampleModelRecords } from '../../../test/support/sampleModelRecords.ts';
import { sampleQuestionnaireStudy } from '../../../test/support/sampleQuestionnaireStudy.ts';
import { sampleRecords } from '../../../test/support/sampleRecords.ts';
import type { AuditRecords, Finding } from '../../audit/index.ts';
import type { GatedRecords } from '../common/anyRecords.ts';
import type { Estimate } from '../common/input.ts';
import { judgeLeaks } from './gate.ts';
import { gateLines, runText } from './gateWords.ts';
import { junitOf } from './junit.ts';
import { type GateEnd, leaksOf } from './leaks.ts';
import { markdownOf } from './markdown.ts';
import { whereFound } from './placeWords.ts';
import { sarifOf } from './sarif.ts';

type Found = readonly [value: number, low: number, high: number];

/** An audit with one headline, and attackers who find what is given. */
function audit(found: readonly Found[], more: Partial<Finding> = {}, people = 'same'): AuditRecords {
  const records = sampleRecords({ maxQuestions: 10 });
  const attackers = found.map((_, at) => ({ id: `a${at}`, label: `attacker ${at}`, exposure: 'questions' }));
  const { replicates = [], ...rest } = more;
  const findings = found.map(([value, low, high], at): Finding => {
    const place = { target: 'gender', exposure: 'questions', length: 10, attacker: `a${at}`, variant: 'real' } as const;
    const auc = { value, low, high, bounds: { low, high } };
    // Of the strongest alone.
    return { ...place, people: 500, auc, detectable: 0.56, judged: true, ...rest, ...(at === 0 && { replicates }) };
  });
  return { ...records, data: { ...records.data, people }, attackers, findings };
}
const outcome = (records: GatedRecords, maxAuc: number, failOn: GateEnd) => {
  const { judgements, passed } = judgeLeaks(records, { maxAuc, failOn });
  return [judgements[0]!.outcome, passed];
};

describe('people who are named', () => {
  const named = (value: number, low: number, high: number) => ({ named: { value, low, high, bounds: { low, high } } });
  const one = [[0.55, 0.52, 0.58]] as const;
  const judged = (records: GatedRecords, maxNamed: number, failOn: GateEnd = 'upper') => {
    const gate = judgeLeaks(records, { maxNamed, failOn });
    return [gate.judgements[0]!.named?.outcome, gate.passed];
  };

  it('have a limit of their own, beside the one for the AUC or without it', () => {
    const records = audit(one, named(0.05, 0.03, 0.08));
    expect(judged(records, 0.1)).toEqual(['kept', true]);
    expect(judged(records, 0.06)).toEqual(['notShown', false]);
    expect(judged(records, 0.06, 'estimate')).toEqual(['kept', true]);
    expect(judged(records, 0.01)).toEqual(['broken', false]);
    expect(judgeLeaks(records, { maxAuc: 0.6, maxNamed: 0.01, failOn: 'upper' }).passed).toBe(false);
    expect(judgeLeaks(records, { maxAuc: 0.6, failOn: 'upper' }).passed).toBe(true);
  });

  it('are those of whoever names most, which need not be the strongest', () => {
    const { findings, ...records } = audit([...one, [0.53, 0.5, 0.56]]);
    const shares = [0, 0.2].map((share) => named(share, share, share + 0.05));
    const both = { ...records, findings: findings.map((finding, at) => ({ ...finding, ...shares[at]! })) };
    expect(judged(both as GatedRecords, 0.1)).toEqual(['broken', false]);
    expect(leaksOf(both as GatedRecords)[0]!.named).toEqual({ lower: 0.2, estimate: 0.2, upper: 0.25 });
  });

  it('that nobody counted do not pass, and every form says why it failed', () => {
    const gate = judgeLeaks(audit(one), { maxNamed: 0.01, failOn: 'upper' });
    expect(gate.passed).toBe(false);
    expect(gateLines(gate).join('\n')).toContain('these records do not count them');
    const counted = judgeLeaks(audit(one, named(0, 0, 0.02)), { maxNamed: 0.01, failOn: 'upper' });
    expect(gateLines(counted).join('\n')).toContain(
      '0.0% [0.0%, 2.0%] of the people are named with 90% certainty; that cannot be shown to be within the limit of 1.0%: the interval reaches 2.0%',
    );
    const checked = [{ name: 'films', place: { file: 'a' }, records: audit(one), gate: counted }];
    expect(JSON.stringify(JSON.parse(sarifOf(checked)))).toContain('leak-not-shown-within-limit');
    expect(junitOf(checked)).toContain('type="notShown"');
    expect(markdownOf(checked)).toContain('1.0% named: cannot be shown to be within the limit');
  });
});

describe('the end that counts', () => {
  const records = audit([
    [0.58, 0.55, 0.61],
    [0.57, 0.51, 0.63],
  ]);

  it('is the largest upper end of any attacker, which need not be that of the strongest', () => {
    expect(outcome(records, 0.62, 'upper')).toEqual(['notShown', false]);
    expect(outcome(records, 0.63, 'upper')).toEqual(['kept', true]);
    expect(outcome(records, 0.575, 'upper')).toEqual(['broken', false]);
  });

  it('or the estimate, or the lower end, if the caller says so', () => {
    expect(outcome(records, 0.59, 'estimate')).toEqual(['kept', true]);
    expect(outcome(records, 0.575, 'estimate')).toEqual(['broken', false]);
    expect(outcome(records, 0.56, 'lower')).toEqual(['kept', true]);
    expect(outcome(records, 0.54, 'lower')).toEqual(['broken', false]);
  });

  it('who is wrong beyond chance counts as if the guesses were turned round', () => {
    const wrong = audit([
      [0.51, 0.49, 0.53],
      [0.125, 0.0625, 0.375],
    ]);
    expect(outcome(wrong, 0.6, 'upper')).toEqual(['broken', false]);
    expect(leaksOf(wrong)[0]).toMatchObject({
      attacker: 'attacker 1, turned round',
      auc: { value: 0.875, low: 0.625, high: 0.9375 },
      ends: { lower: 0.625, estimate: 0.875, upper: 0.9375 },
    });
    expect(leaksOf(audit([[0.42, 0.33, 0.51]]))[0]!.auc.value).toBe(0.42);
    // Replicates are of guesses as they stand: no pairs for turned ones.
    const replicates = { replicates: [0.5, 0.51] };
    expect(leaksOf(audit([[0.51, 0.49, 0.53]], replicates))[0]).toMatchObject(replicates);
    const turned = [
      [0.51, 0.49, 0.53],
      [0.125, 0.0625, 0.375],
    ] as const;
    expect(leaksOf(audit(turned, replicates))[0]!.replicates).toBeUndefined();
  });

  it('counts the group that an attacker tells best: a mean over groups must not pass for it', () => {
    const replicates = { replicates: [0.55, 0.57] };
    const alone = audit([[0.56, 0.53, 0.59]], replicates);
    const rare = { value: 0.9, low: 0.8, high: 0.97, bounds: { low: 0.75, high: 0.98 } };
    const { replicates: _, ...mean } = alone.findings[0]!;
    const told = { ...alone, findings: [...alone.findings, { ...mean, group: 'rare', auc: rare }] };
    expect(leaksOf(told)[0]).toMatchObject({
      attacker: 'attacker 0, about “rare”',
      ends: { lower: 0.75, estimate: 0.9, upper: 0.98 },
    });
    // Replicates of the mean are no pairs for the figure of a group.
    expect(leaksOf(told)[0]!.replicates).toBeUndefined();
    expect(outcome(told, 0.62, 'upper')).toEqual(['broken', false]);
    expect(leaksOf(alone)[0]).toMatchObject(replicates);
  });

  it('too few people do not pass, whatever end counts', () => {
    const few = audit([[0.52, 0.35, 0.69]], { people: 24, detectable: 0.8 });
    expect(outcome(few, 0.6, 'upper')).toEqual(['notShown', false]);
    expect(outcome(few, 0.6, 'estimate')).toEqual(['tooFewPeople', false]);
    expect(outcome(few, 0.6, 'lower')).toEqual(['tooFewPeople', false]);
    expect(gateLines(judgeLeaks(few, { maxAuc: 0.6, failOn: 'estimate' })).join('\n')).toMatch(
      /by the estimate itself.*\n.*24 people could not show a leak below 0\.800: there are too few people to tell/,
    );
    expect(gateLines(judgeLeaks(few, { maxAuc: 0.6, failOn: 'upper' })).join('\n')).toMatch(
      /FAILED. It judges by the upper end of the interval.*\n.*cannot be shown to be within the limit of 0\.6 with 24 people: the interval reaches 0\.690/,
    );
  });

  it('what is not a number never passes', () => {
    for (const failOn of ['lower', 'estimate', 'upper'] as const) {
      expect(outcome(audit([[Number.NaN, Number.NaN, Number.NaN]]), 0.9, failOn)[1]).toBe(false);
      expect(outcome(audit([[0.5, 0.5, 0.5]], { detectable: Number.NaN }), 1, failOn)[1]).toBe(true);
      const unknown = audit([[0.52, 0.5, 0.7]], { detectable: Number.NaN });
      expect(outcome(unknown, 0.6, failOn)[1]).toBe(false);
    }
  });

  it('what a file of records does not know does not pass either: JSON keeps what is no number as null', () => {
    const written = JSON.stringify(audit([[0.52, 0.5, 0.7]], { detectable: Number.NaN }));
    for (const failOn of ['estimate', 'lower'] as const) {
      expect(outcome(JSON.parse(written), 0.6, failOn)).toEqual(['tooFewPeople', false]);
    }
  });

  it('property: passing by the upper end means passing by every end, and a larger limit never fails what passed', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(share, share, share), share, share, share, (three, limit, more, detectable) => {
        const [low, value, high] = three.toSorted((a, b) => a - b) as [number, number, number];
        const own = audit([[value, low, high]], { detectable });
        const passes = (end: GateEnd, maxAuc: number) => outcome(own, maxAuc, end)[1] as boolean;
        for (const end of ['lower', 'estimate', 'upper'] as const) {
          if (passes('upper', limit)) expect(passes(end, limit)).toBe(true);
          if (passes(end, limit)) expect(passes(end, Math.max(limit, more))).toBe(true);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('limits', () => {
  it('of the attribute count before the limit for all; a limit for what is not measured fails', () => {
    const records = audit([[0.55, 0.53, 0.58]]);
    const { attribute } = records.data;
    const by = (byAttribute: Record<string, number>) =>
      judgeLeaks(records, { maxAuc: 0.9, byAttribute, failOn: 'upper' });
    expect(by({ [attribute]: 0.57 }).passed).toBe(false);
    expect(by({ [attribute]: 0.6 }).passed).toBe(true);
    expect(by({ gendr: 0.6 })).toMatchObject({ passed: false, limitsUnused: ['gendr'] });
    expect(gateLines(by({ gendr: 0.6 })).at(-1)).toContain('a limit for "gendr", but nothing was measured');
    expect(judgeLeaks(records, { failOn: 'upper' }).judgements[0]!.outcome).toBe('unlimited');
  });

  it('nothing measured does not pass', () => {
    expect(judgeLeaks(audit([]), { maxAuc: 0.9, failOn: 'upper' }).passed).toBe(false);
  });
});

describe('the baseline', () => {
  const waves = (middle: number) => Array.from({ length: 100 }, (_, n) => middle + 0.03 * Math.sin(n));
  const at = (value: number, people = 'same', replicates: number[] | undefined = waves(value)) =>
    audit([[value, value - 0.06, value + 0.06]], { replicates: replicates as number[] }, people);
  const since = (now: AuditRecords, before: AuditRecords) => judgeLeaks(now, { failOn: 'upper', baseline: before });

  it('the same people: a small growth fails; other people: it may be chance', () => {
    const grown = since(at(0.62), at(0.6));
    expect(grown.passed).toBe(false);
    expect(grown.judgements[0]!.trend).toMatchObject({ grew: true, paired: true });
    expect(gateLines(grown).join('\n')).toMatch(/It grew since the baseline \(0\.600; the same people\) by 0\.020/);
    const others = since(at(0.62, 'others'), at(0.6));
    expect(others.passed).toBe(true);
    expect(others.judgements[0]!.trend).toMatchObject({ grew: false, paired: false });
    expect(since(at(0.8, 'others'), at(0.6)).passed).toBe(false);
    expect(since(at(0.6), at(0.62)).passed).toBe(true);
    expect(since(at(0.6), at(0.6)).passed).toBe(true);
  });

  it('what cannot be compared counts as grown', () => {
    const unknown = Number.NaN;
    for (const replicates of [{}, { replicates: waves(0.6) }]) {
      const judged = since(at(0.6), audit([[unknown, unknown, unknown]], replicates));
      expect(judged.judgements[0]!.trend).toMatchObject({ pValue: unknown, grew: true });
      expect(judged.passed).toBe(false);
    }
    expect(since(at(0.6, 'others'), audit([[0.6, unknown, unknown]])).passed).toBe(false);
  });

  it('other resamples are not paired', () => {
    const before = at(0.6);
    const trend = since(at(0.62), { ...before, spec: { ...before.spec, seed: 99 } }).judgements[0]!.trend;
    expect(trend!.paired).toBe(false);
  });

  it('what is not measured any more fails', () => {
    const before = at(0.6);
    const fewer = withFindings(before, (one) => ({ ...one, length: 9 }));
    expect(since(fewer, before)).toMatchObject({
      passed: false,
      notMeasured: [`${before.data.attribute}, after 10 questions`],
    });
  });
});

it('a single failure among many audits is a failure of the run', () => {
  const place = { file: 'ulterior.json' };
  const checked = (name: string, maxAuc: number) => {
    const records = audit([[0.58, 0.55, 0.61]]);
    return { name, place, records, gate: judgeLeaks(records, { maxAuc, failOn: 'upper' }) };
  };
  expect(runText([checked('films', 0.7), checked('lists', 0.6)])).toBe('1 of 2 audits failed: lists.');
  expect(runText([checked('films', 0.7), checked('lists', 0.7)])).toBe('2 audits passed.');
});

describe('records of every kind', () => {
  it('speak of their leaks, the strongest attacker with the largest ends', async () => {
    const study = await sampleQuestionnaireStudy({ task: 'check', maxAuc: 0.6 });
    const all: GatedRecords[] = [
      sampleRecords(),
      sampleModelRecords(),
      sampleLeakRecords(),
      sampleDefenceRecords(),
      study,
    ];
    for (const records of all) {
      const leaks = leaksOf(records);
      expect([records.format, leaks.length > 0]).toEqual([records.format, true]);
      expect(new Set(leaks.map(({ key }) => key)).size).toBe(leaks.length);
      for (const { ends } of leaks) {
        expect(ends.lower).toBeLessThanOrEqual(ends.estimate);
        expect(ends.upper).toBeGreaterThanOrEqual(ends.estimate);
      }
      expect(judgeLeaks(records, { maxAuc: 1, failOn: 'upper' }).passed).toBe(true);
      expect(judgeLeaks(records, { maxAuc: 0.501, failOn: 'upper' }).passed).toBe(false);
    }
  });

  it('every figure that is judged is a finding, with the same value and bounds to the last digit', async () => {
    const all: GatedRecords[] = [sampleRecords(), sampleModelRecords(), sampleLeakRecords(), sampleDefenceRecords()];
    for (const records of [...all, await sampleQuestionnaireStudy()]) {
      const judged = records.findings.filter((finding) => finding.judged);
      for (const { attribute, where, ends } of leaksOf(records)) {
        const own = judged.filter((one) => one.target === attribute && whereFound(records, one) === where);
        const values = own.flatMap(({ auc, impliedAuc }) => {
          const { value, low, high } = { ...auc, ...(auc?.bounds ?? auc?.band) } as Estimate;
          return auc === undefined ? [impliedAuc!] : [value, low, high];
        });
        const distance = (end: number) =>
          Math.min(...values.map((one) => Math.min(Math.abs(end - one), Math.abs(end - 1 + one))));
        expect(Math.max(...Object.values(ends).map(distance))).toBeLessThan(1e-12);
      }
    }
  });

  it('a model audit: one leak for each surface; a matrix: the largest of all ways of asking', () => {
    const model = sampleModelRecords();
    expect(leaksOf(model).map(({ where }) => where)).toContain('from top-10 lists');
    const matrix = sampleLeakRecords();
    const [first] = leaksOf(matrix);
    const own = matrix.findings.filter(({ target, variant }) => target === first!.attribute && variant === 'real');
    const highest = own.map(({ auc }) => (auc!.bounds ?? auc!.band!).high);
    expect(first!.ends.upper).toBe(Math.min(1, Math.max(...highest)));
    expect(first!.where).toBe('after up to 20 questions');
  });

  it('a leak of a matrix that is largest before the last question counts', () => {
    const matrix = sampleLeakRecords();
    const { attribute } = leaksOf(matrix)[0]!;
    const early = { value: 0.97, low: 0.95, high: 0.98, band: { low: 0.94, high: 0.99 } };
    const raised = withFindings(matrix, (one) => {
      const is = one.target === attribute && one.variant === 'real' && one.length === 3;
      return is ? { ...one, auc: early } : one;
    });
    // With a headline, and without one.
    for (const records of [raised, withFindings(raised, (one) => (one.auc!.bounds === undefined ? one : undefined))]) {
      const [leak] = leaksOf(records as typeof matrix);
      expect(leak!.ends).toEqual({ lower: 0.94, estimate: 0.97, upper: 0.99 });
    }
  });

  it('behind a defence, an attacker who turns the guess round counts', () => {
    const records = sampleDefenceRecords();
    const [leak] = leaksOf(records);
    const { defence, strength } = records.evaluations[0]!;
    const upper = headlineIn(records, 'histories', { defence, strength }).map(({ auc }) =>
      auc.value < 0.5 ? 1 - auc.bounds!.low : auc.bounds!.high,
    );
    expect(leak!.ends.upper).toBe(Math.max(...upper));
    const decoys = records.evaluations.findLast((one) => one.defence === 'decoysGreedy')!;
    const [first] = headlineIn(records, 'histories', { defence: decoys.defence, strength: decoys.strength });
    const alone = { ...records, findings: [first!] };
    // 0.18 [0.16, 0.2] is 0.82 to whoever reads it the other way.
    expect(leaksOf(alone)[0]!.ends.upper).toBeCloseTo(1 - first!.auc.bounds!.low, 12);
    expect(leaksOf(alone)[0]!.ends.upper).toBeGreaterThan(0.8);
    expect(leak!.ends.estimate).toBeGreaterThanOrEqual(0.5);
  });
});
