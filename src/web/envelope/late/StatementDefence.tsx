/** The advisor of the other views, for the attribute that became known most. */
import { useMemo } from 'react';
import type { GivenAnswer } from '../../../defence/index.ts';
import type { ShippedModel } from '../../models/shippedModel.ts';
import { Defence } from '../../try/finding/Defence.tsx';
import { collectionsOf } from '../../try/state/collections.ts';
import { ledgerFor } from '../../try/state/ledgers.ts';
import { type Session, startSession } from '../../try/state/session.ts';

interface Props {
  readonly models: readonly ShippedModel[];
  readonly given: readonly GivenAnswer[];
  readonly seat: number;
}

export function StatementDefence({ models, given, seat }: Props) {
  const collection = useMemo(() => collectionsOf(models)[0]!, [models]);
  const target = models[seat]!;
  const session = useMemo((): Session => {
    const setup = { collection: collection.id, target: target.id, secret: false, chooser: 'sneaky', seed: 0 } as const;
    const started = startSession({ ...setup, invented: false });
    return { ...started, given: given.map((one) => ({ ...one, chooser: setup.chooser })), ended: true };
  }, [collection, target, given]);
  const known = useMemo(() => ledgerFor([target], given).totals[0]!.known, [target, given]);
  return <Defence session={session} collection={collection} target={target} known={known} />;
}
