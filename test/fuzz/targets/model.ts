/**
 * Model files as the service judges them. A checksum would end nearly every try, so what was changed is sealed again: it
 * tells of accidents, not of a file made up to do harm.
 */

import { defaultLimits } from '../../../service/src/server/common/limits.ts';
import { inspectModel } from '../../../service/src/server/models/inspectModel.ts';
import { decodeTensors, encodeTensors } from '../../../src/factorization/index.ts';
import { checksumOf } from '../../../src/factorization/model/sealedFile.ts';
import { type FuzzTarget, onlyCoded } from '../onlyCoded.ts';

export const fuzz: FuzzTarget = async (bytes) => {
  await onlyCoded(() => inspectModel(bytes, defaultLimits));
  const decoded = decodeTensors(bytes);
  if (!decoded.ok) return;
  const { checksum: _, ...metadata } = decoded.file.metadata;
  const unsigned = { ...decoded.file, metadata };
  const sealed = encodeTensors({ ...unsigned, metadata: { ...metadata, checksum: checksumOf(unsigned) } });
  await onlyCoded(() => inspectModel(sealed, defaultLimits));
};
