/** What a contender brings to its interviews, as plain data that travel to other threads; and who comes of it. */
import type { FactorModel } from '../../factorization/index.ts';
import {
  type BeliefOptions,
  type IncrementalClassifier,
  type LinearModel,
  linearClassifier,
} from '../../inference/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { oneVersusRest, type RivalModel, rivalNamed } from '../../rivals/index.ts';
import { createStrategy, fixedList, type Strategy, type StrategyContext } from '../../selection/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import type { Contender } from '../spec/contender.ts';
import { inBatches } from './inBatches.ts';
import type { SentModel } from './sentModel.ts';

export interface InterviewerData {
  /** The model the belief is made from. */
  readonly model: SentModel;
  /** Where a linear classifier judges. */
  readonly judge?: LinearModel | undefined;
  /** Where the contender is a rival. */
  readonly rival?: RivalModel | undefined;
  /** The items of a compiled list, first the first. */
  readonly list?: Uint32Array | undefined;
}

interface Interviewer {
  readonly strategy: Strategy;
  readonly classifier: IncrementalClassifier | undefined;
  readonly beliefOptions: BeliefOptions;
}

/** One interviewer for each person; what they share is opened once. */
export function interviewers(
  contender: Contender,
  { judge, rival, list }: InterviewerData,
  model: FactorModel,
  spec: Pick<AuditSpec, 'ridge' | 'seed'> & Pick<BeliefOptions, 'prior'> & Pick<StrategyContext, 'target'>,
): (person: number) => Interviewer {
  const beliefOptions: BeliefOptions = { ridge: ridgeOf(contender, spec), prior: spec.prior };
  if (rival !== undefined) {
    const opened = rivalNamed(contender.strategy).open(rival);
    return () => ({ ...opened, beliefOptions });
  }
  if (contender.strategy === 'oneVersusRest') {
    const opened = oneVersusRest(model, beliefOptions);
    return () => ({ ...opened, beliefOptions });
  }
  const classifier = judge && linearClassifier(judge);
  if (list !== undefined) {
    const strategy = fixedList(Array.from(list, itemIndex));
    return () => ({ strategy, classifier, beliefOptions });
  }
  return (person) => {
    const { batch = 1 } = contender;
    const context = { model, seed: spec.seed, interview: person, classifier, beliefOptions, target: spec.target };
    const live = createStrategy(context, contender.strategy);
    return { strategy: batch > 1 ? inBatches(live, model, batch) : live, classifier, beliefOptions };
  };
}

/** A ridge of ratings says nothing about models of channels: those have their own, of the model. */
export function ridgeOf({ ridge, model = 'ratings' }: Contender, spec: Pick<AuditSpec, 'ridge'>): number | undefined {
  if (ridge !== undefined) return ridge;
  return model !== 'ratings' || spec.ridge === 'model' ? undefined : spec.ridge;
}
