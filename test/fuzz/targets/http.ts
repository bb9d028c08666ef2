/**
 * Requests to the service: a line with the method and the address, lines of headers, a blank line, a body. KEY stands for a key
 * of each scope in turn, MODEL, LAB and TOKEN for a model, an interview and its token. Whatever is asked, the answer is no
 * fault of the service, and a refusal says with a code what is wrong.
 */
import { errorCodes } from '../../../src/errors/index.ts';
import { addModel, startInterview, type TestService, testService } from '../../support/service.ts';
import type { FuzzTarget } from '../onlyCoded.ts';

let service: TestService;
let words: readonly (readonly [string, string])[];

/** Before the first run: making a database takes longer than a request may. */
export async function prepare(): Promise<void> {
  service = await testService({ limits: { interviewsPerHour: 1_000_000 } });
  const modelId = await addModel(service.store);
  const lab = await startInterview(service, modelId, { mode: 'lab', retentionSeconds: 3600 });
  words = [
    ['MODEL', modelId],
    ['LAB', lab.id],
    ['TOKEN', lab.token],
    ['ASKED', lab.question.item],
  ];
}

export const close = () => service.close();

export const fuzz: FuzzTarget = async (bytes) => {
  const text = words.reduce((sum, [word, is]) => sum.replaceAll(word, is), Buffer.from(bytes).toString('latin1'));
  const keys = text.includes('KEY') ? Object.values(service.keys) : [''];
  for (const key of keys) {
    const request = requestFrom(text.replaceAll('KEY', key));
    if (request === undefined) return;
    const { statusCode, headers, body } = await service.app.inject(request);
    const where = `${request.method} ${request.url}: ${statusCode} ${body}`;
    if (statusCode >= 500) throw new Error(where);
    if (statusCode < 400) continue;
    const problem = /problem\+json/.test(String(headers['content-type'])) ? JSON.parse(body) : {};
    if (!(problem.code in errorCodes)) throw new Error(where);
  }
};

const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD'] as const;

/** Undefined for what is no request: a client of HTTP cannot send it. */
function requestFrom(text: string) {
  const [head = '', ...bodies] = text.split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const [method, url = '', ...more] = first.split(' ');
  const known = METHODS.find((name) => name === method);
  if (known === undefined || known === 'HEAD' || more.length > 0 || !/^\/[!-~]*$/.test(url)) return undefined;
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value] = /^([\w-]+): ([ -~]*)$/.exec(line) ?? [];
    if (name === undefined || /^(content-length|transfer-encoding|connection|upgrade)$/i.test(name)) return undefined;
    headers[name.toLowerCase()] = value!;
  }
  const body = bodies.join('\n\n');
  return { method: known, url, headers, ...(bodies.length === 0 ? {} : { payload: Buffer.from(body, 'latin1') }) };
}
