/**
 * Attackers that may ask anybody anything, beside contenders that may only ask what people are known to have rated. Nobody
 * outside knows what others rated: they ask, and "haven't seen it" is an answer, which often tells more than stars. A list
 * for everybody is chosen among training people. As many questions as before the headline.
 */
import type { Dataset } from '../../ratings/index.ts';
import { type Attempt, attempt } from '../attackers/failures.ts';
import type { SentModel } from '../attackers/sentModel.ts';
import { trainRivals } from '../attackers/trainAttackers.ts';
import type { WorkTools } from '../folds/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { contender } from '../spec/contender.ts';
import type { FoldData } from './foldData.ts';
import { interviewsBy } from './groupInterviews.ts';
import { interviewAll, interviewTasks } from './interviewAll.ts';

/** How many are asked. Fewer are judged where people cannot be asked that many about what they rated (auditRecords.ts). */
export const openQuestions = ({ headlineQuestions, maxQuestions }: AuditSpec) =>
  Math.min(headlineQuestions, maxQuestions);

/** Log odds after each number of questions, people x (questions + 1) x K, by attacker. */
export async function askAnything(
  names: readonly string[],
  model: SentModel,
  trainers: Dataset,
  { dataset, people }: FoldData,
  spec: AuditSpec,
  tools: WorkTools,
): Promise<ReadonlyMap<string, Attempt<Float32Array>>> {
  const own = { ...spec, protocol: 'open', maxQuestions: openQuestions(spec) } as const;
  // Held-out ratings, too: nothing is predicted here, and an attacker is told what there is.
  const asked = { people, histories: dataset.ratings.byUser };
  const found = new Map<string, Attempt<Float32Array>>();
  for (const name of names) {
    const asking = contender(name);
    const logits = await attempt(async () => {
      const rivals = await trainRivals([asking], trainers, own, tools);
      return (await interviewAll(interviewsBy(asking, { model, rival: rivals.get(name) }, own), asked, tools)).logits;
    });
    if (logits.made === undefined) for (let n = 0; n < interviewTasks(people.length); n++) tools.onTaskDone?.();
    found.set(name, logits);
  }
  return found;
}
