/**
 * What was decided when ratings were protected before, in a file that only its owner may read: what was withheld stays
 * withheld when a history grows. It names what was withheld, so it is as secret as the ratings.
 */
import { chmod, stat } from 'node:fs/promises';
import type { EarlierSending, PresenceModel, ProtectedHistory } from '../../defence/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { readWholeFile, writeFileAtomically } from '../../runtime/index.ts';

interface Remembered {
  readonly sent: readonly (readonly [item: string, rating: number])[];
  readonly withheld: readonly string[];
}

interface MemoryFile {
  readonly format: 'ulterior-protect-memory';
  readonly version: 1;
  readonly people: Readonly<Record<string, Remembered>>;
}

export type Memory = ReadonlyMap<string, Remembered>;

/** Empty where there is no such file yet. */
export async function readMemory(path: string): Promise<Memory> {
  if ((await stat(path).catch(() => undefined)) === undefined) return new Map();
  const parsed = parsedFrom(new TextDecoder().decode(await readWholeFile(path)));
  if (parsed?.format === 'ulterior-protect-memory' && parsed.version === 1 && typeof parsed.people === 'object') {
    return new Map(Object.entries(parsed.people ?? {}));
  }
  throw new UlteriorError(
    'FILE_NOT_READABLE',
    `"${path}" is no memory of what was protected before`,
    'name the file that an earlier run wrote, or one that does not exist yet',
    { path },
  );
}

function parsedFrom(text: string): Partial<MemoryFile> | null {
  try {
    return JSON.parse(text) as Partial<MemoryFile> | null;
  } catch {
    // Refused by the caller, like JSON that is something else.
    return null;
  }
}

/** Items that the model no longer knows are forgotten: they are withheld anyway. */
export function earlierIn(memory: Memory, person: string, { items }: PresenceModel): EarlierSending | undefined {
  const known = memory.get(person);
  if (known === undefined) return undefined;
  const sent = known.sent
    .flatMap(([id, rating]) => {
      const item = items.indexOf(id);
      return item === undefined ? [] : [{ item, rating }];
    })
    .sort((a, b) => a.item - b.item);
  return {
    sent: { indices: sent.map(({ item }) => item), values: sent.map(({ rating }) => rating) },
    withheld: known.withheld.flatMap((id) => items.indexOf(id) ?? []),
  };
}

export async function writeMemory(
  path: string,
  before: Memory,
  people: readonly (ProtectedHistory & { readonly id: string })[],
  { items }: PresenceModel,
): Promise<void> {
  const now = people.map(({ id, sent, withheld }): [string, Remembered] => [
    id,
    {
      sent: Array.from(sent.indices, (item, n) => [items.id(itemIndex(item)), sent.values[n]!] as const),
      withheld: withheld.map((item) => items.id(itemIndex(item))),
    },
  ]);
  const file: MemoryFile = {
    format: 'ulterior-protect-memory',
    version: 1,
    people: Object.fromEntries([...before, ...now]),
  };
  await writeFileAtomically(path, new TextEncoder().encode(`${JSON.stringify(file)}\n`));
  await chmod(path, 0o600);
}
