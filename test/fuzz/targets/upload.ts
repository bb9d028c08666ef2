/** Tables that are handed to the service, as it judges them before it keeps them: text or gzip, of bounded size. */
import { defaultLimits } from '../../../service/src/server/common/limits.ts';
import { inspectData } from '../../../service/src/server/data/inspectData.ts';
import { type FuzzTarget, onlyCoded } from '../onlyCoded.ts';

const limits = { ...defaultLimits, unpackedBytes: 1e6 };

export const fuzz: FuzzTarget = (bytes) =>
  onlyCoded(async () => {
    const { unpacked, lines } = await inspectData(bytes, limits);
    if (unpacked > limits.unpackedBytes || lines > unpacked) throw new Error(`${lines} lines in ${unpacked} bytes`);
  });
