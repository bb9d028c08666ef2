/** Stands in for node:fs where tests run in a browser: files beside a test come from the server that serves the test. */

interface Request {
  open(method: string, address: string, asynchronous: boolean): void;
  overrideMimeType(type: string): void;
  send(): void;
  readonly status: number;
  readonly responseText: string;
}
declare const XMLHttpRequest: new () => Request;

export function readFileSync(file: URL, encoding: 'utf8'): string;
export function readFileSync(file: URL): Uint8Array<ArrayBuffer>;
export function readFileSync(file: URL, encoding?: 'utf8'): string | Uint8Array<ArrayBuffer> {
  const request = new XMLHttpRequest();
  request.open('GET', file.href, false);
  // Bytes as characters: a synchronous request gives text only.
  request.overrideMimeType(`text/plain; charset=${encoding ?? 'x-user-defined'}`);
  request.send();
  if (request.status !== 200) throw new Error(`${file.href}: ${request.status}`);
  const text = request.responseText;
  return encoding === undefined ? Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff) : text;
}
