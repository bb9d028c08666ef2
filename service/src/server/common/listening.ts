/** Where something listens, and why it cannot. */

import type { AddressInfo } from 'node:net';
import { UlteriorError } from 'ulterior/service-parts';

export function listenFailure(host: string, port: number, cause: unknown): UlteriorError {
  const { code } = cause as { code?: unknown };
  return new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `nothing can listen on ${host}, port ${port}${typeof code === 'string' ? ` (${code})` : ''}`,
    'choose another port or address, or stop what listens there; port 0 takes any free one',
    { parameter: 'port', value: port },
  );
}

export function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
