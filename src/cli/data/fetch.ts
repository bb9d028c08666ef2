/** `ulterior data fetch`: downloads a data set from its publisher, after its terms were shown and accepted. */
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { fetchDataset, publishedFiles } from '../../datasets/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import { bar, count, print, taskProgress } from '../shared/output.ts';

interface FetchFlags {
  readonly folder: string;
  readonly accept?: boolean;
  readonly baseUrl?: string;
}

export function addFetch(group: Command): void {
  group
    .command('fetch')
    .argument('<name>', Object.keys(publishedFiles).join(' or '))
    .description('download a data set from its publisher and verify it')
    .option('--folder <folder>', 'where to put it', 'data')
    .option('--accept', 'accept the terms without being asked')
    .option('--base-url <url>', 'another address that has the same file')
    .addHelpText(
      'after',
      '\nExamples:\n  ulterior data fetch ml-100k\n  ulterior data fetch ml-1m --folder data\n  ulterior describe ml-1m:data --attribute gender',
    )
    .action(fetch);
}

async function fetch(name: string, { folder, accept, baseUrl }: FetchFlags): Promise<void> {
  if (!Object.hasOwn(publishedFiles, name)) {
    const known = Object.keys(publishedFiles).join(', ');
    throw new UlteriorError('SOURCE_UNKNOWN', `no data set "${name}" can be fetched`, `name one of ${known}`, { name });
  }
  const tell = taskProgress('downloading');
  const { folder: where, downloaded } = await fetchDataset(name as keyof typeof publishedFiles, {
    folder,
    accept: async (licence) => {
      print(licence, '');
      return accept === true || agrees();
    },
    onProgress: process.stderr.isTTY ? showProgress : ({ received, total }) => tell({ done: received, total }),
    baseUrl,
  });
  print(downloaded ? `${where}: downloaded and verified` : `${where}: already there`);
}

async function agrees(): Promise<boolean> {
  const input = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await input.question('Do you accept these terms? (y/n) ')).trim());
  } finally {
    input.close();
  }
}

function showProgress({ received, total }: { received: number; total: number }): void {
  const line = `${bar(received / total, 24)} ${count(received / 1e6, 1)} of ${count(total / 1e6, 1)} MB`;
  process.stderr.write(received >= total ? '\r\u001b[K' : `\r\u001b[K${line}`);
}
