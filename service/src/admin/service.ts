/**
 * Requests to the service. The key travels in a header and nowhere else: in no address, no cookie, no storage. Addresses
 * are relative, so that the page also works where a proxy serves it below a folder.
 */

import { Refusal } from './serviceAnswers.ts';

/** Longer than any answer of these routes takes. */
const TIMEOUT = 20_000;

export async function call<Result>(key: string, method: string, path: string, body?: object): Promise<Result> {
  const headers = new Headers({ authorization: `Bearer ${key}` });
  if (body !== undefined) headers.set('content-type', 'application/json');
  let response: Response;
  let text: string;
  try {
    response = await fetch(`./v1/${path}`, {
      method,
      headers,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
      body: body && JSON.stringify(body),
    });
    text = await response.text();
  } catch {
    throw new Refusal(0, '', 'the service does not answer', 'check that it runs and that you are connected');
  }
  const answer = parsed(text);
  if (response.ok) return answer as Result;
  const { code, detail, advice } = (answer ?? {}) as { code?: string; detail?: string; advice?: string };
  throw new Refusal(
    response.status,
    code ?? '',
    detail ?? `the service answered with status ${response.status}`,
    advice ?? 'try again',
  );
}

/** What a proxy in between answers need not be JSON. */
function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const PAGE_ROWS = 100;
/** Nobody reads a longer list here; the HTTP interface has all of it. */
const MOST_PAGES = 10;

/** All rows of a list, page by page. */
export async function listAll<Row>(key: string, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  let after = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const found = await call<{ rows: Row[]; next?: string }>(key, 'GET', `${path}?limit=${PAGE_ROWS}${after}`);
    rows.push(...found.rows);
    if (found.next === undefined) break;
    after = `&after=${encodeURIComponent(found.next)}`;
  }
  return rows;
}
