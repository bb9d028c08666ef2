/** What whoever runs the service does at the start: more keys, and a look which models there are. */
import type { HttpClient } from '../support/httpClient.ts';

/** Keys of the administrator, with which as many times the limit of one key can be reached. */
export async function administratorsOf(
  client: HttpClient,
  url: string,
  key: string,
  count: number,
): Promise<readonly string[]> {
  const keys = [key];
  while (keys.length < count) {
    const made = await client.call('POST', `${url}/v1/keys`, { as: key, body: { name: 'another', scope: 'admin' } });
    if (made.status !== 201) throw new Error(made.text);
    keys.push(made.body.key);
  }
  return keys;
}

export async function modelNamed(client: HttpClient, url: string, key: string, name: string): Promise<string> {
  const { body } = await client.call('GET', `${url}/v1/models`, { as: key });
  const found = body.rows.find((model: { name: string }) => model.name === name);
  if (found === undefined) throw new Error(`no model ${name} in ${JSON.stringify(body)}`);
  return found.id;
}
