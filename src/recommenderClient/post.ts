/**
 * One request, with an end: a time limit for the whole of it, a limit on the bytes of the answer after unpacking, and no
 * redirects, because a history goes to nobody but the address that was named. What may get better by itself comes back
 * as `again`; everything else is an error.
 */
import { UlteriorError } from '../errors/index.ts';
import { shownAddress } from './address.ts';

export interface Target {
  readonly url: URL;
  readonly headers: Headers;
  /** In seconds. */
  readonly timeout: number;
  readonly mostBytes: number;
}

type Reply =
  | { readonly kind: 'answered'; readonly text: string }
  /** `wait`: for how many milliseconds the server says to stay away. */
  | { readonly kind: 'again'; readonly error: UlteriorError; readonly wait?: number | undefined };

/** Too many requests, and three kinds of "not now". */
const NOT_NOW = [429, 502, 503, 504];

/** Rejects with the reason of `stop` where it is aborted. */
export async function post(target: Target, body: string, stop: AbortSignal): Promise<Reply> {
  const { url, headers, timeout } = target;
  stop.throwIfAborted();
  const control = new AbortController();
  const end = () => control.abort();
  const timer = setTimeout(end, 1000 * timeout);
  stop.addEventListener('abort', end, { once: true });
  try {
    const options = { method: 'POST', redirect: 'manual', headers, body, signal: control.signal } as const;
    return await replyIn(await fetch(url, options), target);
  } catch (cause) {
    stop.throwIfAborted();
    if (cause instanceof UlteriorError) throw cause;
    return { kind: 'again', error: control.signal.aborted ? tooSlow(target) : unreachable(target, cause) };
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', end);
  }
}

async function replyIn(response: Response, target: Target): Promise<Reply> {
  const { status } = response;
  if (status >= 200 && status < 300) return { kind: 'answered', text: await textIn(response, target) };
  await response.body?.cancel();
  if (status >= 300 && status < 400) throw redirected(target, response);
  const error = refused(target, status);
  if (!NOT_NOW.includes(status)) throw error;
  return { kind: 'again', error, wait: waitIn(response.headers.get('retry-after')) };
}

async function textIn(response: Response, target: Target): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > target.mostBytes) throw tooLarge(target);
    parts.push(part);
  }
  // What is not UTF-8 becomes signs that no JSON has outside of texts, and no id has inside.
  return new TextDecoder('utf-8').decode(Buffer.concat(parts));
}

/** Seconds, or a date. */
function waitIn(text: string | null): number | undefined {
  if (text === null) return undefined;
  const milliseconds = /^\d+$/.test(text.trim()) ? 1000 * Number(text) : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

function tooSlow({ url, timeout }: Target): UlteriorError {
  return new UlteriorError(
    'RECOMMENDER_TIMEOUT',
    `${shownAddress(url)} does not answer within ${timeout} s`,
    'check that the recommender runs, or give it more time (timeout)',
    { timeout },
  );
}

function unreachable({ url }: Target, cause: unknown): UlteriorError {
  const deeper = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const { code } = deeper as { readonly code?: unknown };
  const reason = typeof code === 'string' ? code : deeper instanceof Error ? deeper.message : String(deeper);
  return new UlteriorError(
    'RECOMMENDER_UNREACHABLE',
    `the connection to ${shownAddress(url)} fails (${reason})`,
    'check the address, and that the recommender runs',
    { reason },
  );
}

function redirected({ url }: Target, { status, headers }: Response): UlteriorError {
  const location = headers.get('location');
  const target = location !== null && URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
  const place = target === undefined ? 'elsewhere' : `to ${shownAddress(target)}`;
  return new UlteriorError(
    'RECOMMENDER_REDIRECTED',
    `${shownAddress(url)} sends the request ${place} (status ${status}); histories go nowhere but to the address that was named`,
    'if you trust that place, name it as the address',
    { status },
  );
}

function refused({ url }: Target, status: number): UlteriorError {
  const advice =
    status === 401 || status === 403
      ? 'send the header that it asks for (--http-header-env Authorization=VARIABLE; in an audit --set httpHeaderEnv=Authorization=VARIABLE)'
      : status === 404 || status === 405
        ? 'check the path: it must take POST requests'
        : status === 429
          ? 'ask more slowly (perSecond)'
          : 'look at the log of the recommender';
  return new UlteriorError('RECOMMENDER_REFUSED', `${shownAddress(url)} answers with status ${status}`, advice, {
    status,
  });
}

function tooLarge({ url, mostBytes }: Target): UlteriorError {
  return new UlteriorError(
    'RECOMMENDER_ANSWER_TOO_LARGE',
    `an answer of ${shownAddress(url)} has more than ${mostBytes} bytes`,
    'answer with no more items than were asked for (n)',
    { mostBytes },
  );
}
