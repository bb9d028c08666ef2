/** `ulterior report`: draws the report of an audit again from its records. */
import type { Command } from 'commander';
import { UlteriorError } from '../../errors/index.ts';
import { writeReport } from '../../render/index.ts';
import { type AnyRecords, recordVersions } from '../../report/index.ts';
import { readWholeFile } from '../../runtime/index.ts';
import { print, warn } from '../shared/output.ts';
import { addPluginOption } from '../shared/pluginOption.ts';

export function addReport(program: Command): void {
  addPluginOption(program.command('report'))
    .argument('<records>', 'records.json of an audit')
    .description('write the report of an audit again, from its records')
    .requiredOption('--output <folder>', 'where to write it')
    .addHelpText('after', '\nExamples:\n  ulterior report gender/records.json --output gender-again')
    .action(async (file: string, { output }: { output: string }) => {
      const { files, warnings } = await writeReport(await readRecords(file), output);
      for (const warning of warnings) warn(warning);
      print(files[0]!);
    });
}

async function readRecords(path: string): Promise<AnyRecords> {
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
