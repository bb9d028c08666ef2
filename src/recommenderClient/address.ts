/**
 * Where histories may be sent, and with which headers. What an address or a header may hold of secrets is never shown: messages
 * name the host and the path of an address, and the name of a header.
 */
import { UlteriorError } from '../errors/index.ts';

/** Without name, password, query and fragment. */
export const shownAddress = (url: URL): string => `${url.origin}${url.pathname}`;

export function recommenderAddress(text: string, allowHttp: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw refused('the address of the recommender does not begin with https:// or http://', 'write the whole address');
  }
  if (url.username !== '' || url.password !== '') {
    throw refused(
      `the address at ${url.host} holds a name or a password`,
      'leave them out and send a header instead (--http-header-env Authorization=VARIABLE; in an audit --set httpHeaderEnv=Authorization=VARIABLE)',
    );
  }
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw refused(
      `${shownAddress(url)} is not encrypted: anyone on the way could read the histories`,
      'use https://; if the way is safe, say so (--allow-http; in an audit --set allowHttp=true)',
    );
  }
  return url;
}

/** Headers that can be sent; a value that cannot is never shown. */
export function recommenderHeaders(given: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    try {
      headers.set(name, value);
    } catch {
      throw refused(
        `the header ${JSON.stringify(name.slice(0, 40))} cannot be sent`,
        'write a name without spaces, and a value in one line of Latin letters',
      );
    }
  }
  headers.set('accept', 'application/json');
  headers.set('content-type', 'application/json');
  return headers;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function refused(what: string, advice: string): UlteriorError {
  return new UlteriorError('RECOMMENDER_ADDRESS', what, advice);
}
