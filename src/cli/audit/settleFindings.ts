/**
 * Serious findings in a terminal: each is shown, and somebody says whether to mend it, to keep it, or to stop. What was said
 * goes into the data file, so that nobody is asked twice. Elsewhere the error stops the command.
 */
import { existsSync } from 'node:fs';
import { sourceFromText } from '../../datasets/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import type { Finding } from '../../ratings/index.ts';
import { dataFileNameOf, type Reading, readingKeys, withRepair } from '../../tables/index.ts';
import { saveDataFile } from '../dataFiles/dataFileFlags.ts';
import type { DataFlags } from '../shared/dataOptions.ts';
import { print } from '../shared/output.ts';
import { completeTyped } from '../words/typedCommand.ts';
import type { Dialogue } from './askBack.ts';
import { findingLines } from './findingLines.ts';

/** The reading with nothing left to settle; undefined where the person would rather stop. */
export async function settle(
  findings: readonly Finding[],
  reading: Reading,
  { ask, say }: Dialogue,
): Promise<Reading | undefined> {
  let settled = reading;
  for (const finding of findings) {
    say(...findingLines([finding]));
    const mends = finding.repair !== undefined;
    const answer = await ask(mends ? '  Mend it, keep it, or stop? [M/k/s]: ' : '  Keep it, or stop? [k/S]: ');
    const letter = answer === '' ? (mends ? 'm' : 's') : answer?.[0]?.toLowerCase();
    if (letter === 'm' && mends) settled = withRepair(settled, finding.repair);
    else if (letter === 'k') settled = { ...settled, accept: [...(settled.accept ?? []), finding.code] };
    else return undefined;
  }
  return settled;
}

type Told = DataFlags & { readonly attributes: readonly string[] };

/** The findings that stopped a command, where an error is about these. */
export function findingsIn(error: unknown): readonly Finding[] | undefined {
  if (!(error instanceof UlteriorError) || error.code !== 'DATA_DOUBTFUL') return undefined;
  return error.details?.['findings'] as readonly Finding[] | undefined;
}

/** What the flags say of the data. */
export function readingIn(flags: Told): Reading {
  const given = readingKeys.flatMap((key) => (flags[key] === undefined ? [] : [[key, flags[key]]]));
  const attribute = flags.attributes.length === 0 ? {} : { attribute: flags.attributes };
  return { ...Object.fromEntries(given), ...attribute };
}

/** The flags that say the same as the reading, which a data file keeps where the table is somebody's own. */
export async function flagsFor<Flags extends Told>(data: string, flags: Flags, reading: Reading): Promise<Flags> {
  const attributes = [reading.attribute ?? []].flat();
  const changed = { ...flags, ...reading, attribute: attributes[0], attributes };
  const ownTable = flags.itemColumns !== undefined || sourceFromText(data).kind === 'long';
  if (!ownTable) return changed;
  const file = flags.described?.file ?? dataFileNameOf(data);
  if (flags.described === undefined && existsSync(file)) {
    print(`${file} says something else about the data, and was not changed.`);
    return changed;
  }
  await saveDataFile(file, { data, reading }, flags.described !== undefined);
  print(`${file} keeps what you said.`, '');
  completeTyped((typed) => typed.map((word) => (word === data ? file : word)));
  return { ...changed, described: { file, keys: Object.keys(reading), attributes } };
}
