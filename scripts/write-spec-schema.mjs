/** Writes docs/audit-spec.schema.json from the one description of a spec (src/audit/auditSchema.ts); build first. */
import { writeFileSync } from 'node:fs';
import { auditSpecDocument } from '../dist/audit/index.js';

const target = new URL('../docs/audit-spec.schema.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(auditSpecDocument(), undefined, 2)}\n`);
