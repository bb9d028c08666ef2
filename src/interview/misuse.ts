/** What can be done wrong in an interview, whatever it infers. */
import { UlteriorError } from '../errors/index.ts';
import { type Answer, type ItemIndex, onScale, type RatingScale, type Vocabulary } from '../ratings/index.ts';

export function checkAnswer({ scale }: { readonly scale: RatingScale }, item: ItemIndex, rating: Answer): void {
  if (rating === 'skip' || onScale(scale, rating)) return;
  const steps = scale.step === 0 ? '' : ` in steps of ${scale.step}`;
  throw new UlteriorError(
    'ANSWER_OFF_SCALE',
    `the answer ${rating} to item ${item} is outside the scale from ${scale.min} to ${scale.max}${steps}`,
    'give a rating of the scale, or skip the question',
    { item, rating, scale },
  );
}

export function answeredTwice({ items }: { readonly items: Vocabulary<ItemIndex> }, item: ItemIndex): UlteriorError {
  return new UlteriorError(
    'ITEM_ANSWERED_TWICE',
    `"${items.title(item)}" was answered already`,
    'answer each item once; undo takes an answer back',
    { item },
  );
}

export function notAsked(item: ItemIndex, question: ItemIndex): UlteriorError {
  return new UlteriorError(
    'ITEM_NOT_ASKED',
    `the answer is for item ${item}; the open question is item ${question}`,
    'answer the open question, or skip it',
    { item, question },
  );
}

export function alreadyStopped(reason: string): UlteriorError {
  return new UlteriorError(
    'INTERVIEW_STOPPED',
    `the interview has stopped (${reason})`,
    'start a new interview, or undo the last step',
    { reason },
  );
}

export function nothingToUndo(): UlteriorError {
  return new UlteriorError(
    'INTERVIEW_NOTHING_TO_UNDO',
    'nothing was answered yet, so nothing can be undone',
    'answer the question first',
  );
}
