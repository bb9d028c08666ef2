/** docs/audit-spec.schema.json: what the file of `ulterior audit --spec` may say, for each thing that an audit can measure. */
import { auditSchema } from '../../audit/index.ts';
import { type JsonSchema, jsonSchemaOf, schema } from '../../schema/index.ts';
import { keysOf } from '../spec/settings.ts';
import { MEASUREMENTS } from './audit.ts';

export function auditSpecDocument(): JsonSchema {
  const { about, listOf, text } = schema;
  const everywhere = {
    attribute: about('What to infer; a flag, or the data, may say it instead.', text),
    attributes: about('Several, where several are inferred.', listOf(text)),
    plugins: auditSchema.fields['plugins']!,
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Audit spec',
    description: 'What `ulterior audit --spec` reads. All keys may be left out.',
    anyOf: Object.values(MEASUREMENTS).map((measurement) => {
      const keys = keysOf(measurement);
      return {
        title: `Where ${measurement.where}`,
        ...jsonSchemaOf({ ...keys, fields: { ...everywhere, ...keys.fields } }),
      };
    }),
  };
}
