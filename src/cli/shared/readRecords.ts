/** The records of an earlier audit, from the file that it wrote. */
import { UlteriorError } from '../../errors/index.ts';
import { type AnyRecords, recordVersions } from '../../report/index.ts';
import { readWholeFile } from '../../runtime/index.ts';

export async function readRecords(path: string): Promise<AnyRecords> {
  const bytes = await readWholeFile(path);
  let parsed: Partial<AnyRecords> | null = null;
  try {
    parsed = JSON.parse(new TextDecoder().decode(bytes)) as Partial<AnyRecords> | null;
  } catch {
    // Refused below, like JSON that is something else.
  }
  const wanted = recordVersions[parsed?.format as AnyRecords['format']];
  if (wanted !== undefined && parsed?.version === wanted) return parsed as AnyRecords;
  throw new UlteriorError(
    'RECORDS_FOREIGN',
    wanted === undefined
      ? `"${path}" contains no records of an audit`
      : `"${path}" contains records of version ${parsed?.version}, but this program draws version ${wanted}`,
    wanted === undefined ? 'pass the records.json that an audit wrote' : 'run the audit again',
    { path },
  );
}
