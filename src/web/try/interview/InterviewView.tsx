/** The interview: the question on one side, what the answers tell on the other. */
import { useMemo, useState } from 'react';
import { trailOf } from '../../models/trail.ts';
import { type InterviewProps, targetOf } from '../state/stageProps.ts';
import { Curtain } from './Curtain.tsx';
import { InventedControls } from './InventedControls.tsx';
import { QuestionCard } from './QuestionCard.tsx';
import { Recommended } from './Recommended.tsx';

export function InterviewView(props: InterviewProps & { readonly question: string }) {
  const { session, collection, question } = props;
  const target = targetOf(session, collection);
  const [open, setOpen] = useState(!session.secret);
  const trail = useMemo(() => trailOf(collection.models, session.given), [collection, session.given]);
  const { standings } = trail;
  return (
    <div className="wide-column interview">
      <div>
        <QuestionCard {...props} standing={open ? standings.at(-1)![collection.models.indexOf(target)]! : undefined}>
          {session.invented && <InventedControls {...props} />}
        </QuestionCard>
        {collection.words.recommended !== undefined && (
          <Recommended model={target.model} given={session.given} question={question} words={collection.words} />
        )}
      </div>
      <Curtain
        {...props}
        target={target}
        question={question}
        trail={trail}
        open={open}
        onToggle={() => setOpen(!open)}
      />
    </div>
  );
}
