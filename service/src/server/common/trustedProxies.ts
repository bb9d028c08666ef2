/**
 * Whom to believe about the address of a client. X-Forwarded-For is a list to which each proxy adds whom it heard from;
 * the client itself may have written the rest. So either the number of our own proxies is known, and the address is the
 * one that many places from the end, or their addresses are, and the first other address from the end is the client's.
 * A number is safe only where clients cannot reach the service but through the proxies; addresses are safe anywhere.
 * To believe everybody would let each client choose the address that its requests are counted under.
 */

import { BlockList, isIP } from 'node:net';
import { UlteriorError } from 'ulterior/service-parts';

/** How many proxies of ours a request passes, or the addresses and networks (CIDR) they have. */
export type TrustedProxies = number | readonly string[];

const MOST_HOPS = 100;

/** `1`, or `10.0.0.7,192.168.0.0/16`. */
export function proxiesFrom(text: string): TrustedProxies {
  const parts = text.split(',').map((part) => part.trim());
  return checkedProxies(/^\d+$/.test(text) ? Number(text) : parts);
}

export function checkedProxies(proxies: unknown): TrustedProxies {
  if (typeof proxies === 'number' && Number.isInteger(proxies) && proxies >= 1 && proxies <= MOST_HOPS) return proxies;
  if (Array.isArray(proxies) && proxies.length > 0 && proxies.every(isNetwork)) return proxies;
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    'the trusted proxies are neither a number of hops nor a list of addresses',
    'say how many proxies of yours a request passes (--trust-proxy 1), or their addresses or networks (--trust-proxy 10.0.0.7,192.168.0.0/16)',
    { parameter: 'trustProxy' },
  );
}

/** Whether a connection comes from a proxy of ours: where only their number is known, all do. */
export function proxyTest(proxies: TrustedProxies | undefined): (address: string) => boolean {
  if (proxies === undefined) return () => false;
  if (typeof proxies === 'number') return () => true;
  const known = new BlockList();
  for (const text of proxies) {
    const [address = '', bits] = text.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    known.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => known.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** A network of all addresses would be everybody. */
function isNetwork(text: unknown): boolean {
  const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(String(text)) ?? [];
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return longest > 0 && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= longest));
}
