/** What somebody reads who audits a table: the answer in words, or the error that refuses it. In this process, without a report. */
import { contender, loadKernels, runAudit } from 'ulterior';
import { runNumericAudit } from '../../build/audit/index.js';
import { answerText, numericAnswer } from '../../build/report/index.js';
import { createTable, itemColumnsFrom, wideTable } from '../../build/tables/index.js';

const kernels = loadKernels();
const tools = { kernels, source: 'world.csv', finished: () => '' };
/** Few questions by one strategy: what is planted is in whole histories, which all default attackers read. */
const QUICK = { folds: 5, maxQuestions: 5, headlineQuestions: 5, heldOut: 0, compareAt: [], shuffled: [] };

export async function answerTo({ header, rows, attribute, flags }) {
  try {
    const { dataset } = wideTable(tableOf(header, rows), { ...optionsFrom(flags), attributes: [attribute] });
    if (attribute.endsWith(':number')) {
      const spec = { attribute: attribute.replace(':number', ''), folds: 5, maxQuestions: 5, bands: 0, compareAt: [5] };
      return numericAnswer(await runNumericAudit(dataset, spec, tools));
    }
    return answerText(await runAudit(dataset, { ...QUICK, attribute, contenders: [contender('random')] }, tools));
  } catch (error) {
    if (error.code === undefined) throw error;
    return `${error.code}: ${error.message}`;
  }
}

function tableOf(header, rows) {
  const columns = header.map((name, at) => [name, { kind: 'texts', values: rows.map((row) => String(row[at])) }]);
  return createTable('world.csv', columns);
}

/** What the flags of the command line say, as options of a wide table. */
function optionsFrom(flags) {
  const said = flags.flatMap((flag) => flag.split('='));
  const after = (flag) => (said.includes(flag) ? said[said.indexOf(flag) + 1] : undefined);
  return {
    items: itemColumnsFrom(after('--item-columns')),
    groupColumn: after('groupColumn'),
    dropItems: after('dropItems')?.split(','),
    missing: after('--missing')?.split(','),
  };
}
