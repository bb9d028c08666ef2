/**
 * A first look at the data: `--quick` stops after it, and every audit of questions begins with it. It has no records, so
 * that no gate can take it for an audit.
 */
import { type FirstLookSpec, planFirstLook, runPlan } from '../../audit/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import type { Dataset } from '../../ratings/index.ts';
import { firstLookText, leftOutBy } from '../../report/index.ts';
import { type LongRunFlags, type LongRunTools, longRun } from '../shared/longRun.ts';
import { refuseIdle } from '../shared/options.ts';
import { print, say } from '../shared/output.ts';

/** What an audit needs, and a first look does not. */
const OF_AUDITS = ['output', 'quiet', 'maxAuc', 'maxNamed', 'part', 'questions', 'attackers'];

export const QUICK = ['--quick', 'stop after a first look: seconds, one attacker, no report, no gate'] as const;

export interface QuickFlags {
  readonly quick?: boolean;
}

type Look = Omit<FirstLookSpec, 'attribute'> & { readonly dataset: Dataset; readonly attributes: readonly string[] };

/** All of what a command does with `--quick`. */
export async function lookQuickly(look: Look, source: string, flags: LongRunFlags): Promise<void> {
  const { dataset, attributes, ...spec } = look;
  await longRun({ doing: 'looking', source }, flags, async (tools) => {
    for (const attribute of attributes) {
      const found = await runPlan(planFirstLook(dataset, { ...spec, attribute }), tools);
      print(firstLookText(found), '', 'Left out:', ...leftOutBy(found).map((text) => `  ${text}`));
    }
    print('', 'Only a whole audit can say that nothing was found: the same command with --output and without --quick.');
  });
}

/** Before a flag would be read in vain, or a gate be thought to have passed. */
export function refuseBesideQuick(flags: object): void {
  refuseIdle(
    flags,
    OF_AUDITS,
    '--quick stops after a first look, which has no report and passes no gate',
    ', or --quick',
  );
}

/** Before the audit goes on. What stands in the way of a first look may not stand in the way of the audit. */
export function firstLookBefore({ dataset, attributes, ...spec }: Look): (tools: LongRunTools) => Promise<void> {
  return async (tools) => {
    for (const attribute of attributes) {
      try {
        const plan = planFirstLook(dataset, { ...spec, attribute });
        const found = await runPlan(plan, { ...tools, onProgress: undefined });
        say(`${firstLookText(found)} The audit goes on, and its report replaces this.`);
      } catch (error) {
        if (!(error instanceof UlteriorError)) throw error;
      }
    }
  };
}
