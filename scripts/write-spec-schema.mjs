/** Writes the JSON Schemas under docs, each from its one description in the code; build first. */
import { writeFileSync } from 'node:fs';
import { auditSpecDocument } from '../build/cli/audit/specDocument.js';
import { checkConfigDocument } from '../build/cli/check/config.js';
import { recommenderContractDocument } from '../build/recommenderClient/index.js';
import { dataFileDocument } from '../build/tables/index.js';
import { serviceConfigDocument } from '../service/build/server/index.js';

const documents = {
  'audit-spec': auditSpecDocument(),
  'service-config': serviceConfigDocument(),
  'check-config': checkConfigDocument(),
  'data-file': dataFileDocument(),
  recommender: recommenderContractDocument(),
};
for (const [name, document] of Object.entries(documents)) {
  const target = new URL(`../docs/${name}.schema.json`, import.meta.url);
  writeFileSync(target, `${JSON.stringify(document, undefined, 2)}\n`);
}
