/** Reports for other readers: `ulterior report --for dpo` for whoever signs, `--brief` on two pages of paper. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { UlteriorError } from '../../errors/index.ts';
import { briefReport, printedPage } from '../../render/index.ts';
import { type AnyRecords, formHtml, formMarkdown, type RiskLimits, reportOf } from '../../report/index.ts';
import { makeFolder, readWholeFile, writeFileAtomically } from '../../runtime/index.ts';
import { checkConfigFrom } from './config.ts';

export interface OtherFlags {
  readonly for?: 'dpo';
  readonly brief?: boolean;
  readonly config?: string;
  readonly output?: string;
  readonly pdf?: string;
}

/** Where limits are looked for when no file is named. */
const CONFIG = 'ulterior.json';

const write = (path: string, content: string | Uint8Array) =>
  writeFileAtomically(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);

/** Paths that were written: into the folder, and as a PDF where one was asked for. */
export async function writeOther(
  file: string,
  records: AnyRecords,
  flags: OtherFlags,
  programOf: () => Command,
): Promise<string[]> {
  const pages =
    flags.for === 'dpo'
      ? await assessment(file, records, flags, programOf)
      : { 'brief.html': await briefReport(records) };
  const written: string[] = [];
  if (flags.output !== undefined) {
    await makeFolder(flags.output);
    for (const [name, content] of Object.entries(pages)) {
      const path = join(flags.output, name);
      await write(path, content);
      written.push(path);
    }
  }
  if (flags.pdf !== undefined) {
    await write(flags.pdf, await printedPage(Object.values(pages)[0]!));
    written.push(flags.pdf);
  }
  return written;
}

async function assessment(
  file: string,
  records: AnyRecords,
  { config = existsSync(CONFIG) ? CONFIG : undefined }: OtherFlags,
  programOf: () => Command,
): Promise<Record<string, string>> {
  const sha256 = createHash('sha256')
    .update(await readWholeFile(file))
    .digest('hex');
  const limits = config === undefined ? undefined : await limitsIn(config, records, programOf);
  const document = reportOf(records).dpo({ sha256, limits });
  if (document !== undefined) return { 'dpo.html': formHtml(document), 'dpo.md': formMarkdown(document) };
  throw new UlteriorError(
    'RECORDS_FOREIGN',
    `"${file}" holds no attack on people of a data set, so there is nothing to assess`,
    'pass the records.json of an audit of data',
    { path: file },
  );
}

/** Limits of the whole file, and those of audits of the same data. */
async function limitsIn(config: string, records: AnyRecords, programOf: () => Command): Promise<RiskLimits> {
  const content = new TextDecoder().decode(await readWholeFile(config));
  const { maxAuc, budgets = {}, audits } = checkConfigFrom(content, config, programOf());
  const data = 'named' in records.provenance ? records.provenance.named?.data : undefined;
  const own = audits.filter((audit) => data !== undefined && audit.data === data);
  return {
    file: config,
    maxAuc: own.find((audit) => audit.maxAuc !== undefined)?.maxAuc ?? maxAuc,
    byAttribute: Object.assign({}, budgets, ...own.map((audit) => audit.budgets)),
  };
}
