import { describe, expect, it } from 'vitest';
import { packError, UlteriorError, unpackError } from './index.ts';

describe('an error that went to another thread', () => {
  const sent = (error: unknown) => unpackError(structuredClone(packError(error)));

  it('keeps its class, code, advice, details and place', () => {
    const error = new UlteriorError('TRAINING_DIVERGED', 'what', 'do', { epoch: 3, values: [1, Number.NaN] });
    expect(structuredClone(error)).not.toBeInstanceOf(UlteriorError);
    const back = sent(error);
    expect(back).toBeInstanceOf(UlteriorError);
    expect(back).toMatchObject({ code: 'TRAINING_DIVERGED', kind: 'data', message: 'what', advice: 'do' });
    expect((back as UlteriorError).details).toEqual({ epoch: 3, values: [1, Number.NaN] });
    expect(back.stack).toBe(error.stack);
  });

  it('is an error whatever was thrown', () => {
    const fault = new TypeError('x is undefined');
    expect(sent(fault)).toMatchObject({ message: 'x is undefined', stack: fault.stack });
    expect(sent(fault)).not.toBeInstanceOf(UlteriorError);
    expect(sent('just text').message).toBe('just text');
  });
});
